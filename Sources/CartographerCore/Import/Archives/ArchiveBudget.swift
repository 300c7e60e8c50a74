import Synchronization

/// The number of bytes to which the compressed files of one archive may still expand, all of them
/// together.
final class ArchiveBudget: Sendable {
  private let bytes: Mutex<Int>

  init(_ bytes: Int) { self.bytes = Mutex(bytes) }

  var remaining: Int { bytes.withLock { $0 } }

  func spend(_ count: Int) { bytes.withLock { $0 = max($0 - count, 0) } }
}
