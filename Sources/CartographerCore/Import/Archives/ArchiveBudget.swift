import Synchronization

/// The number of bytes to which the compressed files of one archive may still expand, all of them
/// together.
final class ArchiveBudget: Sendable {
  private let bytes: Atomic<Int>

  init(_ bytes: Int) { self.bytes = Atomic(bytes) }

  var remaining: Int { bytes.load(ordering: .relaxed) }

  func spend(_ count: Int) { bytes.store(max(remaining - count, 0), ordering: .relaxed) }
}
