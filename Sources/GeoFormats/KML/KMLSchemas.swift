/// The display names that a KML file's Schema elements declare for fields in ExtendedData.
struct KMLSchemas {
  private struct Key: Hashable {
    let schema: String
    let field: String
  }

  /// The maximum number of names. Further names are ignored.
  private static let limit = 1_000

  private var titles: [Key: String] = [:]
  private var schema = ""
  /// The name of the field that is being read.
  var field = ""

  /// Begins reading the Schema with the given identifier.
  mutating func begin(_ identifier: String) { schema = identifier }

  /// Sets the current field's display name.
  mutating func set(title: String?) {
    guard let title, titles.count < Self.limit else { return }
    titles[Key(schema: schema, field: field)] = title
  }

  /// Returns a field's display name. Returns nil if the file declares none.
  func title(of field: String, in schema: String) -> String? {
    titles[Key(schema: schema, field: field)]
  }
}
