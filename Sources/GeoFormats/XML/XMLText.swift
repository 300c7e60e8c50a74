/// The text of a file as valid UTF-8, read piece by piece for an XML parser.
///
/// An invalid byte does not make a file unreadable, because the byte is read as windows-1252. A
/// control character that XML forbids is read as U+FFFD. Both are reported.
final class XMLText {
  /// A replaced passage of the file's text, with its position.
  struct Repair {
    /// The replaced passage's offset in the current piece of text, in bytes.
    let offset: Int
    let code: Diagnostic.Code
    /// The replaced bytes, or the first eight of them if there are more.
    fileprivate(set) var bytes: [UInt8]
  }

  private static let capacity = 64 * 1024
  /// The maximum number of replaced bytes recorded for each repair.
  private static let named = 8

  private let source: any ByteSource
  private let isMarked: Bool
  private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 8)
  /// The position and length of the incomplete character at the end of the bytes that have been
  /// read so far.
  private var carried = (start: 0, count: 0)
  /// The memory that contains the repaired piece of text. Each byte of the file becomes at most
  /// three bytes.
  private lazy var output = UnsafeMutablePointer<UInt8>.allocate(capacity: 3 * Self.capacity + 24)
  private var written = 0
  /// The offset in the output at which the most recent repair ends.
  private var noted = -1
  private var isFirst = true
  /// The repairs in the most recently returned piece of text, in order.
  private(set) var repairs: [Repair] = []
  /// Whether the most recently returned piece of text is plain ASCII and needs no repair.
  private(set) var isPlain = false

  /// Creates a reader for a file's text, given a source of the file's bytes.
  ///
  /// An ``IconvSource`` uses 0xFE and 0xFF to mark bytes that it cannot convert.
  ///
  /// - Parameter isMarked: Whether the source is an ``IconvSource``.
  init(_ source: any ByteSource, isMarked: Bool) {
    self.source = source
    self.isMarked = isMarked
  }

  deinit {
    memory.deallocate()
    output.deallocate()
  }

  /// Returns the next piece of the text, or an empty piece at the end. The piece is valid until the
  /// next call.
  ///
  /// A byte order mark at the start of the file is omitted.
  func next() throws -> UnsafeBufferPointer<UInt8> {
    repairs.removeAll(keepingCapacity: true)
    while true {
      memory.update(from: memory + carried.start, count: carried.count)
      let room = UnsafeMutableRawBufferPointer(
        start: memory + carried.count, count: Self.capacity - carried.count)
      let added = try source.read(into: room)
      var count = carried.count + added
      carried = (0, 0)
      // The parser reports an incomplete character at the very end.
      guard added > 0 else { return UnsafeBufferPointer(start: memory, count: count) }
      if isFirst, count < 3, memory[0] == 0xEF {
        carried = (0, count)
        continue
      }
      if isFirst, count >= 3, memory[0] == 0xEF, memory[1] == 0xBB, memory[2] == 0xBF {
        count -= 3
        memory.update(from: memory + 3, count: count)
      }
      isFirst = false
      let piece = check(count)
      if !piece.isEmpty { return piece }
    }
  }

  private func check(_ count: Int) -> UnsafeBufferPointer<UInt8> {
    isPlain = MarkupScan.isPlain(memory, count: count)
    if isPlain { return UnsafeBufferPointer(start: memory, count: count) }
    var (position, verdict) = UTF8Check.look(memory, from: 0, to: count)
    if verdict == .end { return UnsafeBufferPointer(start: memory, count: count) }
    written = 0
    noted = -1
    var start = 0
    while verdict != .end {
      copy(start, to: position)
      start = position
      switch verdict {
      case .end: break
      case .incomplete:
        carried = (start, count - start)
        return UnsafeBufferPointer(start: output, count: written)
      case .forbidden(let length):
        note(.textIllegalCharacter, memory[start])
        put(0xFFFD)
        start += length
      case .invalid:
        start += repair(at: start, before: count)
      }
      (position, verdict) = UTF8Check.look(memory, from: start, to: count)
    }
    copy(start, to: count)
    return UnsafeBufferPointer(start: output, count: written)
  }

  /// Replaces an invalid byte with its character in windows-1252.
  ///
  /// - Returns: The number of bytes consumed.
  private func repair(at position: Int, before count: Int) -> Int {
    let isLost = isMarked && memory[position] == IconvSource.lost
    let isByte = isMarked && memory[position] == IconvSource.invalid && position + 1 < count
    let byte = memory[isByte ? position + 1 : position]
    note(.encodingInvalidBytes, isLost ? nil : byte)
    put(isLost ? 0xFFFD : SingleByteTable.windows1252(byte))
    return isByte ? 2 : 1
  }

  /// Records that a byte was replaced. Consecutive replaced bytes with the same diagnostic code
  /// share one repair.
  private func note(_ code: Diagnostic.Code, _ byte: UInt8?) {
    if let last = repairs.last, last.code == code, noted == written {
      if last.bytes.count < Self.named, let byte { repairs[repairs.count - 1].bytes.append(byte) }
    } else {
      repairs.append(Repair(offset: written, code: code, bytes: byte.map { [$0] } ?? []))
    }
  }

  private func put(_ value: UInt32) {
    let isForbidden = value < 0x20 && value != 9 && value != 10 && value != 13
    let scalar = isForbidden ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    for byte in UTF8.encode(scalar) ?? UTF8.EncodedScalar() {
      output[written] = byte
      written += 1
    }
    noted = written
  }

  private func copy(_ start: Int, to end: Int) {
    (output + written).update(from: memory + start, count: end - start)
    written += end - start
  }
}
