/// A byte source that converts a file's text to UTF-8 from a single-byte encoding.
final class SingleByteSource: ByteSource {
  let byteCount: Int? = nil
  private let input: BufferedSource
  /// For each byte value, the UTF-8 bytes of its character, packed into 32 bits. The lowest 8 bits
  /// are the first byte, and the highest 8 bits are the number of bytes.
  private let table: [UInt32]

  /// Creates a source that converts each byte to a character using a table.
  ///
  /// - Parameter points: The code points for the 256 byte values, in order. No code point exceeds
  ///   U+FFFF.
  init(_ input: BufferedSource, points: [Int32]) {
    self.input = input
    table = points.map { point in
      let scalar = UInt32(exactly: point).flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}"
      var packed: UInt32 = 0
      var count: UInt32 = 0
      for byte in String(scalar).utf8 {
        packed |= UInt32(byte) << (8 * count)
        count += 1
      }
      return packed | count << 24
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let window = try input.window(atLeast: 1)
    var written = 0
    var index = 0
    while index < window.count, written + 3 <= buffer.count {
      let packed = table[Int(window[index])]
      buffer[written] = UInt8(truncatingIfNeeded: packed)
      let count = Int(packed >> 24)
      if count > 1 {
        buffer[written + 1] = UInt8(truncatingIfNeeded: packed >> 8)
        if count > 2 { buffer[written + 2] = UInt8(truncatingIfNeeded: packed >> 16) }
      }
      written += count
      index += 1
    }
    input.consume(index)
    return written
  }
}
