extension GPXScan {
  /// Makes ready for a further document in the same file.
  mutating func beginNextDocument(at place: XMLOrigin) {
    origin = place
    documents += 1
    nesting = 0
    madeUp = 0
    depth = 0
    context = .document
    rootClosed = false
    stopped = false
    inDoctype = false
    leavesDocumentOut = false
  }

  /// Reports that something follows the last document.
  mutating func noteTrailing(at place: XMLOrigin) {
    log.add(
      Diagnostic(
        line: place.line, column: place.column, code: .xmlTrailingContent, action: .skipped,
        message: "something follows the end of the document; it is left out"))
  }

  /// Reports that the packing is broken after the end of the document.
  mutating func noteDamage(_ problem: String) {
    note(
      .inputDamaged, .kept, element: nil,
      "\(problem), after the end of the document: some of its content may be wrong")
  }
}
