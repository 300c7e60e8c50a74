import CZlib

/// A decompressor for the members of a gzip file, which reads from a ``BufferedSource`` and writes
/// to memory.
final class Inflater {
  enum Outcome: Equatable {
    case more
    /// The member was decompressed completely, and its checksum is correct.
    case ended
    /// The source ended before the member was complete.
    case truncated
    /// The remaining data is not a valid gzip member.
    case damaged
  }

  /// The value of zlib's `windowBits` parameter: 15 for the largest window, plus 16 for the gzip
  /// header and trailer.
  private static let windowBits: Int32 = 15 + 16

  private let stream: UnsafeMutablePointer<z_stream>

  init() throws {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, size) == Z_OK else {
      throw GeoFormatsError(code: .outOfMemory, message: "not enough memory to decompress the file")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Resets the decompressor for the next member of the gzip file.
  func reset() {
    inflateReset(stream)
  }

  /// Decompresses input until the buffer contains some content or the gzip member ends.
  func inflate(
    _ input: BufferedSource, into buffer: UnsafeMutableRawBufferPointer
  ) throws -> (count: Int, outcome: Outcome) {
    let window = try input.window(atLeast: 1)
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: window.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(window.count)
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(min(buffer.count, Int(Int32.max)))
    let room = Int(stream.pointee.avail_out)
    let code = CZlib.inflate(stream, Z_NO_FLUSH)
    input.consume(window.count - Int(stream.pointee.avail_in))
    let count = room - Int(stream.pointee.avail_out)
    switch code {
    case Z_STREAM_END: return (count, .ended)
    case Z_OK, Z_BUF_ERROR: return (count, window.isEmpty && count == 0 ? .truncated : .more)
    default: return (count, .damaged)
    }
  }
}
