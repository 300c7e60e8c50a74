import GeoFormats

/// A source that throws after its last byte.
final class FailingSource: ByteSource {
  struct Failure: Error {}

  let byteCount: Int? = nil
  private let content: MemorySource

  init(_ bytes: some Sequence<UInt8>) {
    content = MemorySource(bytes)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = content.read(into: buffer)
    guard count > 0 else { throw Failure() }
    return count
  }
}
