/// The names for display that a KML file declares for the fields of ExtendedData in Schema elements.
struct KMLSchemas {
  private struct Key: Hashable {
    let schema: String
    let field: String
  }

  /// The maximum number of names; further ones are ignored.
  private static let limit = 1_000

  private var titles: [Key: String] = [:]
  private var schema = ""
  /// The name of the field that is being read.
  var field = ""

  /// Begins to read the Schema with an identifier.
  mutating func begin(_ identifier: String) { schema = identifier }

  /// Sets the name for display of the current field.
  mutating func set(title: String?) {
    guard let title, titles.count < Self.limit else { return }
    titles[Key(schema: schema, field: field)] = title
  }

  /// Returns a field's name for display, if the file declares one.
  func title(of field: String, in schema: String) -> String? {
    titles[Key(schema: schema, field: field)]
  }
}
