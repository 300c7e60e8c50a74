import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#endif

/// Functions that check whether a store's write-ahead log can be read and belongs to the store.
enum StoreLog {
  /// The maximum size, in bytes, of a write-ahead log that contains no pages. Such a log is empty
  /// or has only a header.
  private static let emptySize: Int64 = 32

  private static func path(_ url: URL) -> String { url.path + "-wal" }

  /// Returns whether a store's write-ahead log contains pages that are not yet in the main file.
  static func hasPages(_ url: URL) -> Bool {
    StoreFile.size(URL(fileURLWithPath: path(url))) > emptySize
  }

  /// Returns whether a store must be read through its write-ahead log. This is the case if the log
  /// has pages or a process may be writing to it.
  static func isLive(_ url: URL) -> Bool {
    hasPages(url)
      || StoreFile.size(URL(fileURLWithPath: path(url))) > 0
        && (access(url.deletingLastPathComponent().path, W_OK) == 0
          || access(url.path + "-shm", F_OK) == 0)
  }

  /// Checks that a store's write-ahead log belongs to the store's current state. The folder's
  /// permissions must allow reading the log.
  ///
  /// SQLite assumes that a log belongs to the database file beside it. Without this check, the
  /// pages of a log left by another store, or by an older state of this store, would be written
  /// into the store.
  ///
  /// - Throws: ``SwiftDataError/storeReadOnly`` if a read-only folder prevents reading the log.
  /// - Throws: ``SwiftDataError/corruptStore`` if the log does not match the store's current state.
  ///   The error is thrown before anything is written.
  static func check(_ url: URL) throws {
    guard hasPages(url) else { return }
    guard
      access(url.path + "-shm", F_OK) == 0
        || access(url.deletingLastPathComponent().path, W_OK) == 0
    else {
      throw SwiftDataError(
        .storeReadOnly,
        """
        \(url.path) was not closed cleanly, and its folder is read-only, so the changes in \
        \(url.lastPathComponent)-wal cannot be read. Make the folder writable, or copy both files to \
        a writable folder.
        """)
    }
    // First, the file is read without its log, so that this state is never newer than the state
    // read through the log, even if another process writes. After an interrupted checkpoint, the
    // file may be unreadable without its log. In this case, the check is skipped.
    guard let bare = try? state(DatabaseOpener.bareReader(url), entry: nil), bare.store != nil
    else { return }
    let logged: State
    do {
      logged = try state(DatabaseOpener.reader(url), entry: bare.entry)
    } catch let error as SwiftDataError where error.code == .corruptStore {
      throw SwiftDataError(
        .corruptStore,
        "\(url.lastPathComponent)-wal does not belong to \(url.path). "
          + "The log belongs to another state of the store, or one of the two files is damaged. "
          + "Restore a backup, or move the log away if you know that it is outdated. "
          + "Nothing was changed.", underlying: error)
    }
    let isOwn =
      bare.store == logged.store
      && (bare.time == nil || logged.time == nil || bare.time == logged.time)
    guard isOwn, bare.revision <= logged.revision else {
      throw SwiftDataError(
        .corruptStore,
        """
        \(url.lastPathComponent)-wal belongs to \
        \(isOwn ? "an older state of the store" : "another store"), not to the current state of \
        \(url.path). Move the log away and reopen the store, or restore a backup. Nothing was \
        changed.
        """)
    }
  }

  /// The values that identify a store and its current state. Any log contains these values, because
  /// every recorded write changes the pages that hold the revision and the history.
  private struct State {
    let store: String?
    let revision: Int64
    /// The ID of the history entry that identifies the state. Nil if the history is empty.
    let entry: Int64?
    /// The history entry's time, which never changes. Nil if the entry no longer exists.
    let time: Double?
  }

  /// Checks that no leftover write-ahead log exists at a path without a store. SQLite would write
  /// such a log into a new store.
  static func requireNone(at url: URL) throws {
    for suffix in ["-wal", "-journal"]
    where StoreFile.size(URL(fileURLWithPath: url.path + suffix)) > emptySize
      && access(url.path, F_OK) != 0
    {
      throw SwiftDataError(
        .notAStore,
        "There is no store at \(url.path), but its log \(url.lastPathComponent)\(suffix) exists. "
          + "Put the store back next to its log, or move the log away to create a new store.")
    }
  }

  /// Returns a store's current state.
  ///
  /// - Parameter entry: The ID of the history entry whose time is read, or nil for the newest one.
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
