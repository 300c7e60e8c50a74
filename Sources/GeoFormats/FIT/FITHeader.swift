/// The header of a FIT file.
struct FITHeader {
  /// The offset at which the file's signature ends.
  static let signatureEnd = 12

  /// The size of the header in bytes, at least ``signatureEnd``.
  let size: Int
  /// The version of the protocol, such as `2.0`.
  let version: String
  /// The number of bytes between the header and the checksum, as stated in the header.
  let dataSize: Int
  /// The header's checksum. Nil for a header without a checksum.
  let checksum: UInt16?

  /// Reads a FIT header, or returns nil if the bytes do not begin with a FIT header.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard Self.hasSignature(bytes), bytes.count >= Int(bytes[0]) else { return nil }
    size = Int(bytes[0])
    version = "\(bytes[1] >> 4).\(bytes[1] & 15)"
    dataSize = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    let sum =
      size >= 14
      ? UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt16.self)) : 0
    checksum = sum == 0 ? nil : sum
  }

  /// Returns whether the given bytes begin with the signature of a FIT header.
  static func hasSignature(_ bytes: some Collection<UInt8>) -> Bool {
    guard let size = bytes.first, size >= signatureEnd, bytes.count >= signatureEnd else {
      return false
    }
    return bytes.dropFirst(8).prefix(4).elementsEqual(".FIT".utf8)
  }
}
