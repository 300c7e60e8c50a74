/// A value in an item's file for which the library has no field, such as the text of an extension
/// element.
public struct PreservedValue: Hashable, Sendable {
  /// The value's name in its file. For an XML element, the local names of the enclosing elements,
  /// separated by slashes, without the element `extensions`. An attribute's name is preceded by
  /// `@`.
  public let name: String
  public let value: String
}

extension PreservedMarkup {
  /// Returns the values in an item's preserved markup for which the library has no field, in file
  /// order.
  ///
  /// - Parameter kept: The preserved markup of a place or path.
  /// - Parameter header: The header of the item's file.
  /// - Complexity: O(n · d), where n is the length of the markup in bytes and d is the depth of its
  ///   elements.
  public static func values(in kept: String?, of header: GeoFileHeader?) -> [PreservedValue] {
    guard let kept else { return [] }
    let markup = Array(expanded(kept, header).utf8)
    let bindings = RootBindings(header?.namespaces ?? [])
    // The library has fields for these values, which may have been edited since the import.
    let fields = ExtensionValues(markup, bindings: bindings).elements.map(\.range)
    return values(in: FlatMarkup(markup).elements, without: fields) { element in
      guard element.name == "value", bindings.uri(of: element.prefix) == ExtensionValues.namespace
      else { return nil }
      return foreignValues(in: element)
    }
  }

  /// Returns the text and attribute values of the given elements.
  ///
  /// - Parameter fields: The byte ranges of the elements to omit, in ascending order.
  /// - Parameter replacement: A closure that returns the values of an element that preserves values
  ///   of another format. Nil for any other element.
  private static func values(
    in elements: [FlatMarkup.Element], without fields: [Range<Int>] = [],
    replacement: (FlatMarkup.Element) -> [PreservedValue]? = { _ in nil }
  ) -> [PreservedValue] {
    var fields = fields[...]
    var values: [PreservedValue] = []
    for (index, element) in elements.enumerated() {
      fields = fields.drop { $0.upperBound <= element.start }
      if let field = fields.first, field.contains(element.start) { continue }
      if let replaced = replacement(element) {
        values += replaced
        continue
      }
      let name = path(to: index, in: elements)
      if let text = FlatMarkup.trimmed(element.text) {
        values.append(PreservedValue(name: name, value: text))
      }
      for attribute in element.attributes
      where !isDeclaration(attribute.name) && dataName(element) != attribute.value {
        values.append(PreservedValue(name: "\(name)@\(attribute.name)", value: attribute.value))
      }
    }
    return values
  }

  /// Returns the values in an element that preserves a value of another format. A value from KML
  /// can itself be an XML element.
  private static func foreignValues(in element: FlatMarkup.Element) -> [PreservedValue] {
    guard let text = FlatMarkup.trimmed(element.text) else { return [] }
    let markup = text.first == "<" ? values(in: FlatMarkup(Array(text.utf8)).elements) : []
    guard markup.isEmpty else { return markup }
    let name = element.attributes.first { $0.name == "name" }?.value
    return [PreservedValue(name: name ?? element.name, value: text)]
  }

  /// Returns the local names of an element and the elements around it, separated by slashes. A
  /// `Data` element of KML is named by its attribute.
  private static func path(to index: Int, in elements: [FlatMarkup.Element]) -> String {
    var names: [String] = []
    var next = index
    while next >= 0, names.count < deepestPath {
      let element = elements[next]
      if let name = dataName(element) { return ([name] + names.reversed()).joined(separator: "/") }
      let isDataValue = element.parent >= 0 && dataName(elements[element.parent]) != nil
      if !(isDataValue && element.name == "value") { names.append(element.name) }
      next = element.parent
    }
    if names.last == "extensions", names.count > 1 { names.removeLast() }
    return names.reversed().joined(separator: "/")
  }

  /// Returns the name of a value in the extended data of KML. Nil for any other element.
  private static func dataName(_ element: FlatMarkup.Element) -> String? {
    guard element.name == "Data" || element.name == "SimpleData" else { return nil }
    return element.attributes.first { $0.name == "name" }?.value
  }

  /// The maximum number of element names in the name of a value.
  private static let deepestPath = 16

  private static func isDeclaration(_ name: String) -> Bool {
    name == "xmlns" || name.hasPrefix("xmlns:") || name.hasPrefix("xsi:")
  }
}
