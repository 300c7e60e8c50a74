import Synchronization

/// The decompression limit of an archive: the number of bytes to which the archive's remaining
/// files may still expand.
final class ArchiveBudget: Sendable {
  private let bytes: Mutex<Int>

  init(_ bytes: Int) { self.bytes = Mutex(bytes) }

  var remaining: Int { bytes.withLock { $0 } }

  func spend(_ count: Int) { bytes.withLock { $0 = max($0 - count, 0) } }
}
