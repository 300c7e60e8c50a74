import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#endif

/// Functions that make, list and restore backups of a store. Every copy is verified.
///
/// ```swift
/// let backup = try StoreBackup.make(of: url)
/// let newest = StoreBackup.list(of: url).last
/// // Every container of the store must be closed before a restore.
/// try container.close()
/// try StoreBackup.restore(backup, to: url)
/// ```
public enum StoreBackup {
  /// The error thrown if another process begins to write to a store that is being copied.
  private struct Moved: Error {}

  /// Makes a backup by copying a store into one file. The copy is written to a temporary file,
  /// checked, flushed, and then renamed to its destination.
  ///
  /// - Parameter url: The store's URL.
  /// - Parameter destination: The copy's URL. The file must not exist yet.
  ///   If nil, the copy is written beside the store, with the store's version and the time in its
  ///   name. Migrations never remove such a copy.
  /// - Returns: The copy's URL. Only the owner of the file can read the copy.
  ///   Other processes may write to the store during the copy; the copy nevertheless contains a
  ///   consistent state.
  /// - Throws: ``SwiftDataError/backupFailed`` with the reason, such as an existing destination.
  /// - Throws: ``SwiftDataError/storeBusy`` while a process migrates or restores the store.
  ///   If an error is thrown, no partial copy remains.
  @discardableResult
  public static func make(of url: URL, to destination: URL? = nil) throws -> URL {
    let url = StoreFile.resolved(url)
    _ = try StoreInspection.read(url, counting: false)
    let lock = try StoreLock.shared(for: url)
    defer { lock?.release() }
    return try copy(url, to: destination)
  }

  /// Copies a store. The caller must make sure that no process migrates or restores the store
  /// during the copy.
  static func copy(_ url: URL, to destination: URL?) throws -> URL {
    StoreDraft.clearLeftovers(of: url)
    if let destination { StoreDraft.clearLeftovers(in: destination.deletingLastPathComponent()) }
    for _ in 0..<5 {
      let watch = CopyWatch(url)
      do {
        return try copy(url, to: destination, watch)
      } catch is Moved {
        continue
      } catch {
        guard watch.isBroken(url) else { throw error }
      }
    }
    throw SwiftDataError(
      .storeBusy,
      "\(url.path) changed during every attempt to copy it. "
        + "Wait until no other program is writing to the store, and try again.")
  }

  private static func copy(_ url: URL, to destination: URL?, _ watch: CopyWatch) throws -> URL {
    let version = try StoreInspection.read(url, counting: false).version
    let database = try watch.reader(url)
    defer { try? database.close() }
    return try StoreFailure.translating {
      try database.unsafeReentrantRead { database in
        try make(
          Connection(database: database), of: url, version: version,
          to: destination ?? StoreBackupName.free(url, version, isManual: true), watch)
      }
    }
  }

  /// Copies a store through an open connection. No transaction may be open.
  static func make(
    _ connection: Connection, of url: URL, version: Schema.Version, to destination: URL?,
    _ watch: CopyWatch = .locked,
    _ progress: MigrationProgress = MigrationProgress(handler: nil)
  ) throws -> URL {
    let target = destination ?? StoreBackupName.free(url, version, isManual: false)
    guard access(target.path, F_OK) != 0 else { throw destinationExistsError(target) }
    do {
      try progress(.backupBegan)
      try requireSpace(for: url, at: target, copies: destination == nil ? 2 : 1)
      let draft = try StoreDraft(for: target)
      defer { draft.discard() }
      let state = try watch.state(connection)
      try connection.execute("VACUUM main INTO ?", [.text(draft.url.path)])
      try progress(.backupCopied)
      try verify(draft.url, against: connection) { try watch.state(connection) != state }
      try progress(.backupVerified)
      try StoreFile.synchronise(draft.url.path)
      guard !watch.isBroken(url) else { throw Moved() }
      guard try draft.placeNew(at: target) else { throw destinationExistsError(target) }
    } catch let cancellation as MigrationProgress.Cancellation {
      throw cancellation
    } catch let moved as Moved {
      throw moved
    } catch let error as SwiftDataError where error.code == .corruptStore {
      throw error
    } catch {
      if let damage = damage(connection) { throw damage }
      throw SwiftDataError(
        .backupFailed,
        destination == nil
          ? "The store was not changed, because its backup failed: \(error)"
          : "The backup failed: \(error)",
        underlying: error)
    }
    return target
  }

  private static func destinationExistsError(_ target: URL) -> SwiftDataError {
    SwiftDataError(
      .backupFailed, "\(target.path) already exists; move that file away, or specify another file.")
  }

