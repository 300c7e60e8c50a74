/// Which prefixes stand for GPX's own namespace, where the reader stands.
///
/// Needed to tell `<name>` from a foreign `<groundspeak:name>` beside it. Expat's own namespace
/// mode refuses undeclared prefixes, which real files have; here they are merely foreign.
struct GPXNamespaces {
  private struct Binding {
    let prefix: [UInt8]
    let isGPX: Bool
    let depth: Int
  }

  /// How many declarations are remembered at once; the prefixes of more count as foreign, so a
  /// file that declares thousands cannot make every look-up long.
  private static let limit = 256
  private static let gpx = Array("http://www.topografix.com/GPX/1/".utf8)
  private static let declaration = Array("xmlns".utf8)

  private var bindings: [Binding] = []
  private var rootPrefix: [UInt8] = []
  private var rootNamespace: [UInt8] = []
  /// Whether a name without prefix is GPX's.
  private(set) var plainIsGPX = true
  /// The depth of the innermost element that declared something, or 0.
  private(set) var deepest = 0

  /// Takes the root element, whose namespace counts as GPX's whatever it is.
  mutating func enterRoot(prefix: [UInt8], attributes: GPXAttributes) {
    rootPrefix = prefix
    for (name, value) in attributes.all where Self.prefix(declaredBy: name) == prefix {
      rootNamespace = value
    }
    declare(attributes, depth: 1)
  }

  /// Takes the declarations among an element's attributes.
  mutating func declare(_ attributes: GPXAttributes, depth: Int) {
    for (name, value) in attributes.all {
      guard let prefix = Self.prefix(declaredBy: name) else { continue }
      guard bindings.count < Self.limit else { break }
      bindings.append(Binding(prefix: prefix, isGPX: isGPX(value), depth: depth))
      deepest = depth
    }
    refresh()
  }

  /// Forgets what the element at a depth declared.
  mutating func leave(depth: Int) {
    while let last = bindings.last, last.depth >= depth { bindings.removeLast() }
    deepest = bindings.last?.depth ?? 0
    refresh()
  }

  /// Whether an element is GPX's.
  ///
  /// - Parameters:
  ///   - prefix: Its prefix, empty if it has none.
  ///   - attributes: Its own attributes, which may declare the prefix.
  func isGPX(prefix: [UInt8], attributes: GPXAttributes) -> Bool {
    for (name, value) in attributes.all where Self.prefix(declaredBy: name) == prefix {
      return isGPX(value)
    }
    return isGPX(prefix: prefix)
  }

  private func isGPX(prefix: [UInt8]) -> Bool {
    if let binding = bindings.last(where: { $0.prefix == prefix }) { return binding.isGPX }
    return prefix.isEmpty || prefix == rootPrefix
  }

  private func isGPX(_ namespace: [UInt8]) -> Bool {
    namespace.isEmpty || namespace == rootNamespace || namespace.starts(with: Self.gpx)
  }

  private mutating func refresh() {
    plainIsGPX = isGPX(prefix: [])
  }

  /// The prefix that an attribute declares: empty for `xmlns`, nil for any other attribute.
  private static func prefix(declaredBy name: [UInt8]) -> [UInt8]? {
    guard name.starts(with: declaration) else { return nil }
    if name.count == declaration.count { return [] }
    return name[declaration.count] == UInt8(ascii: ":")
      ? Array(name.dropFirst(declaration.count + 1)) : nil
  }
}
