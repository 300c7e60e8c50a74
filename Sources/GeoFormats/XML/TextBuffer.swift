/// A buffer for the text of one element, with a maximum size.
struct TextBuffer {
  /// The maximum number of UTF-8 bytes in the buffer.
  private let limit: Int
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 256
  private(set) var count = 0

  init(limit: Int) {
    self.limit = limit
    bytes = .allocate(capacity: capacity)
  }

  /// Frees the buffer's memory. The buffer must not be used afterwards.
  mutating func deallocate() {
    bytes.deallocate()
  }

  var start: UnsafePointer<UInt8> { UnsafePointer(bytes) }

  mutating func clear() {
    count = 0
  }

  /// Appends the given bytes to the text, unless the text would then exceed the limit.
  ///
  /// - Returns: False if nothing was appended because the text would exceed the limit.
  mutating func append(_ source: UnsafeRawPointer, count added: Int) -> Bool {
    if count + added > capacity {
      guard count + added <= limit else { return false }
      grow(to: count + added)
    }
    UnsafeMutableRawPointer(bytes + count).copyMemory(from: source, byteCount: added)
    count += added
    return true
  }

  /// Whether the text consists of white space and control characters only, or is empty.
  var isBlank: Bool {
    UnsafeBufferPointer(start: bytes, count: count).allSatisfy { $0 <= 0x20 }
  }

  var string: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private mutating func grow(to needed: Int) {
    guard needed > capacity else { return }
    let larger = max(needed, min(capacity * 2, limit))
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    fresh.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = fresh
    capacity = larger
  }
}
