import GeoFormats

/// Text that repeats for ever, made as it is read and never held.
final class EndlessSource: ByteSource {
  let byteCount: Int? = nil
  /// How many bytes were asked of it.
  private(set) var made = 0
  private let head: [UInt8]
  private let block: [UInt8]

  init(_ head: String, repeating unit: String) {
    self.head = Array(head.utf8)
    block = Array(String(repeating: unit, count: 1 + 16_384 / unit.utf8.count).utf8)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let next = made < head.count ? head[made...] : block[((made - head.count) % block.count)...]
    let count = min(next.count, buffer.count)
    buffer.copyBytes(from: next.prefix(count))
    made += count
    return count
  }
}
