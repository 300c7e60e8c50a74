import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#endif

/// The removal of a store that was created and never used.
package enum StoreRemoval {
  /// Removes a store and its other files if no change was ever committed to the store.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` if the store is open in any process.
  package static func removeUnused(_ url: URL) throws {
    let url = StoreFile.resolved(url)
    // The exclusive lock keeps other processes from opening the store before it is removed.
    guard let lock = try StoreLock.shared(for: url) else { return }
    defer { lock.release() }
    try lock.makeExclusive()
    guard case .store = try StoreFile.identify(url), try revision(of: url) == 0 else { return }
    // The log is removed first. SQLite would write a log without a store into the next store at the
    // same path.
    for suffix in ["-wal", "-shm", ""] { unlink(url.path + suffix) }
    unlink(StoreLock.path(for: url))
  }

  private static func revision(of url: URL) throws -> Int64? {
    let database = try DatabaseOpener.reader(url)
    defer { try? database.close() }
    return try StoreFailure.translating {
      try database.unsafeReentrantRead {
        try Connection(database: $0).integer("SELECT \"revision\" FROM \"_sd_state\"")
      }
    }
  }
}
