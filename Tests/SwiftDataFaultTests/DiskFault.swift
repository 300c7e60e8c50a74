import CFaultVFS
import Foundation

/// A folder in which SQLite's file operations fail on demand.
final class DiskFault: Sendable {
  /// The cause and duration of a failure.
  enum Kind: CaseIterable {
    /// A single operation fails because the disk is full or broken.
    case fullOnce, brokenOnce
    /// All operations from the given one on fail.
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
    precondition(watch >= 0, "CFaultVFS cannot watch this many folders at once")
  }

  deinit { fault_unwatch(watch) }

  /// Makes operation `number`, counted from now on, fail. A full disk fails only writes; a broken
  /// disk fails all operations that change a file.
  func fail(_ number: Int, _ kind: Kind) {
    let operations = kind.isFull ? FAULT_WRITE : Self.changes
    fault_set(watch, Int32(operations), number, kind.isLasting ? 1 : 0, kind.isFull ? 1 : 0)
  }

  /// Makes read `number`, counted from now on, fail, and all later reads if the failure is lasting.
  func failReading(_ number: Int, isLasting: Bool = false) {
    fault_set(watch, Int32(FAULT_READ), number, isLasting ? 1 : 0, 0)
  }

  /// Stops making operations fail.
  ///
  /// - Returns: The number of operations counted so far.
  @discardableResult
  func heal() -> Int {
    let count = fault_count(watch)
    fault_set(watch, 0, 0, 0, 0)
    return count
  }
}
