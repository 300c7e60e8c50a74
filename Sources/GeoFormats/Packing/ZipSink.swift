import CZlib

/// A ``ByteSink`` that writes a ZIP archive with a single file.
///
/// The same input always produces the same output, because the archive does not contain the time of
/// its creation. The compressed bytes are stored until the end, because the archive contains their
/// number before the bytes themselves.
final class ZipSink: ByteSink {
  private let target: any ByteSink
  private let name: [UInt8]
  private let packed = ByteSpool()
  private let packer: GzipSink
  private var checksum = crc32(0, nil, 0)
  private var byteCount = 0

  /// Creates a sink that writes an archive to another sink.
  ///
  /// - Parameter name: The file's name in the archive, in ASCII.
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/outOfMemory`` if there is not enough memory.
  init(into target: any ByteSink, name: String) throws {
    self.target = target
    self.name = Array(name.utf8)
    packer = try GzipSink(into: packed, windowBits: -15)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    checksum = crc32_z(checksum, start, bytes.count)
    byteCount += bytes.count
    try packer.write(bytes)
  }

  /// Writes the archive to the target sink. Must be called once, at the end.
  ///
  /// - Throws: ``GeoFormatsError`` if the file is too large for the ZIP format.
  /// - Throws: Any error thrown by the target sink.
  func finish() throws {
    try packer.finish()
    let packedCount = packed.count
    guard byteCount < Int(UInt32.max), packedCount < Int(UInt32.max) - 1024 else {
      throw GeoFormatsError(
        code: .unwritableValue,
        message: "a file in a ZIP archive cannot be larger than 4 GiB; export it uncompressed")
    }
    // PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. The date is 1980-01-01.
    let common =
      Self.little(20, 2) + Self.little(0, 2) + Self.little(8, 2) + Self.little(0, 2)
      + Self.little(0x21, 2) + Self.little(Int(checksum), 4) + Self.little(packedCount, 4)
      + Self.little(byteCount, 4) + Self.little(name.count, 2) + Self.little(0, 2)
    let header = [0x50, 0x4B, 3, 4] + common + name
    let entry =
      [0x50, 0x4B, 1, 2] + Self.little(20, 2) + common + [UInt8](repeating: 0, count: 14) + name
    let end =
      [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + Self.little(1, 2) + Self.little(1, 2)
      + Self.little(entry.count, 4) + Self.little(header.count + packedCount, 4)
      + Self.little(0, 2)
    try put(header)
    try packed.copy(0..<packedCount, to: target)
    try put(entry + end)
  }

  private func put(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try target.write($0) }
  }

  /// Returns the `count` lowest-order bytes of a number in little-endian order.
  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
