/// A fault in a JSON file that stops the parser, with the fault's position.
struct JSONFault: Error {
  let diagnostic: Diagnostic
  /// Whether the whole file is rejected, because its format or coordinate system is not supported.
  let refusesFile: Bool

  init(_ code: Diagnostic.Code, at place: Diagnostic.Place, _ message: String) {
    refusesFile = [.crsUnsupported, .inputUnknown].contains(code)
    diagnostic = Diagnostic(
      at: place, code: code, action: refusesFile ? .refused : .skipped, message: message)
  }

  /// Creates the fault that reports an exceeded limit.
  ///
  /// - Throws: `refusal` itself if its cause is not an exceeded limit.
  init(_ refusal: InputRefusal) throws {
    guard refusal.code.isLimit else { throw refusal }
    self.init(refusal.code, at: refusal.place, refusal.message)
  }

  /// Whether the fault is an exceeded limit. After such a fault, no further line is read.
  var isLimit: Bool { diagnostic.code.isLimit }
}
