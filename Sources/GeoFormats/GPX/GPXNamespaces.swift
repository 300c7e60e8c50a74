/// The namespace bindings in scope at the reader's position.
///
/// The bindings let the reader distinguish GPX's `<name>` from another program's
/// `<groundspeak:name>`. Expat's own namespace processing is not used, because it rejects
/// undeclared prefixes, which occur in real files. This type assigns a namespace to an undeclared
/// prefix, and the reader reports the prefix.
struct GPXNamespaces {
  private struct Binding {
    let prefix: [UInt8]
    let uri: [UInt8]
    let kind: GPXNamespaceKind
    let depth: Int
  }

  /// The maximum number of namespace declarations that can be in scope at once, excluding the root
  /// element's declarations. Lookups search these declarations linearly.
  static let limit = 1024
  private static let declaration = Array("xmlns".utf8)
  private static let xml = Array("xml".utf8)

  /// The root element's namespace declarations, and the namespaces assumed for undeclared prefixes.
  private(set) var root = RootBindings()
  var declared: [GeoNamespace] { root.all }
  private var rootKinds: [[UInt8]: GPXNamespaceKind] = [:]
  private var inner: [Binding] = []
  private(set) var rootPrefix: [UInt8] = []
  private(set) var rootNamespace: [UInt8] = []
  /// The kind of the default namespace, to which element names without a prefix belong.
  private(set) var plainKind = GPXNamespaceKind.root
  /// Whether the root element's prefix is still bound to the root element's namespace at the
  /// reader's position.
  private(set) var rootPrefixHolds = true
  /// Whether a name without a prefix belongs to the root element's namespace.
  private(set) var isPlain = true
  /// The depth of the innermost element with a namespace declaration. Zero if there is no such
  /// element.
  private(set) var deepest = 0
  /// The undeclared prefixes that have not been reported yet, each with the namespace assigned to
  /// it.
  var fresh: [GeoNamespace] = []

  private var lastPrefix: [UInt8] = []
  private var lastKind: GPXNamespaceKind?

  /// Processes the root element's namespace declarations. The root element's namespace is treated
  /// as the GPX namespace, regardless of its URI.
  mutating func enterRoot(prefix: [UInt8], attributes: XMLAttributes) {
    rootPrefix = prefix
    let all = attributes.all
    for (name, value) in all where Self.prefix(declaredBy: name) == prefix {
      rootNamespace = value
    }
    if rootNamespace.isEmpty, !prefix.isEmpty {
      let isOld = attributes.text("version") == "1.0"
      rootNamespace = Array((isOld ? GPXWriter.namespace10 : GPXWriter.namespace11).utf8)
      adopt(prefix, uri: rootNamespace)
    }
    for (name, value) in all {
      guard let prefix = Self.prefix(declaredBy: name), rootKinds[prefix] == nil else { continue }
      rootKinds[prefix] = GPXNamespaceKind(uri: value, root: rootNamespace)
      root.append(Self.namespace(prefix, value))
    }
    refresh()
  }

  /// Records the namespace declarations among an element's attributes.
  mutating func declare(_ attributes: XMLAttributes, depth: Int) {
    guard attributes.mayDeclare else { return }
    for (name, value) in attributes.all {
      guard let prefix = Self.prefix(declaredBy: name) else { continue }
      let kind = GPXNamespaceKind(uri: value, root: rootNamespace)
      inner.append(Binding(prefix: prefix, uri: value, kind: kind, depth: depth))
      deepest = depth
    }
    refresh()
  }

  /// Removes the namespace declarations of elements at the given nesting depth or deeper.
  mutating func leave(depth: Int) {
    while let last = inner.last, last.depth >= depth { inner.removeLast() }
    deepest = inner.last?.depth ?? 0
    refresh()
  }

  /// Returns the kind of an element's namespace. The caller must first record the element's own
  /// namespace declarations.
  mutating func kind(of name: UnsafePointer<UInt8>, prefixLength: Int) -> GPXNamespaceKind {
    if prefixLength == 0 { return plainKind }
    let prefix = UnsafeBufferPointer(start: name, count: prefixLength)
    if let lastKind, Self.equal(lastPrefix, prefix) { return lastKind }
    let bytes = Array(prefix)
    let kind = find(bytes) ?? adopt(bytes, uri: nil)
    lastPrefix = bytes
    lastKind = kind
    return kind
  }

  /// Whether any element other than the root has a namespace declaration that is in scope.
  var hasInner: Bool { !inner.isEmpty }

  /// Whether the number of namespace declarations in scope exceeds the limit.
  var isOverfull: Bool { inner.count > Self.limit }

  /// Appends the namespace declarations in scope, except the root element's declarations, in the
  /// form ` xmlns:…="…"`. Omits the prefixes that the given attributes declare.
  func repeatBindings(into markup: inout MarkupBuffer, unless attributes: XMLAttributes) {
    guard !inner.isEmpty else { return }
    var written = Set(attributes.all.compactMap { Self.prefix(declaredBy: $0.name) })
    for binding in inner.reversed() where written.insert(binding.prefix).inserted {
      markup.put(binding.prefix.isEmpty ? " xmlns" : " xmlns:")
      markup.put(binding.prefix)
      markup.put("=\"")
      binding.uri.withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { markup.put(attribute: start, count: bytes.count) }
      }
      markup.put(UInt8(ascii: "\""))
    }
  }

  @inline(__always)
  private static func equal(_ one: [UInt8], _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    for index in other.indices where one[index] != other[index] { return false }
    return true
  }

  private func find(_ prefix: [UInt8]) -> GPXNamespaceKind? {
    if let binding = inner.last(where: { $0.prefix == prefix }) { return binding.kind }
    if prefix.isEmpty { return rootKinds[prefix] ?? GPXNamespaceKind(uri: [], root: rootNamespace) }
    return prefix == Self.xml ? .foreign : rootKinds[prefix]
  }

  /// Assigns a namespace to an undeclared prefix.
  @discardableResult
  private mutating func adopt(_ prefix: [UInt8], uri: [UInt8]?) -> GPXNamespaceKind {
    let text = String(decoding: prefix, as: UTF8.self)
    let uri = uri ?? Array(WellKnownPrefix.uri(of: text).utf8)
    let kind = GPXNamespaceKind(uri: uri, root: rootNamespace)
    rootKinds[prefix] = kind
    root.append(Self.namespace(prefix, uri))
    fresh.append(Self.namespace(prefix, uri))
    return kind
  }

  private mutating func refresh() {
    lastKind = nil
    plainKind = find([]) ?? .none
    rootPrefixHolds = inner.last { $0.prefix == rootPrefix }.map { $0.kind == .root } ?? true
    isPlain = rootPrefix.isEmpty && rootPrefixHolds
  }

  private static func namespace(_ prefix: [UInt8], _ uri: [UInt8]) -> GeoNamespace {
    GeoNamespace(
      prefix: String(decoding: prefix, as: UTF8.self), uri: String(decoding: uri, as: UTF8.self))
  }

  /// Returns the prefix declared by an attribute. The prefix is empty for `xmlns`. Returns nil if
  /// the attribute is not a namespace declaration.
  static func prefix(declaredBy name: [UInt8]) -> [UInt8]? {
    guard name.starts(with: declaration) else { return nil }
    if name.count == declaration.count { return [] }
    return name[declaration.count] == UInt8(ascii: ":")
      ? Array(name.dropFirst(declaration.count + 1)) : nil
  }
}
