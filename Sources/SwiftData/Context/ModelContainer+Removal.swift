import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#endif

extension ModelContainer {
  /// Removes a store to which no change was ever committed, together with its other files. A store with changes stays.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` while any process has the store open.
  package static func removeUnused(_ url: URL) throws {
    let url = StoreFile.resolved(url)
    // The exclusive lock keeps other processes from opening the store before it is removed.
    guard let lock = try StoreLock.shared(for: url) else { return }
    defer { lock.release() }
    try lock.makeExclusive()
    guard case .store = try StoreFile.identify(url), try committedRevision(of: url) == 0 else {
      return
    }
    // The log is removed first, because a log that outlives its store would be written into the next store at the path.
    for suffix in ["-wal", "-shm", ""] { unlink(url.path + suffix) }
    unlink(StoreLock.path(for: url))
  }

  /// Returns the revision number of a closed store. The number is 0 until the first change is committed.
  private static func committedRevision(of url: URL) throws -> Int64? {
    let database = try DatabaseOpener.reader(url)
    defer { try? database.close() }
    return try StoreFailure.translating {
      try database.unsafeReentrantRead {
        try Connection(database: $0).integer("SELECT \"revision\" FROM \"_sd_state\"")
      }
    }
  }
}
