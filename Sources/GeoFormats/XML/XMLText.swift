/// A file's text as UTF-8 that an XML parser can read, piece by piece.
///
/// A byte that is nothing in the file's encoding is read as windows-1252 has it, and a control
/// character that XML cannot hold as U+FFFD. Both are reported; a byte never loses a file.
final class XMLText {
  /// Something read otherwise than it stands.
  struct Repair {
    /// Its place in the piece, bytes.
    let offset: Int
    let code: Diagnostic.Code
    /// The bytes concerned, the first few of them.
    fileprivate(set) var bytes: [UInt8]
  }

  private static let capacity = 64 * 1024
  /// The bytes of one repair that are named.
  private static let named = 8

  private let source: any ByteSource
  private let isMarked: Bool
  private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 8)
  /// The bytes at the end of the last piece that begin an unfinished character.
  private var carried = (start: 0, count: 0)
  /// A piece with something repaired: each byte of the file makes three at most.
  private lazy var output = UnsafeMutablePointer<UInt8>.allocate(capacity: 3 * Self.capacity + 24)
  private var written = 0
  /// The end of the last repair in the output.
  private var noted = -1
  private var isFirst = true
  /// What was read otherwise in the last piece, in order.
  private(set) var repairs: [Repair] = []
  /// Whether the last piece has nothing to look at but tags and ASCII text.
  private(set) var isPlain = false

  /// - Parameter isMarked: Whether the bytes 0xFE and 0xFF are ``IconvSource``'s marks.
  init(_ source: any ByteSource, isMarked: Bool) {
    self.source = source
    self.isMarked = isMarked
  }

  deinit {
    memory.deallocate()
    output.deallocate()
  }

  /// The next piece, valid until the following call; empty at the end.
  ///
  /// A byte order mark at the start is left out.
  func next() throws -> UnsafeBufferPointer<UInt8> {
    repairs.removeAll(keepingCapacity: true)
    while true {
      memory.update(from: memory + carried.start, count: carried.count)
      let room = UnsafeMutableRawBufferPointer(
        start: memory + carried.count, count: Self.capacity - carried.count)
      let added = try source.read(into: room)
      var count = carried.count + added
      carried = (0, 0)
      // An unfinished character at the very end is for the parser to name.
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
    var (place, verdict) = UTF8Check.look(memory, from: 0, to: count)
    if verdict == .end { return UnsafeBufferPointer(start: memory, count: count) }
    written = 0
    noted = -1
    var start = 0
    while verdict != .end {
      copy(start, to: place)
      start = place
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
      (place, verdict) = UTF8Check.look(memory, from: start, to: count)
    }
    copy(start, to: count)
    return UnsafeBufferPointer(start: output, count: written)
  }

  /// Reads a byte that is nothing here as windows-1252 has it.
  ///
  /// - Returns: How many bytes that took.
  private func repair(at place: Int, before count: Int) -> Int {
    let isLost = isMarked && memory[place] == IconvSource.lost
    let isByte = isMarked && memory[place] == IconvSource.invalid && place + 1 < count
    let byte = memory[isByte ? place + 1 : place]
    note(.encodingInvalidBytes, isLost ? nil : byte)
    put(isLost ? 0xFFFD : SingleByteTable.windows1252(byte))
    return isByte ? 2 : 1
  }

  /// Notes a byte; one that follows another of its kind at once is added to its repair.
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
