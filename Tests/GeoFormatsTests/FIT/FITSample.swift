import Foundation

/// A builder of FIT files for tests.
struct FITSample {
  /// A field of a message: its number, the number of its type, and its bytes in little-endian
  /// order.
  struct Field {
    let number: UInt8
    let type: UInt8
    let bytes: [UInt8]

    static func enumeration(_ number: UInt8, _ value: UInt8) -> Field {
      Field(number: number, type: 0x00, bytes: [value])
    }

    static func uint8(_ number: UInt8, _ value: UInt8) -> Field {
      Field(number: number, type: 0x02, bytes: [value])
    }

    static func int8(_ number: UInt8, _ value: Int8) -> Field {
      Field(number: number, type: 0x01, bytes: [UInt8(bitPattern: value)])
    }

    static func uint16(_ number: UInt8, _ value: UInt16) -> Field {
      Field(number: number, type: 0x84, bytes: littleEndian(value))
    }

    static func uint32(_ number: UInt8, _ value: UInt32) -> Field {
      Field(number: number, type: 0x86, bytes: littleEndian(value))
    }

    static func int32(_ number: UInt8, _ value: Int32) -> Field {
      Field(number: number, type: 0x85, bytes: littleEndian(value))
    }

    static func float(_ number: UInt8, _ value: Float) -> Field {
      Field(number: number, type: 0x88, bytes: littleEndian(value.bitPattern))
    }

    static func text(_ number: UInt8, _ value: String) -> Field {
      Field(number: number, type: 0x07, bytes: Array(value.utf8) + [0])
    }

    /// A latitude or longitude in degrees, as semicircles.
    static func degrees(_ number: UInt8, _ value: Double) -> Field {
      int32(number, Int32((value * 0x1p31 / 180).rounded()))
    }

    private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// The size of one value, in bytes.
    var unit: Int { [0x84: 2, 0x83: 2, 0x85: 4, 0x86: 4, 0x88: 4][type] ?? 1 }

    func bytes(isBigEndian: Bool) -> [UInt8] {
      guard isBigEndian, unit > 1 else { return bytes }
      return stride(from: 0, to: bytes.count, by: unit).flatMap {
        bytes[$0..<$0 + unit].reversed()
      }
    }
  }

  /// A field that a program added, with the program's index.
  struct DeveloperField {
    let index: UInt8
    let field: Field
  }

  /// 2026-07-11T06:00:00Z in FIT seconds.
  static let start: UInt32 = 1_152_684_000

  var isBigEndian = false
  private(set) var messages: [UInt8] = []
  private var definitions: [UInt8: [UInt8]] = [:]

  init(isBigEndian: Bool = false) { self.isBigEndian = isBigEndian }

  /// Appends a data message, preceded by its definition if the local type has another one.
  ///
  /// - Parameter timeOffset: The lowest five bits of the time, for a message with a compressed
  ///   time.
  mutating func add(
    _ kind: UInt16, local: UInt8 = 0, _ fields: [Field], developer: [DeveloperField] = [],
    timeOffset: UInt8? = nil
  ) {
    var definition: [UInt8] = [0x40 | local | (developer.isEmpty ? 0 : 0x20), 0]
    definition.append(isBigEndian ? 1 : 0)
    let (high, low) = (UInt8(kind >> 8), UInt8(kind & 255))
    definition += isBigEndian ? [high, low] : [low, high]
    definition.append(UInt8(fields.count))
    definition += fields.flatMap { [$0.number, UInt8($0.bytes.count), $0.type] }
    if !developer.isEmpty {
      definition.append(UInt8(developer.count))
      definition += developer.flatMap { [$0.field.number, UInt8($0.field.bytes.count), $0.index] }
    }
    if definitions[local] != definition {
      messages += definition
      definitions[local] = definition
    }
    messages.append(timeOffset.map { 0x80 | local << 5 | $0 } ?? local)
    messages += (fields + developer.map(\.field)).flatMap { $0.bytes(isBigEndian: isBigEndian) }
  }

  mutating func append(_ bytes: [UInt8]) { messages += bytes }

  /// The complete file.
  ///
  /// - Parameter dataSize: The size that the header states, or nil for the right one.
  func file(headerSize: UInt8 = 14, dataSize: UInt32? = nil, hasValidChecksum: Bool = true)
    -> [UInt8]
  {
    var header: [UInt8] = [headerSize, 0x20, 0x54, 0x08]
    let size = dataSize ?? UInt32(messages.count)
    header += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array(".FIT".utf8)
    if headerSize >= 14 { header += Self.checksum(header) }
    let content = header + messages
    let sum = Self.checksum(content)
    return content + (hasValidChecksum ? sum : [~sum[0], sum[1]])
  }

  /// Returns the checksum of a FIT file by the algorithm of the FIT protocol's documentation.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    let table: [UInt16] = [
      0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800,
      0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
    ]
    var sum: UInt16 = 0
    for byte in bytes {
      for nibble in [byte & 15, byte >> 4] {
        sum = sum >> 4 ^ table[Int(sum & 15)] ^ table[Int(nibble)]
      }
    }
    return [UInt8(sum & 255), UInt8(sum >> 8)]
  }
}

// The messages that the tests use.
extension FITSample {
  mutating func addFileID(
    type: UInt8 = 4, manufacturer: UInt16 = 1, product: UInt16 = 3121, extra: [Field] = []
  ) {
    add(
      0,
      [
        .enumeration(0, type), .uint16(1, manufacturer), .uint16(2, product),
        .uint32(4, Self.start),
      ] + extra)
  }

  /// Adds a record with a position near 46.5° N 7.9° E.
  mutating func addRecord(_ seconds: UInt32, local: UInt8 = 1, _ extra: [Field] = []) {
    add(
      20, local: local,
      [
        .uint32(253, Self.start + seconds), .degrees(0, 46.5 + Double(seconds) * 1e-4),
        .degrees(1, 7.9 + Double(seconds) * 1e-4),
      ] + extra)
  }

  mutating func addTimerEvent(_ seconds: UInt32, isStart: Bool) {
    add(
      21, local: 2,
      [.uint32(253, Self.start + seconds), .enumeration(0, 0), .enumeration(1, isStart ? 0 : 4)])
  }

  mutating func addSession(start: UInt32, end: UInt32, sport: UInt8, _ extra: [Field] = []) {
    add(
      18, local: 3,
      [
        .uint32(253, Self.start + end), .uint32(2, Self.start + start), .enumeration(5, sport),
        .uint32(7, (end - start) * 1000),
      ] + extra)
  }

  mutating func addLap(start: UInt32, end: UInt32) {
    add(
      19, local: 4,
      [
        .uint32(253, Self.start + end), .uint32(2, Self.start + start),
        .uint32(7, (end - start) * 1000), .uint32(9, 12_345),
      ])
  }
}
