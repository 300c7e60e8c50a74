import Foundation

/// A writer that encodes levels of detail as bytes, using variable-length integers and 64-bit
/// values.
struct DetailWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends an unsigned integer in groups of 7 bits, least significant group first (LEB128).
  @inline(__always)
  mutating func add(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func add(count: Int) { add(UInt64(count)) }

  /// Appends a signed integer in zigzag encoding, which needs few bytes for numbers near 0.
  @inline(__always)
  mutating func add(signed value: Int64) {
    add(UInt64(bitPattern: value << 1) ^ UInt64(bitPattern: value >> 63))
  }

  /// Appends an integer as 8 bytes in little-endian order.
  mutating func add(fixed value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Appends a floating-point number, or NaN in place of nil.
  mutating func add(_ value: Double?) { add(fixed: (value ?? .nan).bitPattern) }

  /// All bytes written so far, followed by their digest.
  var sealed: Data {
    var copy = self
    copy.add(fixed: DetailDigest.of(bytes))
    return Data(copy.bytes)
  }
}

/// A reader for bytes that ``DetailWriter`` wrote.
struct DetailReader {
  /// The error thrown for bytes that are damaged or were not written by this program.
  struct Damage: Error {}

  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Creates a reader of bytes that end with their digest.
  ///
  /// - Throws: ``Damage`` if the digest is wrong.
  init(sealed bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count >= 8 else { throw Damage() }
    let content = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 8)])
    var end = DetailReader(UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - 8)...]))
    guard try end.fixed() == DetailDigest.of(content) else { throw Damage() }
    self.bytes = content
  }

  @inline(__always)
  mutating func unsigned() throws -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw Damage()
  }

  /// Reads the number of elements that follow in the data. Throws an error if this number exceeds
  /// the number of remaining bytes.
  mutating func count() throws -> Int {
    let value = try unsigned()
    guard value <= UInt64(bytes.count - position) else { throw Damage() }
    return Int(value)
  }

  mutating func integer() throws -> Int {
    guard let value = Int(exactly: try unsigned()) else { throw Damage() }
    return value
  }

  /// Reads an integer that is stored as its difference from a smaller integer.
  ///
  /// - Throws: ``Damage`` if the integer is greater than the limit.
  mutating func integer(after previous: Int, limit: Int) throws -> Int {
    let (value, isTooLarge) = previous.addingReportingOverflow(try integer())
    guard !isTooLarge, value <= limit else { throw Damage() }
    return value
  }

  @inline(__always)
  mutating func signed() throws -> Int64 {
    let value = try unsigned()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func fixed() throws -> UInt64 {
    guard position + 8 <= bytes.count else { throw Damage() }
    let value = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    position += 8
    return UInt64(littleEndian: value)
  }

  /// Reads a floating-point number, which may be NaN.
  mutating func number() throws -> Double { Double(bitPattern: try fixed()) }

  mutating func optional() throws -> Double? {
    let value = try number()
    return value.isNaN ? nil : value
  }
}

/// Functions that compute digests to detect damaged bytes and changed points. The digests do not
/// protect against forgery.
enum DetailDigest {
  /// Returns the 64-bit FNV-1a hash (Fowler, Noll and Vo) of a sequence of bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Adds a floating-point number to a digest. Positive and negative zero count as equal, as do all
  /// NaN values, since the store does not distinguish them.
  @inline(__always)
  static func add(_ value: Double, to digest: inout UInt64) {
    add(value.isNaN ? 1 : value == 0 ? 0 : value.bitPattern, to: &digest)
  }

  /// Adds an integer to a digest by rotation, XOR and multiplication by an odd number.
  @inline(__always)
  static func add(_ value: UInt64, to digest: inout UInt64) {
    digest = (((digest << 5) | (digest >> 59)) ^ value) &* 0x517C_C1B7_2722_0A95
  }
}

/// A digest of a track's points, which are added one by one, in order.
struct PointDigest {
  private(set) var value: UInt64 = 0

  @inline(__always)
  mutating func add(
    _ latitude: Double, _ longitude: Double, _ elevation: Double, _ time: Double,
    startsSegment: Bool
  ) {
    DetailDigest.add(latitude, to: &value)
    DetailDigest.add(longitude, to: &value)
    DetailDigest.add(elevation, to: &value)
    DetailDigest.add(time, to: &value)
    DetailDigest.add(startsSegment ? 1 : 0 as UInt64, to: &value)
  }
}
