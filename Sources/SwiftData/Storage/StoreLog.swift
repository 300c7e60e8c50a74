import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#endif

/// The write-ahead log beside a store: whether it can be read, and whether it is the store's own.
enum StoreLog {
  /// A log of this size or less has a header at most, and nothing that was written.
  private static let emptySize: Int64 = 32

  private static func path(_ url: URL) -> String { url.path + "-wal" }

  /// Whether the log has pages that are not in the store's file yet.
  static func hasPages(_ url: URL) -> Bool {
    StoreFile.size(URL(fileURLWithPath: path(url))) > emptySize
  }

  /// Whether the store must be read through its log: it has pages, or somebody may be writing it.
  static func isLive(_ url: URL) -> Bool {
    hasPages(url)
      || StoreFile.size(URL(fileURLWithPath: path(url))) > 0
        && (access(url.deletingLastPathComponent().path, W_OK) == 0
          || access(url.path + "-shm", F_OK) == 0)
  }

  /// Refuses a log that cannot be read where it is, or that is not of this store as it is now.
  ///
  /// SQLite takes any log beside a file for its own. One that was left from another store, or from
  /// an older state of this one, would be written into it page by page.
  ///
  /// - Throws: ``SwiftDataError/storeReadOnly``, ``SwiftDataError/corruptStore``; nothing was
  ///   written.
  static func check(_ url: URL) throws {
    guard hasPages(url) else { return }
    guard
      access(url.path + "-shm", F_OK) == 0
        || access(url.deletingLastPathComponent().path, W_OK) == 0
    else {
      throw SwiftDataError(
        .storeReadOnly,
        "\(url.path) was not closed cleanly, and the changes in \(url.lastPathComponent)-wal "
          + "cannot be read in a folder that cannot be written. Make the folder writable, or copy "
          + "both files to one that is.")
    }
    // Without the log first: a state that is older than the one read after it, whoever writes.
    // Where a checkpoint was cut short it may not be readable alone, and says nothing.
    guard let bare = try? state(DatabaseOpener.bareReader(url), entry: nil), bare.store != nil
    else { return }
    let logged: State
    do {
      logged = try state(DatabaseOpener.reader(url), entry: bare.entry)
    } catch let error as SwiftDataError where error.code == .corruptStore {
      throw SwiftDataError(
        .corruptStore,
        "\(url.lastPathComponent)-wal does not fit \(url.path): it was left from another state of "
          + "it, or one of the two is damaged. Restore a backup, or move the log away if you know "
          + "that it is an old one; nothing was changed.", underlying: error)
    }
    let isOwn =
      bare.store == logged.store
      && (bare.time == nil || logged.time == nil || bare.time == logged.time)
    guard isOwn, bare.revision <= logged.revision else {
      throw SwiftDataError(
        .corruptStore,
        "\(url.lastPathComponent)-wal is not the log of \(url.path) as it is now, but of "
          + (isOwn ? "an older state of it" : "another store")
          + ". Move it away and open the store again, or restore a backup; nothing was changed.")
    }
  }

  /// What tells one store and its states from others. Every recorded write changes the pages of the
  /// revision and the history, so that any log has them.
  private struct State {
    let store: String?
    let revision: Int64
    /// An entry of the history and its time, which nothing changes; no time where it is gone.
    let entry: Int64?
    let time: Double?
  }

  /// Refuses to make a store where a log without its store stands: it would be written into it.
  static func requireNone(at url: URL) throws {
    for suffix in ["-wal", "-journal"]
    where StoreFile.size(URL(fileURLWithPath: url.path + suffix)) > emptySize
      && access(url.path, F_OK) != 0
    {
      throw SwiftDataError(
        .notAStore,
        "There is no store at \(url.path), but its log \(url.lastPathComponent)\(suffix) is there. "
          + "Put the store back beside it, or move the log away to start a new one.")
    }
  }

  /// - Parameter entry: The entry whose time is wanted; nil for the newest.
  private static func state(
    _ database: @autoclosure () throws -> any DatabaseWriter, entry: Int64?
  ) throws -> State {
    let database = try database()
    defer { try? database.close() }
    return try StoreFailure.translating {
      try database.unsafeReentrantRead { database in
        let connection = Connection(database: database)
        let newest = try entry ?? connection.integer("SELECT max(\"id\") FROM \"_sd_journal\"")
        var time: Double?
        if let newest,
          case .real(let value)? = try connection.rows(
            "SELECT \"time\" FROM \"_sd_journal\" WHERE \"id\" = ?", [.integer(newest)]
          ).first?.first
        {
          time = value
        }
        return State(
          store: try StoreFormat.meta(connection, "store"),
          revision: try connection.integer("SELECT \"revision\" FROM \"_sd_state\"") ?? 0,
          entry: newest, time: time)
      }
    }
  }
}
