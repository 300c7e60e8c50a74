/// A fault in a JSON file that ends the reading, with its position.
struct JSONFault: Error {
  let diagnostic: Diagnostic
  /// Whether the file exceeds a size limit, so that the whole file is rejected.
  let exceedsLimit: Bool

  init(_ code: Diagnostic.Code, at place: Diagnostic.Place, _ message: String) {
    exceedsLimit = [.limitDepth, .limitText].contains(code)
    diagnostic = Diagnostic(
      at: place, code: code, action: exceedsLimit ? .refused : .skipped, message: message)
  }
}
