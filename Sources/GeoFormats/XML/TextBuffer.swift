/// Collects the text of one element, up to a bound.
struct TextBuffer {
  /// The most bytes of UTF-8 kept of one text.
  static let limit = 1 << 20

  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 256
  private(set) var count = 0
  /// Whether text was left out for reaching ``limit``.
  private(set) var overflowed = false

  init() {
    bytes = .allocate(capacity: capacity)
  }

  /// Frees the memory; the value must not be used afterwards.
  mutating func deallocate() {
    bytes.deallocate()
  }

  var start: UnsafePointer<UInt8> { UnsafePointer(bytes) }

  mutating func clear() {
    count = 0
    overflowed = false
  }

  mutating func append(_ source: UnsafeRawPointer, count added: Int) {
    var added = added
    if count + added > capacity {
      if count + added > Self.limit {
        added = Self.limit - count
        overflowed = true
      }
      grow(to: count + added)
    }
    UnsafeMutableRawPointer(bytes + count).copyMemory(from: source, byteCount: added)
    count += added
  }

  /// The text without a character cut in half at the bound.
  var string: String {
    var end = count
    if overflowed {
      while end > 0, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
      end = max(end - 1, 0)
    }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: end), as: UTF8.self)
  }

  private mutating func grow(to needed: Int) {
    guard needed > capacity else { return }
    let larger = max(needed, min(capacity * 2, Self.limit))
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    fresh.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = fresh
    capacity = larger
  }
}
