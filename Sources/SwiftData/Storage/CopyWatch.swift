import Foundation
import GRDB

/// The kinds of access that other processes can have to a store while it is being copied. Each case
/// determines how writes by these processes are detected.
enum CopyWatch {
  /// The store is locked, so no other process can write to it.
  case locked
  /// Other processes may write to the store's write-ahead log while the store is being copied. The
  /// copy contains the state at one point in time, so row counts taken later may differ from those
  /// in the copy.
  case log
  /// No process had the store open when the copy began. The file is read without SQLite's locks, so
  /// its identity, size and modification time must be unchanged after the copy.
  case file(StoreFile.Stamp)

  /// Determines how other processes may access a store that this process has not locked.
  init(_ url: URL) {
    self = StoreLog.isLive(url) ? .log : .file(StoreFile.Stamp(url))
  }

  /// Opens the connection through which the store is copied.
  func reader(_ url: URL) throws -> any DatabaseWriter {
    switch self {
    case .locked, .log: try DatabaseOpener.logReader(url)
    case .file: try DatabaseOpener.bareReader(url)
    }
  }

  /// Returns whether the copy may be inconsistent because a process began to write to the file.
  func isBroken(_ url: URL) -> Bool {
    guard case .file(let stamp) = self else { return false }
    return StoreFile.Stamp(url) != stamp || StoreLog.isLive(url)
  }

  /// Returns SQLite's `data_version` if other processes may write to the store, otherwise nil.
  func state(_ connection: Connection) throws -> Int64? {
    guard case .log = self else { return nil }
    return try connection.integer("PRAGMA data_version")
  }
}
