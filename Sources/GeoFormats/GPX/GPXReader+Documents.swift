import CExpat

extension GPXReader {
  /// The start and end tags to insert around the content of a file without a root element, and the
  /// number of start tags, keyed by the name of the file's first element.
  private static let roots: [String: (opening: StaticString, closing: StaticString, depth: Int)] = [
    "wpt": ("<gpx>", "</gpx>", 1), "rte": ("<gpx>", "</gpx>", 1), "trk": ("<gpx>", "</gpx>", 1),
    "rtept": ("<gpx><rte>", "</rte></gpx>", 2), "trkseg": ("<gpx><trk>", "</trk></gpx>", 2),
    "trkpt": ("<gpx><trk><trkseg>", "</trkseg></trk></gpx>", 3),
  ]

  /// Skips any content before the first document's markup, and inserts a root element if the
  /// document has none.
  mutating func begin() throws {
    let piece = try text.next()
    let start = XMLStart(piece)
    if let diagnostic = start.diagnostic { state.pointee.log.add(diagnostic) }
    pending = Array(piece[start.skipped...])
    state.pointee.origin.advance(over: piece[..<start.skipped])
    // Skipped bytes need no repairs.
    var repairs = text.repairs.filter { $0.offset >= start.skipped }
    for index in repairs.indices { repairs[index].offset -= start.skipped }
    defer {
      let whole = pending
      pending = []
      noteRepairs(repairs, in: whole)
      pending = whole
    }
    guard let root = start.root, let made = Self.roots[start.rootName] else { return }
    let before = pending[..<(root - start.skipped)]
    let count = made.opening.utf8CodeUnitCount
    var there = XMLOrigin()
    there.advance(over: before)
    let place = state.pointee.origin.place(line: there.line, column: there.column)
    state.pointee.origin.note(
      XMLOrigin.Change(
        line: there.line, start: there.column, end: there.column + count, shift: -count))
    state.pointee.document.synthesizedDepth = made.depth
    closing = made.closing
    state.pointee.log.add(
      Diagnostic(
        line: place.line, column: place.column, element: start.rootName, code: .rootMissing,
        action: .repaired,
        message: """
          the \(start.rootName) is not inside a gpx element; an enclosing gpx element is assumed
          """))
    for index in repairs.indices where repairs[index].offset >= before.count {
      repairs[index].offset += count
    }
    pending.insert(
      contentsOf: UnsafeBufferPointer(start: made.opening.utf8Start, count: count),
      at: before.count)
  }

  /// Advances the parser to the next XML document in the file.
  ///
  /// Two documents in one file can be separated by white space, NUL characters and byte order
  /// marks. Other content between two documents is reported.
  ///
  /// - Returns: Whether the file contains another document.
  mutating func goToNextDocument() throws -> Bool {
    var place = XMLOrigin()
    (place.line, place.column) = state.pointee.parserPosition
    let origin = state.pointee.origin
    // The pending bytes begin with the bytes of this document that the parser already has.
    var rest = pending.isEmpty ? unparsed() : pending
    var start = pending.isEmpty ? 0 : given - unparsed().count
    var repairs: [RepairedText.Repair] = []
    var stray: XMLOrigin?
    var isGarbage = false
    // The scan reports a rejected further document itself when it stops.
    let isReported = state.pointee.parsing.isStopped
    while true {
      let next =
        state.pointee.document.isSkipped
        ? XMLStart.declaration(in: rest[start...]) : XMLStart.markup(in: rest[start...])
      // A tag at the end of the bytes continues in the next piece.
      let passed = next ?? rest[start...].lastIndex(of: UInt8(ascii: "<")) ?? rest.count
      let end = next == nil && rest.count - passed > 256 ? rest.count : passed
      if let first = rest[start..<end].firstIndex(where: { !Self.isBlank($0) }), stray == nil {
        stray = place
        stray?.advance(over: rest[start..<first])
      }
      isGarbage = isGarbage || rest[start..<end].contains { $0 != 0 && !Self.isBlank($0) }
      place.advance(over: rest[start..<end])
      start = end
      if next != nil {
        if let stray, isGarbage, !isReported { noteTrailing(at: stray) }
        state.pointee.beginNextDocument(
          at: origin.origin(ofDocumentAt: place.line, column: place.column))
        fed = 0
        reached = nil
        pending = []
        closing = nil
        // Skipped bytes need no repairs.
        repairs = repairs.filter { $0.offset >= start }
        for index in repairs.indices { repairs[index].offset -= start }
        noteRepairs(repairs, in: rest[start...])
        pending = rest
        given = start
        XML_ParserReset(parser, "UTF-8")
        return true
      }
      let piece = try text.next()
      if piece.isEmpty {
        if !isReported, let stray = stray ?? (rest.isEmpty ? nil : place) {
          noteTrailing(at: stray)
        }
        return false
      }
      rest.removeSubrange(..<start)
      for index in repairs.indices { repairs[index].offset -= start }
      start = 0
      repairs = repairs.filter { $0.offset >= 0 }
      for var repair in text.repairs {
        repair.offset += rest.count
        repairs.append(repair)
      }
      rest += piece
    }
  }

  /// Reports content after the end of an XML document.
  ///
  /// - Parameter stray: The content's position in the parser's input.
  private func noteTrailing(at stray: XMLOrigin) {
    let (line, column) = state.pointee.origin.place(line: stray.line, column: stray.column)
    state.pointee.noteTrailing(at: XMLOrigin(line: line, column: column))
  }

  /// Returns whether a byte is white space or part of a byte order mark.
  private static func isBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: true
    default: false
    }
  }
}
