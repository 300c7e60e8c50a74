/// A fault in a JSON file that makes the parser stop, with its position.
struct JSONFault: Error {
  let diagnostic: Diagnostic
  /// Whether the whole file is rejected, for example because it exceeds a size limit.
  let refusesFile: Bool

  init(_ code: Diagnostic.Code, at place: Diagnostic.Place, _ message: String) {
    refusesFile = [.limitDepth, .limitText, .crsUnsupported, .inputUnknown].contains(code)
    diagnostic = Diagnostic(
      at: place, code: code, action: refusesFile ? .refused : .skipped, message: message)
  }
}
