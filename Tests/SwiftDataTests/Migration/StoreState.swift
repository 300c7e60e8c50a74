import GRDBSQLite
import SwiftData
import TestSupport
import Testing

/// A store's files and content, to prove that nothing changed.
struct StoreState: Equatable {
  /// The bytes of the main file, or nil for a store with a live log, whose content is compared.
  let bytes: Data?
  /// The rows and declarations of every table, or nil for a store without a live log.
  let content: [String]?
  /// The other files in the folder, without the lock. With a live log, the log and the shared
  /// memory are left out too.
  let siblings: [String]

  init(_ url: URL) throws {
    let folder = url.deletingLastPathComponent()
    let log = url.path + "-wal"
    let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
    let isLive = (size ?? 0) > 1
    bytes = isLive ? nil : try? Data(contentsOf: url)
    content = isLive ? try PlainDatabase.dump(url) : nil
    let own = ["", ".lock", "-wal", "-shm"].map { url.lastPathComponent + $0 }
    let hidden = isLive ? own : Array(own.prefix(2))
    siblings = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !hidden.contains($0) }.sorted()
  }
}

/// Expects that opening a store fails with an error of a code and leaves the store unchanged.
///
/// - Returns: The error.
@discardableResult
func expectRefusal(
  _ expected: SwiftDataError, at url: URL, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) throws -> SwiftDataError {
  let before = try StoreState(url)
  let error = #expect(throws: SwiftDataError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == expected.code, "\(error?.message ?? "")", sourceLocation: sourceLocation)
  let after = try? StoreState(url)
  if before.bytes == nil, let after, after.bytes != nil {
    // A failed migration writes the log back into the store. The content stays the same.
    let checkpointed = try PlainDatabase.dump(url)
    #expect(checkpointed == before.content, sourceLocation: sourceLocation)
  } else {
    #expect(after == before, sourceLocation: sourceLocation)
  }
  return try #require(error, sourceLocation: sourceLocation)
}

/// An SQLite file opened without the library, as another program would.
final class PlainDatabase {
  struct Failure: Error {
    let message: String
  }

  private var handle: OpaquePointer?

  init(_ url: URL) throws {
    guard sqlite3_open(url.path, &handle) == SQLITE_OK else { throw failure }
  }

  deinit { sqlite3_close_v2(handle) }

  private var failure: Failure {
    Failure(message: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "")
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Returns the rows of a query, with values as text.
  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
          })
      case SQLITE_DONE: return rows
      default: throw failure
      }
    }
  }

  /// Returns the rows and declarations of every table, read from a copy so that nothing changes.
  static func dump(_ url: URL) throws -> [String] {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let copy = folder.file("copy")
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: url.path + suffix) {
      try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
    }
    let database = try PlainDatabase(copy)
    let tables = try database.rows(
      "SELECT name, coalesce(sql, '') FROM sqlite_master ORDER BY name")
    return try tables.flatMap { table -> [String] in
      guard table[1].hasPrefix("CREATE TABLE") else { return [table.joined(separator: "|")] }
      let rows = try database.rows("SELECT * FROM \"\(table[0])\"")
      return [table.joined(separator: "|")] + rows.map { $0.joined(separator: "|") }.sorted()
    }
  }
}
