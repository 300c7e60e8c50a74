import CZlib

/// Packs bytes with gzip on their way to another sink.
///
/// Equal bytes are packed to equal bytes: the header has neither a name nor a time.
public final class GzipSink: ByteSink {
  private let target: any ByteSink
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutableRawBufferPointer

  /// zlib's number for its widest window, with the header and trailer of gzip.
  private static let wrapping = Int32(15 + 16)
  /// zlib's own choice of how much memory it takes.
  private static let memoryLevel: Int32 = 8
  private static let bufferSize = 64 * 1024

  /// - Throws: ``GeoFormatsError`` `outOfMemory`.
  public init(into target: any ByteSink) throws {
    self.target = target
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    buffer = .allocate(byteCount: Self.bufferSize, alignment: 16)
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, Self.wrapping, Self.memoryLevel,
        Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else {
      throw GeoFormatsError(code: .outOfMemory, message: "there is no memory to pack the file")
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    buffer.deallocate()
  }

  /// - Throws: What the sink throws; ``GeoFormatsError`` `wrongOrder` after ``finish()``.
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
          throw GeoFormatsError(code: .wrongOrder, message: "the packed file was ended already")
        }
      }
    }
  }

  /// Packs what is left and ends the stream. To be called once, at the end.
  ///
  /// - Throws: What the sink throws.
  public func finish() throws {
    stream.pointee.next_in = nil
    stream.pointee.avail_in = 0
    while try pack(Z_FINISH) == Z_OK {}
  }

  /// Packs as much as the buffer takes and hands it on.
  private func pack(_ flush: Int32) throws -> Int32 {
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(buffer.count)
    let code = deflate(stream, flush)
    let count = buffer.count - Int(stream.pointee.avail_out)
    if count > 0 { try target.write(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    return code
  }
}
