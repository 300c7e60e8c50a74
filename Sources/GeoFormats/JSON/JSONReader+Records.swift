/// Functions that record where a file's top-level values start and end. In newline-delimited JSON
/// and in JSON text sequences, each top-level value is a record.
extension JSONReader {
  /// Records the start of a top-level value at the current position.
  func beginRecord() {
    move(&anchor, to: position)
    if recordCount > 0, anchor.line == recordLine { hasOneRecordPerLine = false }
    (recordStart, recordLine) = (position, anchor.line)
    recordCount += 1
  }

  /// Records that the current token ends a top-level value.
  func endRecord() {
    state = .root
    move(&anchor, to: tokenStart)
    if anchor.line != recordLine { hasOneRecordPerLine = false }
  }

  /// Whether the part of the file read so far is newline-delimited JSON.
  private var isLineDelimited: Bool {
    recordCount > 1 && hasOneRecordPerLine && !text.isSequence
  }

  /// Throws a fault if a truncated record of newline-delimited JSON would be parsed together with
  /// the object on the next line.
  ///
  /// - Precondition: The next byte is an opening brace at the start of a line.
  func checkLineEnd() throws {
    guard isLineDelimited, !outer.isEmpty else { return }
    var index = position
    var lineEnds = 0
    func skipBack() {
      while index > max(recordStart, 0), memory[index - 1] <= 0x20 {
        index -= 1
        if memory[index] == 0x0A { lineEnds += 1 }
      }
    }
    skipBack()
    guard index > max(recordStart, 0) else { return }
    let last = memory[index - 1]
    if last == UInt8(ascii: ",") {
      // A comma between two objects belongs to an array that has a line for each object.
      let lines = lineEnds
      index -= 1
      skipBack()
      guard lineEnds == lines, index > max(recordStart, 0), memory[index - 1] != UInt8(ascii: "}")
      else { return }
    } else if last != UInt8(ascii: ":") {
      return
    }
    tokenStart = position
    move(&anchor, to: position)
    // An object that occupies several lines has no line that ends too early.
    guard anchor.line - lineEnds == recordLine else { return }
    throw JSONFault(.jsonMalformed, at: place, Self.incompleteLine)
  }

  private static let incompleteLine = "the line ends before its JSON value is complete"

  /// Moves to the next line or record, so that reading can continue after a fault in a sequence.
  ///
  /// In newline-delimited JSON, a truncated record causes a fault only on the next line. In this
  /// case, reading continues with that line, and the returned diagnostic states the line of the
  /// truncated record.
  ///
  /// - Returns: The diagnostic about the fault. Nil if the file ends first.
  func skipRecord(after fault: JSONFault) throws -> Diagnostic? {
    leaveRecord()
    if returnToLineStart() { return incompleteRecord }
    while true {
      while position < end {
        let byte = memory[position]
        position += 1
        if byte == (text.isSequence ? JSONText.separator : 0x0A) { return fault.diagnostic }
      }
      guard try fill() else { return nil }
    }
  }

  private func leaveRecord() {
    mark = -1
    outer.removeAll()
    keys.removeAll()
    hashes.removeAll()
    current = Container(isObject: false, keyStart: 0, hashStart: 0)
    state = .root
  }

  /// The diagnostic about a record whose line ends before its JSON value is complete.
  private var incompleteRecord: Diagnostic {
    Diagnostic(
      at: Diagnostic.Place(line: recordLine, element: "$"), code: .jsonMalformed,
      action: .skipped, message: Self.incompleteLine)
  }

  /// The maximum total size, in bytes, of the two lines that ``skipFirstLine(after:)`` examines.
  private static let firstLinesAtMost = 1 << 20

  /// Skips a faulty first line if the file seems to be newline-delimited JSON. The first and second
  /// lines must both begin with `{`, and the second line must also end with `}`.
  ///
  /// - Returns: The diagnostic about the first line.
  ///   Nil if the lines do not have this form or are too long.
  func skipFirstLine(after fault: JSONFault) throws -> Diagnostic? {
    let faultLine = fault.diagnostic.place.line ?? 0
    // The fault of a truncated line is found in the next line, or where another object begins a
    // line.
    let startsLine =
      tokenStart > 0 && tokenStart < end && memory[tokenStart] == UInt8(ascii: "{")
      && memory[tokenStart - 1] == 0x0A
    guard recordCount == 1, recordStart >= 0, recordStart < end, !text.isSequence,
      memory[recordStart] == UInt8(ascii: "{"), faultLine <= recordLine + 1 || startsLine,
      let next = try secondLine()
    else { return nil }
    leaveRecord()
    let lineEnds = (recordStart..<next).count { memory[$0] == 0x0A }
    anchor = Anchor(offset: next, line: recordLine + lineEnds, column: 1)
    position = next
    tokenStart = next
    return faultLine == recordLine ? fault.diagnostic : incompleteRecord
  }

  /// Returns the offset of the line after the record's first line. Returns nil if that line does
  /// not look like a complete JSON object, or is too long.
  private func secondLine() throws -> Int? {
    mark = recordStart
    while true {
      var lines = UnsafeBufferPointer(start: memory, count: end)[recordStart...]
      lines = lines.drop { $0 != 0x0A }.drop { $0 <= 0x20 }
      let line = lines.prefix { $0 != 0x0A }
      if line.endIndex < end || isAtEnd {
        let isObject =
          line.first == UInt8(ascii: "{") && memory[line.startIndex - 1] == 0x0A
          && line.last(where: { $0 > 0x20 }) == UInt8(ascii: "}")
        return isObject ? line.startIndex : nil
      }
      guard end - recordStart < min(Self.firstLinesAtMost, limits.text) else { return nil }
      mark = recordStart
      _ = try fill()
    }
  }

  /// Returns to the start of the current token's line if the current record began on an earlier
  /// line.
  ///
  /// - Returns: Whether the parser is now at the start of the token's line.
  private func returnToLineStart() -> Bool {
    guard isLineDelimited, tokenStart <= end else { return false }
    let first = max(recordStart, 0)
    var start = tokenStart
    while start > first, memory[start - 1] != 0x0A { start -= 1 }
    if start == first {
      // The line end before the token may no longer be in memory.
      move(&anchor, to: start)
      guard anchor.offset == start, anchor.column == 1, anchor.line > recordLine else {
        return false
      }
    }
    move(&anchor, to: tokenStart)
    anchor.offset = start
    anchor.column = 1
    position = start
    tokenStart = start
    return true
  }
}