  /// Returns the URLs of all backups beside a store, from oldest to newest, including backups made
  /// by hand.
  public static func list(of url: URL) -> [URL] { names(of: url).map(\.url) }

  private static func names(of url: URL) -> [StoreBackupName] {
    let url = StoreFile.resolved(url)
    let folder = url.deletingLastPathComponent()
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.compactMap {
      StoreBackupName(folder.appendingPathComponent($0), of: url.lastPathComponent)
    }.sorted { $0.time < $1.time }
  }

  /// Removes old migration backups of a store. In all, `count` migration backups are kept: the last
  /// one and the newest of the others. Backups that only the user may delete are never removed. The
  /// last backup is passed separately, because its name contains an earlier time if the system
  /// clock was set back.
  static func prune(_ url: URL, keeping count: Int, and last: URL?) {
    let others = names(of: url).filter {
      !$0.isLasting && $0.url.lastPathComponent != last?.lastPathComponent
    }
    for backup in others.dropLast(max(1, count) - (last == nil ? 0 : 1)) {
      unlink(backup.url.path)
    }
  }

  /// Renames a migration's backup, so that later migrations do not remove it.
  ///
  /// - Returns: The backup's new URL.
  static func keep(_ backup: URL) throws -> URL {
    let kept = StoreBackupName.kept(backup)
    guard rename(backup.path, kept.path) == 0 else {
      throw SwiftDataError(
        .backupFailed,
        "\(backup.path) cannot be renamed (\(String(cString: strerror(errno)))); "
          + "check the permissions of its folder.")
    }
    try StoreFile.synchronise(kept.deletingLastPathComponent().path)
    return kept
  }

  /// Restores a backup's original name after a failed migration. The backup was renamed by
  /// ``keep(_:)``.
  static func release(_ kept: URL, as backup: URL) { _ = rename(kept.path, backup.path) }

  /// Removes a backup that is no longer needed.
  static func discard(_ backup: URL) { unlink(backup.path) }

  /// Checks that the destination has enough free space.
  ///
  /// - Parameter copies: The number of store copies for which free space is required.
  ///   A migration needs space for two copies: the backup, and the write-ahead log of the
  ///   migration.
  private static func requireSpace(for url: URL, at target: URL, copies: UInt64) throws {
    var status = statvfs()
    guard statvfs(target.deletingLastPathComponent().path, &status) == 0 else { return }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    let size = StoreFile.size(url) + StoreFile.size(URL(fileURLWithPath: url.path + "-wal"))
    let needed = UInt64(size) * copies + 1_048_576
    guard free > needed else {
      throw SwiftDataError(
        .backupFailed,
        """
        \(target.deletingLastPathComponent().path) has \(free / 1_048_576) MB free, but the \
        \(copies == 1 ? "backup" : "migration") needs \(needed / 1_048_576 + 1) MB; \
        free up space, and try again.
        """)
    }
  }

  /// Verifies that a copy of a store is sound and has the same row counts as the store.
  ///
  /// - Parameter hasChanged: A closure that returns whether other processes have changed the store.
  ///   If the store has been changed since the copy began, the row counts may differ.
  static func verify(
    _ copy: URL, against connection: Connection, unless hasChanged: () throws -> Bool = { false }
  ) throws {
    let database = try DatabaseOpener.reader(copy)
    defer { try? database.close() }
    try database.unsafeReentrantRead { database in
      let other = Connection(database: database)
      if let finding = try PageCheck.findings(other, isQuick: true, limit: 1).first {
        throw SwiftDataError(.backupFailed, "The copy is damaged: \(finding).")
      }
      for row in try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") {
        guard case .text(let name) = row[0] else { continue }
        let sql = "SELECT count(*) FROM \(name.sqlQuoted)"
        guard try connection.integer(sql) == other.integer(sql) || hasChanged() else {
          throw SwiftDataError(
            .backupFailed, "The copy and the store have different numbers of rows in \(name).")
        }
      }
    }
  }

  /// Returns the error for a failed copy if the store itself is damaged. Returns nil if the store
  /// is sound. SQLite may report a damaged page as a different error, such as a full disk.
  private static func damage(_ connection: Connection) -> SwiftDataError? {
    do {
      guard let found = try PageCheck.findings(connection, isQuick: false, limit: 1).first else {
        return nil
      }
      let finding = found.split(separator: "\n").last.map(String.init) ?? found
      return SwiftDataError(
        .corruptStore, "The store is damaged (\(finding)); restore a backup. Nothing was changed.")
    } catch {
      return (error as? SwiftDataError).flatMap { $0.code == .inputOutput ? $0 : nil }
    }
  }
}
