import Synchronization

/// The remaining number of bytes to which all compressed files in one archive together may expand.
final class ArchiveBudget: Sendable {
  private let bytes: Atomic<Int>

  init(_ bytes: Int) { self.bytes = Atomic(bytes) }

  var remaining: Int { bytes.load(ordering: .relaxed) }

  func spend(_ count: Int) { bytes.store(max(remaining - count, 0), ordering: .relaxed) }
}
