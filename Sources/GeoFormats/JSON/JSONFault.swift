/// A fault in a JSON file that makes the parser stop, with its position.
struct JSONFault: Error {
  let diagnostic: Diagnostic
  /// Whether the whole file is rejected, because its content cannot be read as positions.
  let refusesFile: Bool

  init(_ code: Diagnostic.Code, at place: Diagnostic.Place, _ message: String) {
    refusesFile = [.crsUnsupported, .inputUnknown].contains(code)
    diagnostic = Diagnostic(
      at: place, code: code, action: refusesFile ? .refused : .skipped, message: message)
  }

  /// Creates the fault at which reading ends because of a limit.
  ///
  /// - Throws: `refusal` if it is not about a limit.
  init(_ refusal: InputRefusal) throws {
    guard refusal.code.isLimit else { throw refusal }
    self.init(refusal.code, at: refusal.place, refusal.message)
  }

  /// Whether a limit is exceeded, so that nothing more is read, not even another line.
  var isLimit: Bool { diagnostic.code.isLimit }
}
