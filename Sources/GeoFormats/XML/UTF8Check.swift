/// Functions that find invalid UTF-8 and characters forbidden in XML.
enum UTF8Check {
  /// The reason why a check stopped.
  enum Verdict: Equatable {
    /// The check reached the end, and all bytes are valid.
    case end
    /// The last bytes are the start of an incomplete character.
    case incomplete
    /// The byte at the returned index does not begin a valid character.
    case invalid
    /// A character that XML 1.0 forbids, with its length in bytes. NUL is not included, because a
    /// sequence of NULs is damage that the parser reports.
    case forbidden(Int)
  }

  /// Returns whether the given bytes are valid UTF-8 and contain at least one non-ASCII character.
  /// The last character can be incomplete.
  static func hasLongCharacters(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      let (position, verdict) = look(start, from: 0, to: bytes.count)
      return verdict == .end
        || verdict == .incomplete && bytes[..<position].contains { $0 >= 0x80 }
    }
  }

  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// Checks the bytes between two indices, and stops at the first character that is invalid or
  /// forbidden.
  ///
  /// - Returns: The index at which the check ended (`end` if all bytes are valid), and the reason.
  /// - Complexity: O(n), where n is the number of bytes; ASCII text is processed eight bytes at a
  ///   time.
  static func look(
    _ bytes: UnsafePointer<UInt8>, from first: Int, to end: Int
  ) -> (position: Int, verdict: Verdict) {
    let raw = UnsafeRawPointer(bytes)
    var index = first
    while index < end {
      while index &+ 8 <= end, isPlain(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
        index &+= 8
      }
      guard index < end else { break }
      let byte = bytes[index]
      if byte < 0x80 {
        guard byte >= 0x20 || byte == 9 || byte == 10 || byte == 13 || byte == 0 else {
          return (index, .forbidden(1))
        }
        index &+= 1
        continue
      }
      let length = length(bytes + index, count: end &- index)
      guard length > 0 else { return (index, length == 0 ? .invalid : .incomplete) }
      if length == 3, byte == 0xEF, bytes[index &+ 1] == 0xBF, bytes[index &+ 2] >= 0xBE {
        return (index, .forbidden(3))
      }
      index &+= length
    }
    return (end, .end)
  }

  /// Returns whether a 64-bit word contains only ASCII characters, and no control characters other
  /// than tab, line feed and carriage return.
  @inline(__always)
  private static func isPlain(_ word: UInt64) -> Bool {
    guard word & high == 0 else { return false }
    let low = (word &+ 0x6060_6060_6060_6060) & high ^ high
    if low == 0 { return true }
    return low
      & ~(zeros(word ^ 0x0A0A_0A0A_0A0A_0A0A) | zeros(word ^ 0x0D0D_0D0D_0D0D_0D0D)
      | zeros(word ^ 0x0909_0909_0909_0909)) == 0
  }

  /// Returns a 64-bit word in which the high bit of each byte is set if the corresponding input
  /// byte is zero. All input bytes must be below 0x80.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &+ 0x7F7F_7F7F_7F7F_7F7F) & high ^ high
  }

  /// Returns the length in bytes of the first UTF-8 character. The length is 0 if the character is
  /// invalid, and −1 if it could continue after the end of the bytes.
  ///
  /// Source: The Unicode Standard 15.0, table 3-7, “Well-Formed UTF-8 Byte Sequences”.
  private static func length(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[0] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return 0
    }
    guard count > 1 else { return -1 }
    guard second.contains(bytes[1]) else { return 0 }
    for index in 2..<max(length, 2) {
      guard index < count else { return -1 }
      guard bytes[index] & 0xC0 == 0x80 else { return 0 }
    }
    return length
  }
}
