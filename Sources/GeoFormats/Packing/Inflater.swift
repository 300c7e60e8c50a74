import CZlib

/// Undoes zlib's compression, from a buffered source into memory.
final class Inflater {
  /// What wraps the compressed data.
  enum Wrapping: Int32 {
    case gzip = 31
    /// Nothing, as in a ZIP archive.
    case none = -15
  }

  enum Outcome: Equatable {
    case more
    /// One stream is whole, its check sum right.
    case ended
    /// The source ended first.
    case truncated
    /// The data are no such stream from here on.
    case damaged
  }

  private let stream: UnsafeMutablePointer<z_stream>

  init(_ wrapping: Wrapping) throws {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, wrapping.rawValue, ZLIB_VERSION, size) == Z_OK else {
      throw GeoFormatsError(code: .outOfMemory, message: "there is no memory to unpack the file")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Makes ready for another stream.
  func reset() {
    inflateReset(stream)
  }

  /// Unpacks until the buffer holds something or the stream is over.
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
    input.take(window.count - Int(stream.pointee.avail_in))
    let count = room - Int(stream.pointee.avail_out)
    switch code {
    case Z_STREAM_END: return (count, .ended)
    case Z_OK, Z_BUF_ERROR: return (count, window.isEmpty && count == 0 ? .truncated : .more)
    default: return (count, .damaged)
    }
  }
}
