import CExpat

extension GPXReader {
  /// What is made up around items that have no root: tags, and how many.
  private static let roots: [String: (opening: StaticString, closing: StaticString, depth: Int)] = [
    "wpt": ("<gpx>", "</gpx>", 1), "rte": ("<gpx>", "</gpx>", 1), "trk": ("<gpx>", "</gpx>", 1),
    "rtept": ("<gpx><rte>", "</rte></gpx>", 2), "trkseg": ("<gpx><trk>", "</trk></gpx>", 2),
    "trkpt": ("<gpx><trk><trkseg>", "</trkseg></trk></gpx>", 3),
  ]

  /// Prepares the first document: passes over what is no markup, makes up a root where there is
  /// none.
  mutating func begin() throws {
    let piece = try text.next()
    noteRepairs(in: piece)
    let start = XMLStart(piece)
    noteSkipped(start)
    pending = Array(piece[start.skipped...])
    state.pointee.origin.advance(over: piece[..<start.skipped])
    guard let root = start.root, let made = Self.roots[start.rootName] else { return }
    let before = pending[..<(root - start.skipped)]
    var there = XMLOrigin()
    there.advance(over: before)
    state.pointee.origin.inserted = (there.line, there.column, made.opening.utf8CodeUnitCount)
    state.pointee.madeUp = made.depth
    closing = made.closing
    there = state.pointee.origin
    there.advance(over: before)
    state.pointee.log.add(
      Diagnostic(
        line: there.line, column: there.column, element: start.rootName, code: .rootMissing,
        action: .repaired,
        message: "there is no gpx element around this \(start.rootName); read as if there were"))
    pending.insert(
      contentsOf: UnsafeBufferPointer(
        start: made.opening.utf8Start, count: made.opening.utf8CodeUnitCount), at: before.count)
  }

  /// Prepares the parser for a document that follows the one just ended.
  ///
  /// Blanks, NULs and byte order marks may stand between the two; anything else is reported.
  ///
  /// - Returns: False where none follows.
  mutating func goToNextDocument() throws -> Bool {
    let (line, column) = state.pointee.position
    var place = XMLOrigin(line: line, column: column)
    var rest = unparsed
    var stray: XMLOrigin?
    var isGarbage = false
    // The scan stops by itself where it does not want a further document, and says so.
    let isReported = state.pointee.stopped
    while true {
      let next = XMLStart.markup(in: rest)
      // A tag that is cut here goes on in the next piece.
      let passed = next ?? rest.lastIndex(of: UInt8(ascii: "<")) ?? rest.count
      let end = next == nil && rest.count - passed > 256 ? rest.count : passed
      if let first = rest[..<end].firstIndex(where: { !Self.isBlank($0) }), stray == nil {
        stray = place
        stray?.advance(over: rest[..<first])
      }
      isGarbage = isGarbage || rest[..<end].contains { $0 != 0 && !Self.isBlank($0) }
      place.advance(over: rest[..<end])
      rest.removeSubrange(..<end)
      if next != nil {
        if let stray, isGarbage, !isReported { state.pointee.noteTrailing(at: stray) }
        state.pointee.beginNextDocument(at: place)
        pending = rest
        fed = 0
        XML_ParserReset(parser, "UTF-8")
        return true
      }
      let piece = try text.next()
      if piece.isEmpty {
        if !isReported, let stray = stray ?? (rest.isEmpty ? nil : place) {
          state.pointee.noteTrailing(at: stray)
        }
        return false
      }
      rest += piece
    }
  }

  /// Whether a byte is a blank or part of a byte order mark.
  private static func isBlank(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(byte)
  }
}
