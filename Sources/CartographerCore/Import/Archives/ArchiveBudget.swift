import Synchronization

/// The remaining number of bytes to which all compressed files in one archive together may expand.
final class ArchiveBudget: Sendable {
  private let bytes: Mutex<Int>

  init(_ bytes: Int) { self.bytes = Mutex(bytes) }

  var remaining: Int { bytes.withLock { $0 } }

  func spend(_ count: Int) { bytes.withLock { $0 = max($0 - count, 0) } }
}
