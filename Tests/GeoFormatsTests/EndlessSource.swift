import GeoFormats

/// A source of endlessly repeated text, which is generated while it is read.
final class EndlessSource: ByteSource {
  let byteCount: Int? = nil
  /// The number of bytes read so far.
  private(set) var bytesRead = 0
  private let head: [UInt8]
  private let block: [UInt8]

  init(_ head: String, repeating unit: String) {
    self.head = Array(head.utf8)
    block = Array(String(repeating: unit, count: 1 + 16_384 / unit.utf8.count).utf8)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let next =
      bytesRead < head.count
      ? head[bytesRead...] : block[((bytesRead - head.count) % block.count)...]
    let count = min(next.count, buffer.count)
    buffer.copyBytes(from: next.prefix(count))
    bytesRead += count
    return count
  }
}
