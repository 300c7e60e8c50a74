/// An internal error for an input that cannot be read. The reader stores the refusal as
/// ``GeoReadReport/refusal``.
struct InputRefusal: Error {
  let code: Diagnostic.Code
  let message: String
  /// The position of the content that makes the file unreadable.
  var place = Diagnostic.Place(line: 1, column: 1)
  /// The action that makes the file readable. Nil if the usual remedy for the code applies.
  var remedy: Diagnostic.Remedy?
  /// The names of a table's columns. Empty for other files, and if the columns are not known.
  var columnNames: [String] = []
}
