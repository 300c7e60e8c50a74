import CZlib

/// A decompressor for map tiles and tile directories, which are small enough to fit in memory.
enum TileCompression {
  /// The maximum accepted size of a decompressed tile or directory, in bytes.
  static let largestSize = 32 << 20

  /// Decompresses gzip and zlib data, and returns all other data unchanged.
  ///
  /// - Returns: The decompressed or unchanged bytes, or nil if a stream is damaged or too large.
  static func expanded(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 2 else { return bytes }
    let isGzip = bytes[0] == 0x1F && bytes[1] == 0x8B
    let isZlib = bytes[0] == 0x78 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    return isGzip || isZlib ? inflated(bytes) : bytes
  }

  /// Decompresses a gzip or zlib stream. Returns nil if the stream is damaged, incomplete or too
  /// large.
  static func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 15 is the largest window; 32 lets zlib recognise gzip and zlib headers.
    guard
      inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    return bytes.withUnsafeBufferPointer { input -> [UInt8]? in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      while true {
        let (code, count) = piece.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          let code = inflate(&stream, Z_NO_FLUSH)
          return (code, output.count - Int(stream.avail_out))
        }
        result += piece[..<count]
        guard result.count <= largestSize else { return nil }
        if code == Z_STREAM_END { return result }
        guard code == Z_OK, count > 0 || stream.avail_in > 0 else { return nil }
      }
    }
  }
}
