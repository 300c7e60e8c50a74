/// A recorder that stores the XML of an element, so that the element can be exported again.
///
/// In the recorded XML, elements in KML's own namespace have no prefix. Prefixes of other
/// namespaces are declared on the recorded element.
struct KMLRecorder {
  private(set) var name = ""
  private var markup = MarkupBuffer()
  private var depth = 0
  /// Whether the `>` of the last start tag has not been recorded yet, so that the tag can still
  /// become an empty-element tag.
  private var isTagOpen = false
  private var prefixes: Set<String> = []
  private var declared: Set<String> = []
  /// The offset in the markup at which namespace declarations are inserted.
  private var declarationOffset = 0

  mutating func deallocate() {
    markup.deallocate()
  }

  /// The number of recorded bytes.
  var count: Int { markup.count }

  /// Records a start tag.
  ///
  /// - Parameter name: The element's name, with a prefix unless the element is in KML's own
  ///   namespace.
  mutating func start(_ name: String, _ attributes: XMLAttributes) {
    closeTag()
    if depth == 0 { self.name = name }
    depth += 1
    markup.put(UInt8(ascii: "<"))
    markup.put(Array(name.utf8))
    if depth == 1 { declarationOffset = markup.count }
    use(name)
    for attribute in attributes.all {
      let attributeName = String(decoding: attribute.name, as: UTF8.self)
      if attributeName == "xmlns" { continue }
      if attributeName.hasPrefix("xmlns:") {
        let prefix = String(attributeName.dropFirst(6))
        if KMLNamespaces.standardPrefixes.contains(prefix) { continue }
        declared.insert(prefix)
      } else {
        use(attributeName)
      }
      markup.put(UInt8(ascii: " "))
      markup.put(attribute.name)
      markup.put("=\"")
      attribute.value.withUnsafeBufferPointer { value in
        if let start = value.baseAddress { markup.put(attribute: start, count: value.count) }
      }
      markup.put("\"")
    }
    isTagOpen = true
  }

  /// Records text.
  mutating func text(_ piece: UnsafeBufferPointer<UInt8>) {
    closeTag()
    if let start = piece.baseAddress { markup.put(escaped: start, count: piece.count) }
  }

  /// Records an end tag.
  ///
  /// - Returns: Whether the end tag closes the outermost recorded element.
  mutating func end(_ name: String) -> Bool {
    depth -= 1
    if isTagOpen {
      markup.put("/>")
      isTagOpen = false
    } else {
      markup.put("</")
      markup.put(Array(name.utf8))
      markup.put(UInt8(ascii: ">"))
    }
    return depth == 0
  }

  /// Returns the recorded XML.
  func xml(_ namespaces: KMLNamespaces) -> String {
    let bytes = Array(markup.bytes)
    var result = String(decoding: bytes[..<declarationOffset], as: UTF8.self)
    for prefix in prefixes.subtracting(declared).sorted() {
      result += " xmlns:\(prefix)=\"\(XMLText.escaped(namespaces.uri(prefix)))\""
    }
    return result + String(decoding: bytes[declarationOffset...], as: UTF8.self)
  }

  private mutating func closeTag() {
    if isTagOpen { markup.put(UInt8(ascii: ">")) }
    isTagOpen = false
  }

  private mutating func use(_ name: String) {
    guard let colon = name.firstIndex(of: ":") else { return }
    let prefix = String(name[..<colon])
    if !KMLNamespaces.standardPrefixes.contains(prefix) { prefixes.insert(prefix) }
  }
}

/// The namespaces that a KML document declares.
struct KMLNamespaces {
  static let kml = "http://www.opengis.net/kml/2.2"
  static let gx = "http://www.google.com/kml/ext/2.2"
  static let atom = "http://www.w3.org/2005/Atom"

  /// The prefixes that the writer declares in the root element, and the prefix `xml`.
  static let standardPrefixes: Set = ["gx", "atom", "xml"]

  private var uris: [String: String] = [:]

  /// Records the namespace declarations in an element's attributes.
  mutating func declare(_ attributes: XMLAttributes) {
    guard attributes.mayDeclare else { return }
    for attribute in attributes.all {
      let name = String(decoding: attribute.name, as: UTF8.self)
      // A hostile file could declare any number of prefixes.
      guard name.hasPrefix("xmlns:"), uris.count < 1000 else { continue }
      uris[String(name.dropFirst(6))] = String(decoding: attribute.value, as: UTF8.self)
    }
  }

  func uri(_ prefix: String) -> String {
    uris[prefix].flatMap { $0.isEmpty ? nil : $0 } ?? WellKnownPrefix.uri(of: prefix)
  }

  /// Returns whether an element belongs to KML or to Google's KML extension.
  @inline(__always)
  func isKML(_ tag: XMLTag) -> Bool {
    tag.prefixLength == 0 || tag.prefixLength == 2 && XMLTag.equals(tag.name, "gx")
      || isKML(prefix: tag)
  }

  private func isKML(prefix tag: XMLTag) -> Bool {
    let prefix = String(
      decoding: UnsafeBufferPointer(start: tag.name, count: tag.prefixLength), as: UTF8.self)
    return prefix == "kml" || uris[prefix]?.contains("/kml/") == true
  }

  /// Returns an element's name, without a prefix for KML's own elements, and with the prefix `gx:`
  /// for elements of Google's extension.
  func name(_ tag: XMLTag) -> String {
    guard tag.prefixLength > 0 else { return tag.text }
    let prefix = String(
      decoding: UnsafeBufferPointer(start: tag.name, count: tag.prefixLength), as: UTF8.self)
    let local = String(
      decoding: UnsafeBufferPointer(start: tag.local, count: tag.localLength), as: UTF8.self)
    switch uris[prefix] {
    case Self.gx: return "gx:" + local
    case Self.atom: return "atom:" + local
    case let uri? where uri.contains("/kml/"): return local
    default: return prefix == "kml" ? local : tag.text
    }
  }
}
