import Synchronization

/// A decompression limit for an archive: the maximum number of bytes to which the rest of its compressed files may
/// expand.
final class ArchiveBudget: Sendable {
  private let bytes: Mutex<Int>

  init(_ bytes: Int) { self.bytes = Mutex(bytes) }

  var remaining: Int { bytes.withLock { $0 } }

  func spend(_ count: Int) { bytes.withLock { $0 = max($0 - count, 0) } }
}
