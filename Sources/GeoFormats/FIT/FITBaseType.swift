/// The type of a field's value in a FIT file.
enum FITBaseType: UInt8 {
  case enumeration = 0x00
  case int8 = 0x01
  case uint8 = 0x02
  case int16 = 0x83
  case uint16 = 0x84
  case int32 = 0x85
  case uint32 = 0x86
  case string = 0x07
  case float32 = 0x88
  case float64 = 0x89
  case uint8z = 0x0A
  case uint16z = 0x8B
  case uint32z = 0x8C
  case byte = 0x0D
  case int64 = 0x8E
  case uint64 = 0x8F
  case uint64z = 0x90

  /// Determines the type from its number. Some programs omit bit 7, which marks types of more than
  /// one byte. A value of an unknown type is read as bytes.
  init(number: UInt8) {
    self = Self(rawValue: number) ?? Self(rawValue: number | 0x80) ?? .byte
  }

  /// The size of one value, in bytes.
  var size: Int {
    switch self {
    case .enumeration, .int8, .uint8, .string, .uint8z, .byte: 1
    case .int16, .uint16, .uint16z: 2
    case .int32, .uint32, .float32, .uint32z: 4
    case .float64, .int64, .uint64, .uint64z: 8
    }
  }

  /// Returns the number that the given bytes encode, or NaN if they contain the type's code for an
  /// absent value.
  ///
  /// - Precondition: `bytes` has at least ``size`` bytes.
  @inline(__always)
  func number(_ bytes: UnsafeRawPointer, isBigEndian: Bool) -> Double {
    switch self {
    case .enumeration, .uint8, .byte, .string:
      let value = bytes.load(as: UInt8.self)
      return value == .max ? .nan : Double(value)
    case .uint8z:
      let value = bytes.load(as: UInt8.self)
      return value == 0 ? .nan : Double(value)
    case .int8:
      let value = bytes.load(as: Int8.self)
      return value == .max ? .nan : Double(value)
    case .int16: return Self.number(bytes, Int16.self, absent: .max, isBigEndian)
    case .uint16: return Self.number(bytes, UInt16.self, absent: .max, isBigEndian)
    case .uint16z: return Self.number(bytes, UInt16.self, absent: 0, isBigEndian)
    case .int32: return Self.number(bytes, Int32.self, absent: .max, isBigEndian)
    case .uint32: return Self.number(bytes, UInt32.self, absent: .max, isBigEndian)
    case .uint32z: return Self.number(bytes, UInt32.self, absent: 0, isBigEndian)
    case .int64: return Self.number(bytes, Int64.self, absent: .max, isBigEndian)
    case .uint64: return Self.number(bytes, UInt64.self, absent: .max, isBigEndian)
    case .uint64z: return Self.number(bytes, UInt64.self, absent: 0, isBigEndian)
    case .float32:
      let value = Float(bitPattern: Self.integer(bytes, UInt32.self, isBigEndian))
      return value.isFinite ? Double(value) : .nan
    case .float64:
      let value = Double(bitPattern: Self.integer(bytes, UInt64.self, isBigEndian))
      return value.isFinite ? value : .nan
    }
  }

  @inline(__always)
  private static func integer<Value: FixedWidthInteger>(
    _ bytes: UnsafeRawPointer, _ type: Value.Type, _ isBigEndian: Bool
  ) -> Value {
    let value = bytes.loadUnaligned(as: type)
    return isBigEndian ? Value(bigEndian: value) : Value(littleEndian: value)
  }

  @inline(__always)
  private static func number<Value: FixedWidthInteger>(
    _ bytes: UnsafeRawPointer, _ type: Value.Type, absent: Value, _ isBigEndian: Bool
  ) -> Double {
    let value = integer(bytes, type, isBigEndian)
    return value == absent ? .nan : Double(value)
  }
}
