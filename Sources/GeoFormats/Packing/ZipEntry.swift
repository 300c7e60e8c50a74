/// The local header before each file in a ZIP archive.
///
/// Source of the format: PKWARE's APPNOTE.TXT 6.3, 4.3.7 and 4.5.3.
struct ZipEntry {
  private static let signature: [UInt8] = [0x50, 0x4B, 3, 4]
  private static let fixedSize = 30

  let name: String
  /// The compression method: 0 for stored, 8 for deflated.
  let method: Int
  let isEncrypted: Bool
  /// The compressed size, or nil if it follows the data.
  let packedSize: Int?
  /// The checksum of the content, or nil if it follows the data.
  let checksum: UInt32?

  var isFolder: Bool { name.hasSuffix("/") }
  var isGPX: Bool { name.lowercased().hasSuffix(".gpx") }
  /// Whether the content can be decompressed.
  var isReadable: Bool {
    !isFolder && !isEncrypted && (method == 8 || method == 0 && packedSize != nil)
  }

  /// Reads and consumes the header at the source's position.
  ///
  /// - Returns: nil if there is no complete header.
  init?(_ input: BufferedSource) throws {
    let fixed = try input.window(atLeast: Self.fixedSize)
    guard fixed.count >= Self.fixedSize, fixed.starts(with: Self.signature) else { return nil }
    let flags = fixed.little16(6)
    let nameLength = fixed.little16(26)
    let extraLength = fixed.little16(28)
    let shortSizes = (packed: fixed.little32(18), whole: fixed.little32(22))
    let follows = flags & 8 != 0
    method = fixed.little16(8)
    isEncrypted = flags & 1 != 0
    checksum = follows ? nil : UInt32(fixed.little32(14))
    let length = Self.fixedSize + nameLength + extraLength
    let whole = try input.window(atLeast: length)
    guard whole.count >= length else { return nil }
    name = String(
      decoding: whole[Self.fixedSize..<Self.fixedSize + nameLength], as: UTF8.self)
    let extra = UnsafeRawBufferPointer(
      rebasing: whole[Self.fixedSize + nameLength..<length])
    if follows {
      packedSize = nil
    } else if shortSizes.packed == 0xFFFF_FFFF {
      packedSize = Self.longSize(extra, skips: shortSizes.whole == 0xFFFF_FFFF)
    } else {
      packedSize = shortSizes.packed
    }
    input.take(length)
  }

  /// Returns the compressed size from the ZIP64 extra field, which follows the uncompressed size if
  /// both are present.
  private static func longSize(_ extra: UnsafeRawBufferPointer, skips: Bool) -> Int? {
    var index = 0
    while index + 4 <= extra.count {
      let size = extra.little16(index + 2)
      guard index + 4 + size <= extra.count else { return nil }
      if extra.little16(index) == 1 {
        let place = skips ? 8 : 0
        guard size >= place + 8 else { return nil }
        let low = extra.little32(index + 4 + place)
        let high = extra.little32(index + 8 + place)
        return high < 1 << 30 ? high << 32 | low : nil
      }
      index += 4 + size
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the little-endian 16-bit number at an index. The caller must check the bounds.
  func little16(_ index: Int) -> Int {
    Int(self[index]) | Int(self[index + 1]) << 8
  }

  /// Returns the little-endian 32-bit number at an index. The caller must check the bounds.
  func little32(_ index: Int) -> Int {
    little16(index) | little16(index + 2) << 16
  }
}
