import Synchronization

/// The decompression limit of an archive: the number of bytes that the remaining files may occupy
/// when they are decompressed.
final class ArchiveBudget: Sendable {
  private let bytes: Mutex<Int>

  init(_ bytes: Int) { self.bytes = Mutex(bytes) }

  var remaining: Int { bytes.withLock { $0 } }

  func spend(_ count: Int) { bytes.withLock { $0 = max($0 - count, 0) } }
}
