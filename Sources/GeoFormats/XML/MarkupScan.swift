/// Functions that search XML text for references, and for `<` characters that do not begin a tag.
/// They process eight bytes at a time.
enum MarkupScan {
  /// A 64-bit word in which each of the eight bytes is 1.
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// Returns whether text consists only of ASCII characters and contains no control characters, no
  /// references, and no `<` that does not begin a tag.
  ///
  /// The result can be false even for valid text, such as text that ends with `<`.
  /// - Complexity: O(`count`); processes eight bytes at a time.
  static func isPlain(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    let raw = UnsafeRawPointer(bytes)
    var index = 0
    while index &+ 8 < count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let following = raw.loadUnaligned(fromByteOffset: index &+ 1, as: UInt64.self)
      guard (word | following) & high == 0, marks(word, following) == 0, hasNoControl(word) else {
        return false
      }
      index &+= 8
    }
    while index < count {
      let byte = bytes[index]
      guard byte &- 0x20 < 0x60 || byte == 9 || byte == 10 || byte == 13 else { return false }
      if byte == UInt8(ascii: "&") { return false }
      if byte == UInt8(ascii: "<") {
        guard index &+ 1 < count, isTag(bytes[index &+ 1]) else { return false }
      }
      index &+= 1
    }
    return true
  }

  /// Returns the index of the next `&`, or of the next `<` that does not begin a tag. If the bytes
  /// contain neither, returns the end index.
  static func next(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
    guard let start = bytes.baseAddress else { return bytes.count }
    let raw = UnsafeRawPointer(start)
    var index = first
    while true {
      while index &+ 8 < bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let following = raw.loadUnaligned(fromByteOffset: index &+ 1, as: UInt64.self)
        if (word | following) & high != 0 || marks(word, following) != 0 { break }
        index &+= 8
      }
      let end = min(index &+ 8, bytes.count)
      while index < end {
        let byte = bytes[index]
        if byte == UInt8(ascii: "&") { return index }
        if byte == UInt8(ascii: "<"), index &+ 1 >= bytes.count || !isTag(bytes[index &+ 1]) {
          return index
        }
        index &+= 1
      }
      if index >= bytes.count { return bytes.count }
    }
  }

  /// Returns whether `<` followed by the given byte begins a tag. A letter begins a start
  /// tag, and a slash begins an end tag.
  private static func isTag(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "/")
  }

  /// Returns a 64-bit word in which the high bit of each byte is set if the corresponding input
  /// byte is `&`, or a `<` that does not begin a tag. All input bytes must be ASCII.
  @inline(__always)
  private static func marks(_ word: UInt64, _ following: UInt64) -> UInt64 {
    let small = following | ones &* 0x20
    let letters = (small &+ ones &* (0x80 - 0x61)) & ~(small &+ ones &* (0x80 - 0x7B))
    let others = (letters | zeros(following ^ ones &* 0x2F)) ^ high
    return (zeros(word ^ ones &* 0x26) | zeros(word ^ ones &* 0x3C) & others) & high
  }

  /// Returns whether a 64-bit word of ASCII bytes has no control characters other than tab, line
  /// feed and carriage return.
  @inline(__always)
  private static func hasNoControl(_ word: UInt64) -> Bool {
    let low = (word &+ ones &* 0x60) & high ^ high
    if low == 0 { return true }
    return low
      & ~(zeros(word ^ ones &* 10) | zeros(word ^ ones &* 13) | zeros(word ^ ones &* 9)) == 0
  }

  /// Returns a 64-bit word in which the high bit of each byte is set if the corresponding input
  /// byte is zero. The other bits are undefined. All input bytes must be below 0x80.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { ~(word &+ ones &* 0x7F) }
}
