import CZlib

/// A ``ByteSink`` that compresses bytes with gzip and passes the compressed bytes to another
/// ``ByteSink``.
///
/// The same input always produces the same output: the gzip header contains neither a file name nor
/// a time.
public final class GzipSink: ByteSink {
  private let target: any ByteSink
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutableRawBufferPointer

  /// The value of zlib's `windowBits` parameter: 15 for the largest window, plus 16 for the gzip
  /// header and trailer.
  private static let wrapping = Int32(15 + 16)
  /// The value of zlib's `memLevel` parameter, which is also zlib's default.
  private static let memoryLevel: Int32 = 8
  private static let bufferSize = 64 * 1024

  /// Creates a sink that passes compressed bytes to another sink.
  ///
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/outOfMemory`` if there is not enough memory.
  public convenience init(into target: any ByteSink) throws {
    try self.init(into: target, windowBits: Self.wrapping)
  }

  /// Creates a sink for a file format other than gzip that uses the same compression method.
  ///
  /// - Parameter windowBits: The value of zlib's `windowBits` parameter; −15 for data without header and trailer.
  init(into target: any ByteSink, windowBits: Int32) throws {
    self.target = target
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    buffer = .allocate(byteCount: Self.bufferSize, alignment: 16)
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, Self.memoryLevel,
        Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else {
      throw GeoFormatsError(code: .outOfMemory, message: "not enough memory to compress the file")
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    buffer.deallocate()
  }

  /// Compresses the given bytes, and passes the compressed bytes to the target sink.
  ///
  /// - Throws: Any error thrown by the target sink.
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/wrongOrder`` after ``finish()``.
  public func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      // zlib counts in 32 bits.
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      rest = rest.dropFirst(piece.count)
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.pointee.avail_in = UInt32(piece.count)
      while stream.pointee.avail_in > 0 {
        guard try pack(Z_NO_FLUSH) == Z_OK else {
          throw GeoFormatsError(
            code: .wrongOrder, message: "cannot write: the compressed file is already finished")
        }
      }
    }
  }

  /// Compresses the remaining bytes and ends the gzip stream. Must be called once, at the end.
  ///
  /// - Throws: Any error thrown by the target sink.
  public func finish() throws {
    stream.pointee.next_in = nil
    stream.pointee.avail_in = 0
    while try pack(Z_FINISH) == Z_OK {}
  }

  /// Compresses input until the output buffer is full, and passes the buffer's content to the
  /// target sink.
  private func pack(_ flush: Int32) throws -> Int32 {
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(buffer.count)
    let code = deflate(stream, flush)
    let count = buffer.count - Int(stream.pointee.avail_out)
    if count > 0 { try target.write(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    return code
  }
}
