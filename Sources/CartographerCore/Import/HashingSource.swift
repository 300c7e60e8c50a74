import GeoFormats

/// A byte source that reads from another source and computes a hash of the bytes it has read.
final class HashingSource: ByteSource {
  private let source: any ByteSource
  private let fingerprint: String?
  private let hash: SHA256

  /// Creates a byte source that hashes the bytes of another source.
  ///
  /// - Parameter fingerprint: Text to be hashed after the source's bytes, or nil to hash only them.
  init(_ source: any ByteSource, fingerprint: String? = nil) throws {
    self.source = source
    self.fingerprint = fingerprint
    hash = try SHA256()
  }

  var byteCount: Int? { source.byteCount }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source.read(into: buffer)
    try hash.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
    return count
  }

  /// Reads the file's remaining bytes, such as the bytes after an error, and returns the hash of
  /// the whole file.
  func finish(_ meter: ProgressMeter) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while try buffer.withUnsafeMutableBytes({ try read(into: $0) }) > 0 {
      try meter.checkCancellation()
    }
    if var fingerprint { try fingerprint.withUTF8 { try hash.update(UnsafeRawBufferPointer($0)) } }
    return try hash.finish()
  }
}
