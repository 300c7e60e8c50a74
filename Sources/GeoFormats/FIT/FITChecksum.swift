/// The checksum of a FIT file: CRC-16 with the polynomial 0xA001, lowest bit first.
struct FITChecksum: Equatable {
  private(set) var value: UInt16 = 0

  /// Eight lookup tables of 256 entries, used to add eight bytes to the checksum in one step. The
  /// table with index n contains the checksum of each byte value followed by n zero bytes.
  private static let tables: [UInt16] = {
    var tables: [UInt16] = []
    for byte in 0..<256 {
      var sum = UInt16(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xA001 }
      }
      tables.append(sum)
    }
    for index in 256..<8 * 256 {
      let sum = tables[index - 256]
      tables.append(sum >> 8 ^ tables[Int(sum & 255)])
    }
    return tables
  }()

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    Self.tables.withUnsafeBufferPointer { table in
      var sum = value
      var index = 0
      while index + 8 <= bytes.count {
        let pair = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
        let first = Int(sum ^ pair)
        sum = table[7 * 256 + (first & 255)] ^ table[6 * 256 + (first >> 8)]
        for offset in 2..<8 {
          let byte = Int(bytes[index + offset])
          sum ^= table[(7 - offset) * 256 + byte]
        }
        index += 8
      }
      while index < bytes.count {
        sum = sum >> 8 ^ table[Int((sum ^ UInt16(bytes[index])) & 255)]
        index += 1
      }
      value = sum
    }
  }

  func adding(_ bytes: UnsafeRawBufferPointer) -> FITChecksum {
    var sum = self
    sum.add(bytes)
    return sum
  }

  /// Returns whether the checksum equals the value stored in the given two bytes.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count == 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == value
  }
}
