/// What a root declares, looked up at once however much that is.
struct RootBindings {
  /// In the order of the root.
  private(set) var all: [GeoNamespace] = []
  private var uris: [String: String] = [:]
  private var prefixes: [String: String] = [:]

  init(_ all: [GeoNamespace] = []) {
    for binding in all { append(binding) }
  }

  /// Adds a declaration; of a prefix that has one, the first holds.
  mutating func append(_ binding: GeoNamespace) {
    all.append(binding)
    if uris[binding.prefix] == nil { uris[binding.prefix] = binding.uri }
    if !binding.prefix.isEmpty, prefixes[binding.uri] == nil {
      prefixes[binding.uri] = binding.prefix
    }
  }

  func uri(of prefix: String) -> String? { uris[prefix] }

  /// The first prefix that is bound to a namespace.
  func prefix(of uri: String) -> String? { prefixes[uri] }
}
