/// An internal error that stops the reading of a file. The reader stores the refusal as
/// ``GeoReadReport/refusal``, unless reading stopped at a limit after some elements had been read.
struct InputRefusal: Error {
  let code: Diagnostic.Code
  let message: String
  /// The position of the content that makes the file unreadable.
  var place = Diagnostic.Place(line: 1, column: 1)
  /// The action that would make the file readable. Nil if the usual remedy for the code applies.
  var remedy: Diagnostic.Remedy?
  /// The names of a table's columns. Empty for other files, and for a table whose columns are not
  /// known.
  var columnNames: [String] = []

  /// Returns this error, located at the given position if it has no position yet.
  func located(at place: @autoclosure () -> Diagnostic.Place) -> InputRefusal {
    guard self.place == Diagnostic.Place(line: 1, column: 1) else { return self }
    var located = self
    located.place = place()
    return located
  }

  /// The suffix of a message about a file that was read only up to a limit.
  static let readPartly = "; only complete elements before this position were read"
  /// The suffix of a message about a file that was rejected because it exceeds a limit.
  static let rejected = "; the file was rejected"
}
