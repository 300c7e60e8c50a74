/// A value in an item's file for which the library has no field, such as the text of an extension
/// element.
public struct PreservedValue: Hashable, Sendable {
  /// The value's name in its file. For an XML element, the local names of the enclosing elements
  /// and of the element itself, separated by slashes, without the element `extensions`. An
  /// attribute's name is preceded by `@`.
  public let name: String
  public let value: String
}

extension PreservedMarkup {
  /// Returns the values in an item's preserved markup for which the library has no field, in file
  /// order.
  ///
  /// - Parameter kept: The preserved markup of a place or path.
  /// - Parameter header: The header of the item's file.
  /// - Complexity: O(n), where n is the length of the markup in bytes.
  public static func values(in kept: String, of header: GeoFileHeader?) -> [PreservedValue] {
    let markup = Array(expanded(kept, header).utf8)
    let bindings = RootBindings(header?.namespaces ?? [])
    // The library has fields for these values, which may have been edited since the import.
    var fields = ExtensionValues(markup, bindings: bindings).elements.map(\.range)[...]
    let elements = FlatMarkup(markup).elements
    var values: [PreservedValue] = []
    for (index, element) in elements.enumerated() {
      fields = fields.drop { $0.upperBound <= element.start }
      if let field = fields.first, field.contains(element.start) { continue }
      if let foreign = foreignValue(element, bindings) {
        values += list(foreign)
      } else {
        values += list(element, named: path(to: index, in: elements))
      }
    }
    return values
  }

  /// Returns an element's text and attributes as preserved values.
  private static func list(
    _ element: FlatMarkup.Element, named name: String, omitting omitted: String? = nil
  ) -> [PreservedValue] {
    var values: [PreservedValue] = []
    if let text = FlatMarkup.trimmed(element.text) {
      values.append(PreservedValue(name: name, value: text))
    }
    for attribute in element.attributes
    where attribute.name != omitted && !isDeclaration(attribute.name) {
      values.append(PreservedValue(name: "\(name)@\(attribute.name)", value: attribute.value))
    }
    return values
  }

  /// Returns the preserved values for a value from another format. If the value is an XML element
  /// from KML, its text and attributes are returned separately.
  private static func list(_ foreign: ForeignValue) -> [PreservedValue] {
    guard let text = FlatMarkup.trimmed(Array(foreign.value.utf8)) else { return [] }
    guard foreign.format == KMLCodec.id, text.first == "<" else {
      return [PreservedValue(name: foreign.name, value: text)]
    }
    let elements = FlatMarkup(Array(text.utf8)).elements
    let values = elements.enumerated().flatMap { index, element in
      list(
        element, named: path(to: index, in: elements, data: dataName),
        omitting: dataName(element) == nil ? nil : "name")
    }
    return values.isEmpty ? [PreservedValue(name: foreign.name, value: text)] : values
  }

  /// Returns the local names of an element and its enclosing elements, separated by slashes.
  ///
  /// - Parameter data: A closure that returns the name of an element whose path is only its name.
  ///   The path of its `value` element is this name, too. The closure returns nil for any other
  ///   element.
  private static func path(
    to index: Int, in elements: [FlatMarkup.Element],
    data: (FlatMarkup.Element) -> String? = { _ in nil }
  ) -> String {
    var names: [String] = []
    var next = index
    while next >= 0, names.count < deepestPath {
      let element = elements[next]
      if let name = data(element) { return ([name] + names.reversed()).joined(separator: "/") }
      let isDataValue = element.parent >= 0 && data(elements[element.parent]) != nil
      if !(isDataValue && element.name == "value") { names.append(element.name) }
      next = element.parent
    }
    if names.last == "extensions", names.count > 1 { names.removeLast() }
    return names.reversed().joined(separator: "/")
  }

  /// Returns the name of a value in KML's ExtendedData. Returns nil for any other element.
  private static func dataName(_ element: FlatMarkup.Element) -> String? {
    guard element.name == "Data" || element.name == "SimpleData" else { return nil }
    return element.attributes.first { $0.name == "name" }?.value
  }

  /// The maximum number of element names in a value's name.
  private static let deepestPath = 16

  private static func isDeclaration(_ name: String) -> Bool {
    name == "xmlns" || name.hasPrefix("xmlns:") || name.hasPrefix("xsi:")
  }
}
