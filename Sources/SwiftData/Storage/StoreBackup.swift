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
  ///   - destination: The copy; nil for a name beside the store with its version and the time.
  /// - Returns: The copy, readable by its owner only.
  /// - Throws: ``SwiftDataError/backupFailed`` with the reason; no partial copy is left.
  @discardableResult
  public static func make(of url: URL, to destination: URL? = nil) throws -> URL {
    let inspection = try StoreInspection.read(url)
    let database = try DatabaseOpener.reader(url)
    defer { try? database.close() }
    return try StoreFailure.translating {
      try database.unsafeReentrantRead { database in
        try make(
          Connection(database: database), of: url, version: inspection.version, to: destination)
      }
    }
  }

  /// Copies through an open connection that is in no transaction.
  static func make(
    _ connection: Connection, of url: URL, version: Schema.Version, to destination: URL?,
    _ progress: MigrationProgress = MigrationProgress(handler: nil)
  ) throws -> URL {
    let target = destination ?? beside(url, version)
    let draft = target.path + ".tmp"
    do {
      try progress(.backupBegan)
      try requireSpace(for: url, at: target)
      unlink(draft)
      guard
        FileManager.default.createFile(
          atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600])
      else {
        throw SwiftDataError(.backupFailed, "\(draft) cannot be written; check its folder.")
      }
      try connection.execute("VACUUM main INTO ?", [.text(draft)])
      try progress(.backupCopied)
      try verify(URL(fileURLWithPath: draft), against: connection)
      try progress(.backupVerified)
      try StoreFile.synchronise(draft)
      guard rename(draft, target.path) == 0 else {
        throw SwiftDataError(
          .backupFailed, "\(target.path) cannot be written (\(String(cString: strerror(errno)))).")
      }
      try StoreFile.synchronise(target.deletingLastPathComponent().path)
      try progress(.backupMade(target))
    } catch let cancellation as MigrationProgress.Cancellation {
      unlink(draft)
      unlink(target.path)
      throw cancellation
    } catch {
      unlink(draft)
      throw SwiftDataError(
        .backupFailed, "The store was not touched, because its backup failed: \(error)",
        underlying: error)
    }
    return target
  }

  private static func beside(_ url: URL, _ version: Schema.Version) -> URL {
    let stem = "\(url.path).v\(version)-\(StoreClock.stamp())"
    var path = stem + ".backup"
    var number = 2
    while FileManager.default.fileExists(atPath: path) {
      path = "\(stem)-\(number).backup"
      number += 1
    }
    return URL(fileURLWithPath: path)
  }

  /// The backups beside a store, newest last.
  public static func list(of url: URL) -> [URL] {
    let folder = url.deletingLastPathComponent()
    let prefix = url.lastPathComponent + ".v"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // Several backups may be made in the second that their names tell; the files tell which is last.
    let backups = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".backup") }.map {
      name -> (url: URL, time: (String, Date)) in
      let url = folder.appendingPathComponent(name)
      let stamp = name.dropFirst(prefix.count).dropLast(".backup".count)
        .split(separator: "-").dropFirst().first
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      let written = attributes?[.modificationDate] as? Date
      return (url, (stamp.map(String.init) ?? "", written ?? .distantPast))
    }
    return backups.sorted { $0.time < $1.time }.map(\.url)
  }

  /// Keeps the newest backups beside a store and removes the others.
  static func prune(_ url: URL, keeping count: Int) {
    for backup in list(of: url).dropLast(max(1, count)) { unlink(backup.path) }
  }

  /// Removes a backup that turned out not to be needed.
  static func discard(_ backup: URL) { unlink(backup.path) }

  /// Removes drafts of backups and stores that a killed process left beside a store. One that
  /// was written to in the last minute may still be in work and stays.
  static func clearLeftovers(of url: URL) {
    let folder = url.deletingLastPathComponent()
    let name = url.lastPathComponent
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      guard
        file.hasPrefix(name + ".new-")
          || (file.hasPrefix(name + ".v") && file.contains(".backup.tmp"))
      else { continue }
      let path = folder.appendingPathComponent(file).path
      guard
        let changed = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
          as? Date, StoreClock.now().timeIntervalSince(changed) > 60
      else { continue }
      unlink(path)
    }
  }

  private static func requireSpace(for url: URL, at target: URL) throws {
    var status = statvfs()
    guard statvfs(target.deletingLastPathComponent().path, &status) == 0 else { return }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    let size = StoreFile.size(url) + StoreFile.size(URL(fileURLWithPath: url.path + "-wal"))
    guard free > UInt64(size) + 1_048_576 else {
      throw SwiftDataError(
        .backupFailed,
        "\(target.deletingLastPathComponent().path) has \(free / 1_048_576) MB free and the "
          + "backup needs \(UInt64(size) / 1_048_576 + 1) MB; free space and try again.")
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

  /// Puts a backup in a store's place, keeping what stood there as a backup of its own.
  ///
  /// - Returns: The backup made of the store that was replaced; nil if there was none, or it was
  ///   damaged and moved aside under the second name.
  /// - Throws: ``SwiftDataError/storeBusy`` while anyone has the store open.
  @discardableResult
  public static func restore(_ backup: URL, to url: URL) throws -> URL? {
    _ = try StoreInspection.read(backup)
    let lock = try StoreLock.shared(for: url)
    defer { lock?.release() }
    guard let lock else {
      throw SwiftDataError(
        .storeReadOnly, "The folder of \(url.path) cannot be written; check its permissions.")
    }
    try lock.makeExclusive()
    let draft = url.path + ".restore"
    unlink(draft)
    do {
      let source = try DatabaseOpener.reader(backup)
      defer { try? source.close() }
      try StoreFailure.translating {
        try source.unsafeReentrantRead { database in
          let connection = Connection(database: database)
          try connection.execute("VACUUM main INTO ?", [.text(draft)])
          try verify(URL(fileURLWithPath: draft), against: connection)
        }
      }
      chmod(draft, 0o600)
      try StoreFile.synchronise(draft)
    } catch {
      unlink(draft)
      throw error
    }
    let kept = try keepReplaced(url)
    for suffix in ["-wal", "-shm"] { unlink(url.path + suffix) }
    guard rename(draft, url.path) == 0 else {
      throw SwiftDataError(.inputOutput, "\(url.path) cannot be replaced.")
    }
    try StoreFile.synchronise(url.deletingLastPathComponent().path)
    return kept
  }

  private static func keepReplaced(_ url: URL) throws -> URL? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    if case .store = try StoreFile.look(at: url), let kept = try? make(of: url) { return kept }
    let aside = URL(fileURLWithPath: "\(url.path).damaged-\(StoreClock.stamp())")
    guard rename(url.path, aside.path) == 0 else {
      throw SwiftDataError(.inputOutput, "\(url.path) cannot be moved aside.")
    }
    return aside
  }
}
