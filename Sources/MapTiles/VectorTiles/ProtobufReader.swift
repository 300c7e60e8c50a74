/// A reader for the fields of a protobuf message in memory. All reading functions return nil if the
/// data are damaged.
struct ProtobufReader {
  /// The encoding of a field's value.
  enum Wire: UInt8 {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case fixed32 = 5
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position >= bytes.endIndex }

  /// Reads the number and the encoding of the next field.
  mutating func key() -> (field: Int, wire: Wire)? {
    guard let key = varint(), let wire = Wire(rawValue: UInt8(key & 7)), key >> 3 > 0,
      key >> 3 < 1 << 29
    else { return nil }
    return (Int(key >> 3), wire)
  }

  mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.endIndex, shift < 64 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  /// Reads the bytes of a length-delimited field.
  mutating func content() -> ArraySlice<UInt8>? {
    guard let count = varint(), count <= UInt64(bytes.endIndex - position) else { return nil }
    let start = position
    position += Int(count)
    return bytes[start..<position]
  }

  mutating func fixed(_ count: Int) -> UInt64? {
    guard bytes.endIndex - position >= count else { return nil }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += count
    return value
  }

  /// Skips the value of an unknown field. Returns false if the data are damaged.
  mutating func skip(_ wire: Wire) -> Bool {
    switch wire {
    case .varint: varint() != nil
    case .fixed64: fixed(8) != nil
    case .bytes: content() != nil
    case .fixed32: fixed(4) != nil
    }
  }

  /// Decodes the content of a packed field into 32-bit numbers.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [UInt32]? {
    var reader = ProtobufReader(bytes)
    var numbers: [UInt32] = []
    numbers.reserveCapacity(bytes.count)
    while !reader.isAtEnd {
      guard let value = reader.varint() else { return nil }
      numbers.append(UInt32(truncatingIfNeeded: value))
    }
    return numbers
  }
}
