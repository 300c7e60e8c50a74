/// A source that can be looked at before it is taken.
///
/// Holds at most the bytes looked at and not yet taken; reading on from there goes straight to the
/// caller's memory.
final class BufferedSource: ByteSource {
  /// The most bytes that can be looked at.
  static let capacity = 256 * 1024

  let byteCount: Int?
  /// How many bytes were taken so far.
  private(set) var taken = 0
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

  /// The next bytes without taking them, valid until the next call; fewer than asked for only
  /// where the source ends.
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

  /// Takes bytes that were looked at.
  func take(_ count: Int) {
    let count = min(count, end - start)
    start += count
    taken += count
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
    taken += count
    return count
  }
}
