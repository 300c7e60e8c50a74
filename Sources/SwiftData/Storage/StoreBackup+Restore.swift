import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#endif

extension StoreBackup {
  /// Replaces a store with a backup, and keeps the replaced store as a new backup.
  ///
  /// - Returns: The backup of the replaced store. Nil if there was no store.
  ///   A damaged store is renamed to `<store>.damaged-<time>`, and the URL of that file is
  ///   returned.
  /// - Throws: ``SwiftDataError/storeBusy`` while any process has the store open.
  @discardableResult
  public static func restore(_ backup: URL, to url: URL) throws -> URL? {
    let (backup, url) = (StoreFile.resolved(backup), StoreFile.resolved(url))
    return try StoreShortage.explaining(url) { try replace(url, with: backup) }
  }

  /// Performs a dry run of a restore. It runs all steps except the last, which would replace the
  /// store.
  ///
  /// - Throws: The errors that ``restore(_:to:)`` would throw.
  package static func dryRunRestore(_ backup: URL, to url: URL) throws {
    let (backup, url) = (StoreFile.resolved(backup), StoreFile.resolved(url))
    _ = try StoreShortage.explaining(url) { try replace(url, with: backup, isDryRun: true) }
  }

  private static func replace(
    _ url: URL, with backup: URL, isDryRun: Bool = false
  ) throws -> URL? {
    _ = try StoreInspection.read(backup)
    let lock = try StoreLock.shared(for: url)
    defer { lock?.release() }
    guard let lock else {
      throw SwiftDataError(
        .storeReadOnly,
        "Cannot write to the folder of \(url.path); check the folder's permissions.")
    }
    try lock.makeExclusive()
    StoreDraft.clearLeftovers(of: url)
    let draft = try StoreDraft(for: url)
    defer { draft.discard() }
    let source = try DatabaseOpener.reader(backup)
    defer { try? source.close() }
    try StoreFailure.translating {
      try source.unsafeReentrantRead { database in
        let connection = Connection(database: database)
        try connection.execute("VACUUM main INTO ?", [.text(draft.url.path)])
        try verify(draft.url, against: connection)
      }
    }
    if isDryRun { return nil }
    try StoreFile.synchronise(draft.url.path)
    let kept = try keepReplaced(url)
    try draft.place(at: url)
    return kept
  }

  /// Copies the store that a restore will replace. A damaged store is renamed instead, together
  /// with its log.
  private static func keepReplaced(_ url: URL) throws -> URL? {
    if let kept = try copyIfSound(url) {
      // A log that outlives its store would be written into the next store at the path.
      try foldLog(of: url)
      return kept
    }
    let aside = URL(fileURLWithPath: "\(url.path).damaged-\(StoreClock.stamp())")
    // The main file is moved last. If the process is killed before, the damaged store is still in
    // its place.
    var kept: URL?
    for suffix in ["-shm", "-wal", "-journal", ""] {
      if rename(url.path + suffix, aside.path + suffix) == 0 {
        kept = aside
      } else if errno != ENOENT {
        throw SwiftDataError(
          .inputOutput,
          "\(url.path)\(suffix) cannot be renamed; check the permissions of its folder.")
      }
    }
    return kept
  }

  /// Copies the store that a restore will replace, if the store is sound. Returns nil if the file
  /// is damaged or is not a store. Throws an error if a sound store cannot be copied, for example
  /// because the disk is full.
  private static func copyIfSound(_ url: URL) throws -> URL? {
    do {
      guard case .store = try StoreFile.identify(url) else { return nil }
      return try copy(url, to: nil)
    } catch let error as SwiftDataError where error == .corruptStore || error == .notAStore {
      return nil
    }
  }

  /// Moves the pages of a store's write-ahead log into the store's main file and removes the log.
  private static func foldLog(of url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path + "-wal") else { return }
    let database = try DatabaseOpener.single(url)
    defer { try? database.close() }
    try StoreFailure.translating {
      try database.unsafeReentrantWrite { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      try database.close()
    }
    guard !StoreLog.hasPages(url) else {
      throw SwiftDataError(
        .storeBusy, "Another program has \(url.path) open; quit that program, and try again.")
    }
    for suffix in ["-wal", "-shm"] { unlink(url.path + suffix) }
  }
}
