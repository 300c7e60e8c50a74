import Foundation
import GRDB

/// Who may write to a store while it is copied, and how that is noticed.
enum CopyWatch {
  /// Nobody: the store is locked.
  case locked
  /// Others, into its log; the copy is of one moment, and what is counted after it may differ.
  case log
  /// Nobody yet. The file is read without its locks, so it must be the same in the end.
  case file(StoreFile.Stamp)

  /// Looks at a store that is not locked.
  init(_ url: URL) {
    self = StoreLog.isLive(url) ? .log : .file(StoreFile.Stamp(url))
  }

  /// The connection to copy through.
  func reader(_ url: URL) throws -> any DatabaseWriter {
    switch self {
    case .locked, .log: try DatabaseOpener.logReader(url)
    case .file: try DatabaseOpener.bareReader(url)
    }
  }

  /// Whether what was read of a file cannot be trusted, since somebody began to write.
  func isBroken(_ url: URL) -> Bool {
    guard case .file(let stamp) = self else { return false }
    return StoreFile.Stamp(url) != stamp || StoreLog.isLive(url)
  }

  /// The state of a store that others may write to; nil where nobody does.
  func state(_ connection: Connection) throws -> Int64? {
    guard case .log = self else { return nil }
    return try connection.integer("PRAGMA data_version")
  }
}
