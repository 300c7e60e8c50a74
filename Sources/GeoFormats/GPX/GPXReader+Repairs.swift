extension GPXReader {
  /// Reports the passages that were replaced in the given bytes. The given bytes follow those in
  /// ``pending`` and all bytes already passed to the parser.
  mutating func noteRepairs(_ repairs: [RepairedText.Repair], in bytes: some Collection<UInt8>) {
    guard !repairs.isEmpty else { return }
    // The parser's position where the bytes begin.
    var place = XMLOrigin()
    if fed > 0 {
      let (line, column) = state.pointee.parserPosition
      state.pointee.origin.forget(before: line, column: column)
      place = placeOfNext()
    }
    var rest = bytes[...]
    var reached = 0
    for repair in repairs {
      place.advance(over: rest.prefix(repair.offset - reached))
      rest = rest.dropFirst(repair.offset - reached)
      reached = repair.offset
      let code = repair.code
      let isKept = state.pointee.log.admits(code)
      let (line, column) =
        isKept ? state.pointee.origin.place(line: place.line, column: place.column) : (0, 0)
      let (inFile, inPiece) = repair.characters
      state.pointee.origin.note(
        XMLOrigin.Change(
          line: place.line, start: place.column, end: place.column + inPiece,
          shift: inFile - inPiece))
      guard isKept else { continue }
      state.pointee.log.keep(
        Diagnostic(
          line: line, column: column, element: repair.element, code: code, action: .repaired,
          message: repair.message(encoding: encoding.name)))
    }
  }
}
