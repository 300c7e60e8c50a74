/// A buffer that collects output bytes and writes them to a ``ByteSink`` in large pieces.
struct OutputBuffer {
  private static let capacity = 64 * 1024
  /// The number of bytes for which ``reserve()`` ensures space.
  static let reservation = 512

  private let sink: any ByteSink
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity)
  private var count = 0

  init(_ sink: any ByteSink) {
    self.sink = sink
  }

  /// Frees the buffer's memory. The buffer must not be used afterwards.
  mutating func deallocate() {
    bytes.deallocate()
  }

  /// Ensures that the buffer has space for ``reservation`` more bytes.
  @inline(__always)
  mutating func reserve() throws {
    if count &+ Self.reservation > Self.capacity { try flush() }
  }

  /// Writes the collected bytes to the ``ByteSink``.
  mutating func flush() throws {
    guard count > 0 else { return }
    try sink.write(UnsafeRawBufferPointer(start: bytes, count: count))
    count = 0
  }

  /// Writes the bytes in the given range of a spool.
  mutating func write(_ spool: ByteSpool, _ range: Range<Int>) throws {
    try flush()
    try spool.copy(range, to: sink)
  }

  /// Writes a short constant text. The caller must have reserved space with ``reserve()``.
  @inline(__always)
  mutating func put(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    (bytes + count).update(from: text.utf8Start, count: length)
    count &+= length
  }

  /// Writes at most ``reservation`` bytes. The caller must have reserved space with ``reserve()``.
  @inline(__always)
  mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    (bytes + count).update(from: start, count: text.count)
    count &+= text.count
  }

  /// Writes one byte. The caller must have reserved space with ``reserve()``.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    bytes[count] = byte
    count &+= 1
  }

  /// Writes the decimal digits of a number, padded with zeros to `width`. The caller must have
  /// reserved space with ``reserve()``.
  mutating func put(digits number: UInt64, width: Int = 1) {
    var rest = number
    var length = 1
    var bound = number / 10
    while bound > 0 {
      length &+= 1
      bound /= 10
    }
    length = max(length, width)
    var index = count &+ length
    while index > count {
      index &-= 1
      bytes[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count &+= length
  }

  /// Writes any number of bytes, even more than ``reservation``. The caller need not reserve space.
  mutating func write(_ text: some Sequence<UInt8>) throws {
    for byte in text {
      if count == Self.capacity { try flush() }
      put(byte)
    }
  }
}
