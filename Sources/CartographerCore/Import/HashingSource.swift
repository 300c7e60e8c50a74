import GeoFormats

/// Hashes the bytes of another source as they pass.
final class HashingSource: ByteSource {
  private let source: any ByteSource
  private var hash = SHA256()

  init(_ source: any ByteSource) { self.source = source }

  var byteCount: Int? { source.byteCount }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source.read(into: buffer)
    hash.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
    return count
  }

  /// Reads what is left, which a broken file's reader leaves, and returns the hash of everything.
  func finish(_ meter: ProgressMeter) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while try buffer.withUnsafeMutableBytes({ try read(into: $0) }) > 0 {
      try meter.checkCancellation()
    }
    return hash.hexadecimal()
  }
}
