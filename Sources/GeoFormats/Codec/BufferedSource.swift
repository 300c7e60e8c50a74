/// A byte source with a lookahead buffer.
///
/// The buffer holds only bytes that have been read ahead but not yet consumed. All other reads
/// write directly to the caller's memory.
final class BufferedSource: ByteSource {
  /// The maximum size of the lookahead buffer, in bytes.
  static let capacity = 256 * 1024

  let byteCount: Int?
  /// The number of bytes consumed so far.
  private(set) var consumed = 0
  private let source: any ByteSource
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  init(_ source: any ByteSource) {
    self.source = source
    byteCount = source.byteCount
  }

  deinit {
    memory.deallocate()
  }

  /// Returns the source's next bytes without consuming them. The bytes are valid until the next
  /// call. Fewer bytes than requested are returned only at the end of the source.
  func window(atLeast wanted: Int) throws -> UnsafeRawBufferPointer {
    let wanted = min(wanted, Self.capacity)
    if end - start < wanted, start > 0 {
      memory.copyMemory(from: memory + start, byteCount: end - start)
      end -= start
      start = 0
    }
    while end - start < wanted, !isAtEnd {
      let free = UnsafeMutableRawBufferPointer(
        start: memory + end, count: min(Self.capacity - end, 64 * 1024))
      let count = try source.read(into: free)
      end += count
      isAtEnd = count == 0
    }
    return UnsafeRawBufferPointer(start: memory + start, count: end - start)
  }

  /// Consumes the first `count` bytes of the window that ``window(atLeast:)`` returned.
  func consume(_ count: Int) {
    let count = min(count, end - start)
    start += count
    consumed += count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count: Int
    if start < end {
      count = min(buffer.count, end - start)
      buffer.copyMemory(from: UnsafeRawBufferPointer(start: memory + start, count: count))
      start += count
    } else {
      count = isAtEnd ? 0 : try source.read(into: buffer)
      isAtEnd = count == 0
    }
    consumed += count
    return count
  }
}
