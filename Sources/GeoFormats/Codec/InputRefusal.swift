/// An internal error for an input that cannot be read; the reader stores it as
/// ``GeoReadReport/refusal``.
struct InputRefusal: Error {
  let code: Diagnostic.Code
  let message: String
  /// The position in the file that made it unreadable.
  var place = Diagnostic.Place(line: 1, column: 1)
}
