/// A file's text in UTF-8, from an encoding of one byte a character.
final class SingleByteSource: ByteSource {
  let byteCount: Int? = nil
  private let input: BufferedSource
  /// For each byte the bytes of UTF-8, the first lowest, and above them their number.
  private let table: [UInt32]

  /// - Parameter points: The 256 code points, none beyond U+FFFF.
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
    input.take(index)
    return written
  }
}
