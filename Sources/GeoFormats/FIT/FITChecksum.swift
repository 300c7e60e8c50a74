/// The checksum of a FIT file: CRC-16 with the polynomial 0xA001, lowest bit first.
struct FITChecksum: Equatable {
  private(set) var value: UInt16 = 0

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    Self.table.withUnsafeBufferPointer { table in
      var sum = value
      for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
      value = sum
    }
  }

  func adding(_ bytes: UnsafeRawBufferPointer) -> FITChecksum {
    var sum = self
    sum.add(bytes)
    return sum
  }

  /// Returns whether the checksum is the one that two bytes of a file state.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count == 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == value
  }
}
