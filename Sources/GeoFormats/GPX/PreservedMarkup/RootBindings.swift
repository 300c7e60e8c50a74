/// The namespace declarations of a root element, with lookup in constant time.
struct RootBindings {
  /// The namespace declarations, in the root element's order.
  private(set) var all: [GeoNamespace] = []
  private var uris: [String: String] = [:]
  private var prefixes: [String: String] = [:]

  init(_ all: [GeoNamespace] = []) {
    for binding in all { append(binding) }
  }

  /// Adds a namespace declaration. If a prefix is declared repeatedly, the first declaration
  /// applies.
  mutating func append(_ binding: GeoNamespace) {
    all.append(binding)
    if uris[binding.prefix] == nil { uris[binding.prefix] = binding.uri }
    if !binding.prefix.isEmpty, prefixes[binding.uri] == nil {
      prefixes[binding.uri] = binding.prefix
    }
  }

  func uri(of prefix: String) -> String? { uris[prefix] }

  /// Returns the first prefix bound to a namespace.
  func prefix(of uri: String) -> String? { prefixes[uri] }
}
