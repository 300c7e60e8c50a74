import CFaultVFS
import Foundation

/// A folder whose files fail on demand below SQLite.
final class DiskFault: Sendable {
  /// What an operation that fails says.
  enum Kind: CaseIterable {
    /// One write, sync, truncation, opening or deletion finds the disk full or broken.
    case fullOnce, brokenOnce
    /// From one on all do.
    case fullForGood, brokenForGood

    var isFull: Bool { self == .fullOnce || self == .fullForGood }
    var isLasting: Bool { self == .fullForGood || self == .brokenForGood }
  }

  private static let changes =
    FAULT_WRITE | FAULT_SYNC | FAULT_TRUNCATE | FAULT_OPEN | FAULT_DELETE | FAULT_SHARED_MEMORY
  private let watch: Int32

  init(_ folder: URL) {
    fault_install()
    watch = fault_watch(folder.path + "/")
    precondition(watch >= 0, "more folders are watched at once than CFaultVFS has room for")
  }

  deinit { fault_unwatch(watch) }

  /// Fails operation number `number` of a kind from now on. A full disk fails writes only; a broken
  /// one, everything that changes a file.
  func fail(_ number: Int, _ kind: Kind) {
    let operations = kind.isFull ? FAULT_WRITE : Self.changes
    fault_set(watch, Int32(operations), number, kind.isLasting ? 1 : 0, kind.isFull ? 1 : 0)
  }

  /// Fails reading number `number`, and all that follow if the failure is lasting.
  func failReading(_ number: Int, isLasting: Bool = false) {
    fault_set(watch, Int32(FAULT_READ), number, isLasting ? 1 : 0, 0)
  }

  /// Lets everything pass.
  ///
  /// - Returns: The operations counted until now.
  @discardableResult
  func heal() -> Int {
    let count = fault_count(watch)
    fault_set(watch, 0, 0, 0, 0)
    return count
  }
}
