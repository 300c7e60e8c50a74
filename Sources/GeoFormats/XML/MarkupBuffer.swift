/// A buffer for XML markup in UTF-8. Text that is added to the buffer can be escaped.
struct MarkupBuffer {
  private(set) var count = 0
  private var capacity = 512
  private var memory: UnsafeMutablePointer<UInt8>

  init() {
    memory = .allocate(capacity: capacity)
  }

  /// Frees the buffer's memory. The buffer must not be used afterwards.
  mutating func deallocate() {
    memory.deallocate()
  }

  var start: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// The bytes in the buffer, valid until the next change to the buffer.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    if count == capacity { grow(to: count &+ 1) }
    memory[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func put(_ text: StaticString) {
    put(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  @inline(__always)
  mutating func put(_ source: UnsafePointer<UInt8>, count added: Int) {
    if count &+ added > capacity { grow(to: count &+ added) }
    (memory + count).update(from: source, count: added)
    count &+= added
  }

  mutating func put(_ source: [UInt8]) {
    source.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { put(start, count: bytes.count) }
    }
  }

  /// Escapes text for use as the content of an element, and appends it.
  mutating func put(escaped source: UnsafePointer<UInt8>, count added: Int) {
    put(source, count: added, isAttribute: false)
  }

  /// Escapes text for use as an attribute value in double quotes, and appends it.
  mutating func put(attribute source: UnsafePointer<UInt8>, count added: Int) {
    put(source, count: added, isAttribute: true)
  }

  @inline(__always)
  private mutating func put(
    _ source: UnsafePointer<UInt8>, count added: Int, isAttribute: Bool
  ) {
    var first = 0
    for index in 0..<added {
      let entity: StaticString
      switch source[index] {
      case UInt8(ascii: "&"): entity = "&amp;"
      case UInt8(ascii: "<"): entity = "&lt;"
      case UInt8(ascii: ">"): entity = "&gt;"
      case 13: entity = "&#13;"
      case UInt8(ascii: "\"") where isAttribute:
        entity = "&quot;"
      case 9 where isAttribute: entity = "&#9;"
      case 10 where isAttribute: entity = "&#10;"
      default: continue
      }
      put(source + first, count: index &- first)
      put(entity)
      first = index &+ 1
    }
    put(source + first, count: added &- first)
  }

  /// Appends a number in decimal notation. The number must not be negative.
  mutating func put(number: Int) {
    for byte in String(number).utf8 { put(byte) }
  }

  /// Truncates the buffer to the given length in bytes.
  mutating func truncate(to length: Int) {
    count = min(max(length, 0), count)
  }

  /// Removes the given number of bytes from the buffer, starting at the given offset.
  mutating func remove(at position: Int, count removed: Int) {
    guard position >= 0, removed > 0, position + removed <= count else { return }
    let rest = count - position - removed
    (memory + position).update(from: memory + position + removed, count: rest)
    count -= removed
  }

  /// Inserts bytes into the buffer at the given offset.
  mutating func insert(_ added: [UInt8], at position: Int) {
    guard position >= 0, position <= count, !added.isEmpty else { return }
    let rest = count - position
    grow(to: count + added.count)
    (memory + position + added.count).update(from: memory + position, count: rest)
    for (index, byte) in added.enumerated() { memory[position + index] = byte }
    count += added.count
  }

  /// Removes the bytes from the given offset to the end of the buffer, and returns them.
  mutating func cut(from position: Int) -> [UInt8] {
    guard position < count else { return [] }
    let tail = Array(UnsafeBufferPointer(start: memory + position, count: count - position))
    count = position
    return tail
  }

  private mutating func grow(to needed: Int) {
    guard needed > capacity else { return }
    let larger = max(needed, capacity * 2)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    fresh.update(from: memory, count: count)
    memory.deallocate()
    memory = fresh
    capacity = larger
  }
}
