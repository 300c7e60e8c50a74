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

  /// Reports damage in compressed data, or an exceeded limit, after the end of the document.
  mutating func noteDamage(_ problem: InputDamage) {
    if problem.code.isLimit {
      report.isComplete = false
      note(
        problem.code, .skipped, element: nil,
        "\(problem.message) after the end of the document; the remaining content was ignored")
      return
    }
    note(
      .inputDamaged, .kept, element: nil,
      "\(problem.message) after the end of the document; the imported data may be wrong")
  }
}
