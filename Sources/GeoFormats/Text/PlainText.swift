import Foundation
import Geodesy

/// The text of a file without markup, such as a table or a log. It is converted to UTF-8 and read
/// as a stream.
final class PlainText {
  /// The encoding's display name.
  let encoding: String
  /// The number of the line where the window begins, counted from 1.
  private(set) var line = 1
  /// Whether the window contains the last bytes of the text.
  private(set) var isAtEnd = false
  private let text: XMLText
  private let input: GeoInput
  private var memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 256 * 1024)
  private var capacity = 256 * 1024
  private var (start, end) = (0, 0)
  private var repairs = DiagnosticTally<Diagnostic.Code>()

  init(_ input: GeoInput) throws {
    let encoding = XMLEncoding(plainText: try input.content.window(atLeast: 1024))
    self.encoding = encoding.name
    self.input = input
    text = encoding.text(of: input.content)
  }

  deinit {
    memory.deallocate()
  }

  /// The bytes that have been read but not yet consumed. They are valid until the next call to
  /// ``extend()``.
  var window: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: memory + start, count: end - start)
  }

  /// Adds the next piece of the text to the window.
  ///
  /// - Returns: Whether the window has grown. False at the end of the text.
  func extend() throws -> Bool {
    guard !isAtEnd else { return false }
    try input.advance()
    let piece = try text.next()
    guard let bytes = piece.baseAddress, !piece.isEmpty else {
      isAtEnd = true
      return false
    }
    makeRoom(piece.count)
    (memory + end).update(from: bytes, count: piece.count)
    for repair in text.repairs { note(repair) }
    end += piece.count
    return true
  }

  private func makeRoom(_ count: Int) {
    if end + count > capacity, start > 0 {
      memory.update(from: memory + start, count: end - start)
      (start, end) = (0, end - start)
    }
    guard end + count > capacity else { return }
    capacity = max(2 * capacity, end + count)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: memory, count: end)
    memory.deallocate()
    memory = grown
  }

  /// Consumes bytes from the start of the window.
  ///
  /// - Parameter lines: The number of line endings among the consumed bytes.
  func consume(_ count: Int, lines: Int) {
    start += min(count, end - start)
    line += lines
  }

  /// Consumes the next line and returns it without its line ending, or returns nil at the end of
  /// the text. The line is valid until the next call.
  ///
  /// - Throws: ``InputRefusal`` if the line is longer than the limit.
  func nextLine() throws -> UnsafeBufferPointer<UInt8>? {
    while true {
      let window = UnsafeBufferPointer(self.window)
      if let found = Self.lineEnd(in: window), found.next < window.count || isAtEnd {
        consume(found.next, lines: 1)
        return UnsafeBufferPointer(rebasing: window[..<found.end])
      }
      if window.count > input.options.limits.text { throw lineLimit() }
      let wanted = 2 * window.count
      var hasGrown = try extend()
      while hasGrown, self.window.count < wanted { hasGrown = try extend() }
      if isAtEnd, Self.lineEnd(in: UnsafeBufferPointer(self.window)) == nil {
        let last = UnsafeBufferPointer(self.window)
        consume(last.count, lines: 0)
        return last.isEmpty ? nil : last
      }
    }
  }

  /// Repeatedly calls a closure that reads the next line or record, until the closure returns
  /// false.
  ///
  /// - Returns: The exceeded limit that stopped reading. Nil if the text was read to its end.
  func readingToLimit(_ readNext: () throws -> Bool) throws -> InputRefusal? {
    do {
      while try readNext() {}
      return nil
    } catch let limit as InputRefusal where limit.code.isLimit {
      return limit
    }
  }

  private func lineLimit() -> InputRefusal {
    InputRefusal(
      code: .limitText,
      message: "line \(line) is longer than \(Numbers.grouped(input.options.limits.text)) bytes",
      place: Diagnostic.Place(line: line, column: 1))
  }

  /// Returns the index of the first line ending, and the index of the byte after it. Returns nil if
  /// there is no line ending. LF, CR LF and CR are recognised as line endings.
  private static func lineEnd(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> (end: Int, next: Int)? {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return nil }
    let feed = memchr(base, 0x0A, bytes.count).map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
    let searched = feed ?? bytes.count
    let found = memchr(base, 0x0D, searched)
    if let carriage = found.map({ UnsafeRawPointer($0) - UnsafeRawPointer(base) }) {
      return (carriage, carriage + 1 == feed ? carriage + 2 : carriage + 1)
    }
    return feed.map { ($0, $0 + 1) }
  }

  // MARK: Diagnostics

  private func note(_ repair: XMLText.Repair) {
    repairs.add(repair.code, at: place(at: end - start + repair.offset))
  }

  /// Returns the line and column of a byte in the window.
  ///
  /// - Complexity: O(n), where n is the byte's offset in the window.
  func place(at offset: Int) -> Diagnostic.Place {
    var origin = XMLOrigin(line: line)
    origin.advance(over: UnsafeBufferPointer(start: memory + start, count: offset))
    return Diagnostic.Place(line: origin.line, column: origin.column)
  }

  /// Reports the repairs made to the text. There is one diagnostic for each kind of repair, with
  /// the number of repairs. Must be called after the whole text has been read.
  func reportRepairs(to feed: GeoFeed) {
    for repair in repairs.entries {
      let isByte = repair.kind == .encodingInvalidBytes
      feed.diagnose(
        repair.kind, .repaired, at: repair.place,
        isByte
          ? "bytes that are not valid \(encoding) are read as windows-1252\(repair.times)"
          : "a control character is read as U+FFFD\(repair.times)")
    }
  }
}
