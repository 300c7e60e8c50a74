/// A value from a non-GPX file that does not correspond to any field of an item, such as a GeoJSON
/// property.
///
/// The value is preserved as an extension, so it can be exported to GPX and to its original format.
public struct ForeignValue: Hashable, Sendable {
  /// The identifier of the format, such as `geojson`.
  public var format: String
  public var name: String
  /// The value as text, in the notation of its original format.
  public var value: String

  public init(format: String, name: String, value: String) {
    self.format = format
    self.name = name
    self.value = value
  }
}

extension PreservedMarkup {
  /// Returns markup that preserves the given values from a non-GPX file. Returns
  /// nil if there are no values.
  ///
  /// Characters that XML does not allow are replaced with U+FFFD.
  static func keeping(_ values: [ForeignValue]) -> String? {
    guard !values.isEmpty else { return nil }
    return keeping(
      elements: values.map { startTag(format: $0.format, name: $0.name) + text($0.value) + endTag }
        .joined())
  }

  /// Returns an `extensions` element that contains the given elements.
  ///
  /// Each element consists of a start tag from ``startTag(format:name:)``, text from ``text(_:)``
  /// and the ``endTag``.
  static func keeping(elements: String) -> String { "<extensions>\(elements)</extensions>" }

  static let endTag = "</cartographer:value>"

  /// Returns the start tag of the element that preserves a value with the given name and file
  /// format.
  static func startTag(format: String, name: String) -> String {
    var markup = MarkupBuffer()
    defer { markup.deallocate() }
    func put(attribute name: StaticString, _ value: String) {
      markup.put(name)
      markup.put("=\"")
      Array(XMLText.allowed(value).utf8).withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { markup.put(attribute: start, count: bytes.count) }
      }
      markup.put("\"")
    }
    markup.put("<cartographer:value ")
    put(attribute: "format", format)
    put(attribute: " name", name)
    markup.put(">")
    return String(decoding: markup.bytes, as: UTF8.self)
  }

  /// Escapes text for preserved markup, and replaces each character that XML does not allow with
  /// U+FFFD.
  static func text(_ text: String) -> String {
    var markup = MarkupBuffer()
    defer { markup.deallocate() }
    Array(XMLText.allowed(text).utf8).withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { markup.put(escaped: start, count: bytes.count) }
    }
    return String(decoding: markup.bytes, as: UTF8.self)
  }

  /// Adds the names of an item's groups to the markup that ``keeping(_:)`` returned. An import uses
  /// these names to find the members of each group.
  static func adding(groups: [String], to kept: String?) -> String? {
    guard !groups.isEmpty else { return kept }
    let elements = groups.map { "<cartographer:group>\(text($0))</cartographer:group>" }.joined()
    let end = "</extensions>"
    guard let kept, kept.hasSuffix(end) else { return keeping(elements: elements) }
    return "\(kept.dropLast(end.count))\(elements)\(end)"
  }

  /// Returns the values in preserved markup that come from formats other than GPX, in markup order.
  ///
  /// - Parameter kept: The preserved markup of an item in the file.
  /// - Complexity: O(n), where n is the length of the markup in bytes.
  static func foreignValues(in kept: String?, of header: GeoFileHeader) -> [ForeignValue] {
    guard let kept else { return [] }
    let bindings = RootBindings(header.namespaces)
    return FlatMarkup(Array(expanded(kept, header).utf8)).elements.compactMap { element in
      foreignValue(element, bindings)
    }
  }

  /// Returns the value that an element preserves from a format other than GPX. Returns nil for any
  /// other element.
  static func foreignValue(
    _ element: FlatMarkup.Element, _ bindings: RootBindings
  ) -> ForeignValue? {
    guard element.name == "value", bindings.uri(of: element.prefix) == ExtensionValues.namespace
    else { return nil }
    let attributes = Dictionary(element.attributes.map { ($0.name, $0.value) }) { $1 }
    guard let format = attributes["format"],
      let name = attributes["name"]
    else { return nil }
    return ForeignValue(
      format: format, name: name, value: String(decoding: element.text, as: UTF8.self))
  }

  /// Returns whether preserved markup contains any text other than values from other formats and
  /// the item's colour, symbol, notes and groups.
  ///
  /// - Parameter kept: The preserved markup of an item in the file with the given header.
  static func hasOtherText(_ kept: String, _ header: GeoFileHeader) -> Bool {
    let bindings = RootBindings(header.namespaces)
    let markup = Array(expanded(kept, header).utf8)
    let known = ExtensionValues(markup, bindings: bindings).elements.map(\.range)
    return FlatMarkup(markup).elements.contains { element in
      bindings.uri(of: element.prefix) != ExtensionValues.namespace
        && FlatMarkup.trimmed(element.text) != nil
        && !known.contains { $0.lowerBound <= element.start && element.end <= $0.upperBound }
    }
  }
}
