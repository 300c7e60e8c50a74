import Geodesy

extension JSONReader {
  /// Skips white space and comments, and returns the next byte, or 0 at the end of the file.
  @inline(__always)
  func significantByte() throws -> UInt8 {
    let byte = memory[position]
    return byte > 0x20 && byte != UInt8(ascii: "/") && byte < 0x80 ? byte : try skipSpace()
  }

  private func skipSpace() throws -> UInt8 {
    // The byte before the current position, if it is white space.
    var last: UInt8 = 0
    while true {
      var index = position
      var byte = memory[index]
      while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        index &+= 1
        byte = memory[index]
      }
      if index > position { last = memory[index - 1] }
      position = index
      if index == end {
        guard try fill() else { return 0 }
        continue
      }
      if byte == UInt8(ascii: "/"), try skipComment() {
        last = 0
        continue
      }
      if last == 0x0A, byte == UInt8(ascii: "{") { try checkLineEnd() }
      // RFC 8142 separates texts by a record separator; files joined together keep their byte order
      // marks.
      if outer.isEmpty, state == .root {
        if byte == JSONText.separator {
          position += 1
          continue
        }
        if byte == 0xEF, end - index >= 3, memory[index + 1] == 0xBB, memory[index + 2] == 0xBF {
          position += 3
          continue
        }
      }
      return byte
    }
  }

  /// Skips a comment.
  ///
  /// - Returns: True if a comment was skipped, and false if none begins at the current position.
  private func skipComment() throws -> Bool {
    while end - position < 2 { guard try fill() else { return false } }
    let second = memory[position + 1]
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else { return false }
    let isLine = second == UInt8(ascii: "/")
    let start = tokenStart
    tokenStart = position
    note(.comment)
    tokenStart = min(start, position)
    position += 2
    var last: UInt8 = 0
    while true {
      if position == end {
        guard try fill() else { return true }
        continue
      }
      let byte = memory[position]
      position += 1
      if isLine ? byte == 0x0A : last == UInt8(ascii: "*") && byte == UInt8(ascii: "/") {
        return true
      }
      last = byte
    }
  }

  /// Appends the next chunk of the file to ``memory``, after dropping the bytes that are no longer
  /// needed.
  ///
  /// - Returns: False at the end of the file.
  func fill() throws -> Bool {
    guard !isAtEnd else { return false }
    let dropped = mark >= 0 ? mark : position
    move(&anchor, to: dropped)
    anchor.offset -= dropped
    memory.update(from: memory + dropped, count: end - dropped)
    position -= dropped
    end -= dropped
    tokenStart = max(tokenStart - dropped, 0)
    textStart -= dropped
    recordStart -= dropped
    if mark >= 0 { mark = 0 }
    memory[end] = 0
    try advance()
    let piece = try text.next()
    guard !piece.isEmpty else {
      isAtEnd = true
      return false
    }
    if end + piece.count > capacity {
      guard end <= limits.text else {
        throw JSONFault(
          .limitText, at: place,
          "a string or number is longer than \(Numbers.grouped(limits.text)) bytes")
      }
      grow(to: end + piece.count)
    }
    if let start = piece.baseAddress { (memory + end).update(from: start, count: piece.count) }
    let old = end
    end += piece.count
    memory[end] = 0
    for repair in text.repairs { note(repair, at: old + repair.offset) }
    return true
  }

  private func grow(to needed: Int) {
    capacity = max(needed, capacity * 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 1)
    larger.update(from: memory, count: end)
    memory.deallocate()
    memory = larger
  }

  /// Moves an anchor forward to an offset, and updates the anchor's line and column.
  ///
  /// - Complexity: O(n), where n is the number of bytes between the anchor and the offset.
  func move(_ anchor: inout Anchor, to offset: Int) {
    guard offset > anchor.offset else { return }
    let bytes = memory
    var (lines, lineStart, characters) = (0, anchor.offset, 0)
    for index in anchor.offset..<offset where bytes[index] == 0x0A {
      lines &+= 1
      lineStart = index &+ 1
    }
    for index in lineStart..<offset { characters &+= bytes[index] & 0xC0 == 0x80 ? 0 : 1 }
    anchor.line += lines
    anchor.column = (lines == 0 ? anchor.column : 1) + characters
    anchor.offset = offset
  }

  /// The position of the current token in the file.
  var place: Diagnostic.Place { place(at: tokenStart) }

  private func place(at offset: Int) -> Diagnostic.Place {
    move(&anchor, to: offset)
    return Diagnostic.Place(line: anchor.line, column: anchor.column, element: path)
  }

  /// Records a repair at the current token.
  func note(_ repair: JSONRepair, _ excerpt: @autoclosure () -> String = "") {
    tally.add(repair, at: place, excerpt())
  }

  private func note(_ repair: XMLText.Repair, at offset: Int) {
    let kind = repair.code == .encodingInvalidBytes ? JSONRepair.encoding : .illegalCharacter
    tally.add(kind, at: placeAhead(at: offset))
  }

  /// Returns the line and column of an offset that the parser has not reached yet, without changing
  /// ``anchor``.
  private func placeAhead(at offset: Int) -> Diagnostic.Place {
    var ahead = anchor
    move(&ahead, to: offset)
    return Diagnostic.Place(line: ahead.line, column: ahead.column, element: path)
  }
}
