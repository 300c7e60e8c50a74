/// A reader that extracts numbers of variable bit width, most significant bit first.
///
/// After the end of the data, the reader returns zero bits, and ``isExhausted`` becomes true.
struct BitReader {
  private let bytes: UnsafeRawBufferPointer
  private var next = 0
  private var buffer: UInt64 = 0
  private var available = 0
  private var missing = 0

  /// The number of consecutive 1 bits that introduce a plain 28-bit number instead of a Rice code.
  private static let escape = 20

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Whether any read has gone past the end of the data.
  var isExhausted: Bool { missing > available }

  @inline(__always)
  private mutating func fill() {
    while available <= 56 {
      var byte: UInt8 = 0
      if next < bytes.count {
        byte = bytes[next]
        next += 1
      } else {
        missing += 8
      }
      buffer |= UInt64(byte) << UInt64(56 - available)
      available += 8
    }
  }

  /// Reads an unsigned number of 1 to 32 bits.
  @inline(__always)
  mutating func bits(_ count: Int) -> Int {
    if available < count { fill() }
    let value = buffer >> UInt64(64 - count)
    buffer <<= UInt64(count)
    available -= count
    return Int(value)
  }

  /// Reads a Rice-coded number (Rice and Plaunt 1971). A unary high part is followed by a low part
  /// with the given number of bits, at most 28.
  @inline(__always)
  mutating func rice(_ low: Int) -> Int {
    if available < 32 { fill() }
    let ones = (~buffer).leadingZeroBitCount
    guard ones < Self.escape else {
      _ = bits(Self.escape)
      return bits(28)
    }
    _ = bits(ones + 1)
    return low == 0 ? ones : ones << low | bits(low)
  }

  /// Reads a Rice-coded number, and updates the running mean. The mean determines the number of
  /// low-order bits.
  @inline(__always)
  mutating func rice(_ mean: inout RiceMean) -> Int {
    let code = rice(mean.lowBits)
    mean.add(code)
    return code
  }

  /// Reads a signed Rice-coded number, and updates the running mean of the codes.
  @inline(__always)
  mutating func signedRice(_ mean: inout RiceMean) -> Int {
    let code = rice(&mean)
    return code & 1 == 0 ? code >> 1 : -(code >> 1) - 1
  }
}

/// The running mean of the Rice codes read so far, stored in units of 1/8. The mean determines the
/// number of low-order bits in the next code.
struct RiceMean {
  private var value: Int

  init(_ value: Int) { self.value = value }

  /// The number of low-order bits in the next code: ⌊log2(mean)⌋, clamped to 0…28.
  @inline(__always)
  var lowBits: Int {
    let whole = value >> 3
    return whole < 2 ? 0 : min(Int.bitWidth - 1 - whole.leadingZeroBitCount, 28)
  }

  @inline(__always)
  mutating func add(_ code: Int) { value += code - value >> 3 }
}
