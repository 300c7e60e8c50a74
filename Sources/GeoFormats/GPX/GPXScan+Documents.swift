extension GPXScan {
  /// Resets the reader's state for the next XML document in the same file.
  mutating func beginNextDocument(at place: XMLOrigin) {
    origin = place
    document = DocumentState(number: document.number + 1)
    depth = 0
    context = .document
    parsing.resume()
  }

  /// Reports content after the last XML document.
  mutating func noteTrailing(at place: XMLOrigin) {
    log.add(
      Diagnostic(
        line: place.line, column: place.column, code: .xmlTrailingContent, action: .skipped,
        message: "content after the end of the document was skipped"))
  }

  /// Reports damaged compressed data after the end of the document.
  mutating func noteDamage(_ problem: String) {
    note(
      .inputDamaged, .kept, element: nil,
      "\(problem) after the end of the document; the content may be wrong")
  }
}
