import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#endif

/// Copies of a store, verified before they count.
public enum StoreBackup {
  /// Copies a store into one file: written aside, checked, flushed, then renamed into place.
  ///
  /// - Parameters:
  ///   - url: The store.
  ///   - destination: The copy; nil for a name beside the store with its version and the time. No
  ///     migration ever removes it.
  /// - Returns: The copy, readable by its owner only.
  /// - Throws: ``SwiftDataError/backupFailed`` with the reason; no partial copy is left.
  @discardableResult
  public static func make(of url: URL, to destination: URL? = nil) throws -> URL {
    let url = StoreFile.resolved(url)
    let inspection = try StoreInspection.read(url)
    StoreDraft.clearLeftovers(of: url)
    let database = try DatabaseOpener.reader(url)
    defer { try? database.close() }
    return try StoreFailure.translating {
      try database.unsafeReentrantRead { database in
        try make(
          Connection(database: database), of: url, version: inspection.version,
          to: destination ?? StoreBackupName.free(url, inspection.version, isManual: true))
      }
    }
  }

  /// Copies through an open connection that is in no transaction.
  static func make(
    _ connection: Connection, of url: URL, version: Schema.Version, to destination: URL?,
    _ progress: MigrationProgress = MigrationProgress(handler: nil)
  ) throws -> URL {
    let target = destination ?? StoreBackupName.free(url, version, isManual: false)
    do {
      try progress(.backupBegan)
      try requireSpace(for: url, at: target, copies: destination == nil ? 2 : 1)
      let draft = try StoreDraft(target.path + ".tmp")
      defer { draft.discard() }
      try connection.execute("VACUUM main INTO ?", [.text(draft.url.path)])
      try progress(.backupCopied)
      try verify(draft.url, against: connection)
      try progress(.backupVerified)
      try StoreFile.synchronise(draft.url.path)
      try draft.place(at: target)
    } catch let cancellation as MigrationProgress.Cancellation {
      throw cancellation
    } catch let error as SwiftDataError where error.code == .corruptStore {
      throw error
    } catch {
      if let damage = damage(connection) { throw damage }
      throw SwiftDataError(
        .backupFailed, "The store was not touched, because its backup failed: \(error)",
        underlying: error)
    }
    return target
  }

  /// The backups beside a store, newest last: those of migrations and those made by hand.
  public static func list(of url: URL) -> [URL] { names(of: url).map(\.url) }

  private static func names(of url: URL) -> [StoreBackupName] {
    let url = StoreFile.resolved(url)
    let folder = url.deletingLastPathComponent()
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.compactMap {
      StoreBackupName(folder.appendingPathComponent($0), of: url.lastPathComponent)
    }.sorted { $0.time < $1.time }
  }

  /// Keeps the newest backups that migrations made beside a store and removes their others.
  static func prune(_ url: URL, keeping count: Int) {
    for backup in names(of: url).filter({ !$0.isManual }).dropLast(max(1, count)) {
      unlink(backup.url.path)
    }
  }

  /// Removes a backup that turned out not to be needed.
  static func discard(_ backup: URL) { unlink(backup.path) }

  /// - Parameter copies: How many times the store has to fit: a migration needs room for the backup
  ///   and for the log of what it writes anew.
  private static func requireSpace(for url: URL, at target: URL, copies: UInt64) throws {
    var status = statvfs()
    guard statvfs(target.deletingLastPathComponent().path, &status) == 0 else { return }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    let size = StoreFile.size(url) + StoreFile.size(URL(fileURLWithPath: url.path + "-wal"))
    let needed = UInt64(size) * copies + 1_048_576
    guard free > needed else {
      throw SwiftDataError(
        .backupFailed,
        "\(target.deletingLastPathComponent().path) has \(free / 1_048_576) MB free and the "
          + "\(copies == 1 ? "backup" : "migration") needs \(needed / 1_048_576 + 1) MB; "
          + "free space and try again.")
    }
  }

  /// Opens a copy and compares it with the store: sound, and as many rows in every table.
  private static func verify(_ copy: URL, against connection: Connection) throws {
    let database = try DatabaseOpener.reader(copy)
    defer { try? database.close() }
    try database.unsafeReentrantRead { database in
      let other = Connection(database: database)
      let result = try other.text("PRAGMA quick_check(1)")
      guard result == "ok" else {
        throw SwiftDataError(.backupFailed, "The copy is damaged: \(result ?? "no answer").")
      }
      for row in try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") {
        guard case .text(let name) = row[0] else { continue }
        let sql = "SELECT count(*) FROM \(name.sqlQuoted)"
        guard try connection.integer(sql) == other.integer(sql) else {
          throw SwiftDataError(.backupFailed, "The copy has other rows in \(name).")
        }
      }
    }
  }

  /// What is wrong with the store itself, when a copy of it fails: SQLite may give many reasons for
  /// stumbling over a damaged page, a full disk among them.
  private static func damage(_ connection: Connection) -> SwiftDataError? {
    guard let result = try? connection.text("PRAGMA integrity_check(1)"), result != "ok" else {
      return nil
    }
    let finding = result.split(separator: "\n").last.map(String.init) ?? result
    return SwiftDataError(
      .corruptStore, "The store is damaged (\(finding)); restore a backup. Nothing was changed.")
  }

  /// Puts a backup in a store's place, keeping what stood there as a backup of its own.
  ///
  /// - Returns: The backup made of the store that was replaced; nil if there was none, or it was
  ///   damaged and moved aside under the second name.
  /// - Throws: ``SwiftDataError/storeBusy`` while anyone has the store open.
  @discardableResult
  public static func restore(_ backup: URL, to url: URL) throws -> URL? {
    let (backup, url) = (StoreFile.resolved(backup), StoreFile.resolved(url))
    _ = try StoreInspection.read(backup)
    let lock = try StoreLock.shared(for: url)
    defer { lock?.release() }
    guard let lock else {
      throw SwiftDataError(
        .storeReadOnly, "The folder of \(url.path) cannot be written; check its permissions.")
    }
    try lock.makeExclusive()
    StoreDraft.clearLeftovers(of: url)
    let draft = try StoreDraft(url.path + ".restore")
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
    try StoreFile.synchronise(draft.url.path)
    let kept = try keepReplaced(url)
    try draft.place(at: url)
    return kept
  }

  /// Copies the store that is to be replaced, or moves it aside with its log if it is damaged.
  private static func keepReplaced(_ url: URL) throws -> URL? {
    if case .store = try StoreFile.look(at: url), let kept = try? make(of: url) {
      // A log that outlived the store it belongs to would be written into the next one.
      try foldLog(of: url)
      return kept
    }
    let aside = URL(fileURLWithPath: "\(url.path).damaged-\(StoreClock.stamp())")
    // The store goes last: killed between, it is still in its place, damaged as it was.
    var kept: URL?
    for suffix in ["-shm", "-wal", "-journal", ""] {
      if rename(url.path + suffix, aside.path + suffix) == 0 {
        kept = aside
      } else if errno != ENOENT {
        throw SwiftDataError(
          .inputOutput, "\(url.path)\(suffix) cannot be moved aside; check its folder.")
      }
    }
    return kept
  }

  /// Writes what stands in a store's log into the store and removes the log.
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
        .storeBusy, "Another program has \(url.path) open; end it, and try again.")
    }
    for suffix in ["-wal", "-shm"] { unlink(url.path + suffix) }
  }
}
