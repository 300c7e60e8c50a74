/// A value in an item's file for which the library has no field, such as the text of an extension
/// element.
public struct PreservedValue: Hashable, Sendable {
  /// The value's name in its file. In GPX, the local names of the enclosing elements, separated by
  /// slashes, without the element `extensions`. The name of an attribute follows an `@`.
  public let name: String
  public let value: String
}

extension PreservedMarkup {
  /// Returns the values in an item's preserved markup that the library stores in no field, in the
  /// order of the file.
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
    var fields = ExtensionValues(markup, bindings: bindings).elements.map(\.range)[...]
    let elements = FlatMarkup(markup).elements
    var values: [PreservedValue] = []
    for (index, element) in elements.enumerated() {
      fields = fields.drop { $0.upperBound <= element.start }
      if let field = fields.first, field.contains(element.start) { continue }
      let attributes = Dictionary(element.attributes.map { ($0.name, $0.value) }) { $1 }
      let isForeign =
        element.name == "value" && bindings.uri(of: element.prefix) == ExtensionValues.namespace
      let name =
        isForeign ? attributes["name"] ?? element.name : path(to: index, in: elements)
      if let text = FlatMarkup.trimmed(element.text) {
        values.append(PreservedValue(name: name, value: text))
      }
      if isForeign { continue }
      for attribute in element.attributes where !isDeclaration(attribute.name) {
        values.append(PreservedValue(name: "\(name)@\(attribute.name)", value: attribute.value))
      }
    }
    return values
  }

  /// Returns the local names of an element and the elements around it, separated by slashes.
  private static func path(to index: Int, in elements: [FlatMarkup.Element]) -> String {
    var names: [String] = []
    var next = index
    while next >= 0, names.count < deepestPath {
      names.append(elements[next].name)
      next = elements[next].parent
    }
    if names.last == "extensions", names.count > 1 { names.removeLast() }
    return names.reversed().joined(separator: "/")
  }

  /// The maximum number of element names in the name of a value.
  private static let deepestPath = 16

  private static func isDeclaration(_ name: String) -> Bool {
    name == "xmlns" || name.hasPrefix("xmlns:") || name.hasPrefix("xsi:")
  }
}
