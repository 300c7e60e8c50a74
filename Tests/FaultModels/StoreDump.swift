import Foundation
import GRDBSQLite

/// The content of a store file, read by SQLite alone: a line for every object of the schema, and a
/// line for every table with the number and a digest of its rows.
package struct StoreDump: Equatable, CustomStringConvertible {
  package let lines: [String]
  /// The findings of `integrity_check` and `foreign_key_check`; empty for a sound store.
  package let findings: [String]

  /// The number of rows in each table, except the library's internal tables.
  package var counts: [String] {
    lines.compactMap { line in
      line.hasPrefix("_sd_") || !line.contains(" rows, digest ")
        ? nil : line.components(separatedBy: ", digest")[0]
    }
  }

  package var description: String { (lines + findings).joined(separator: "\n") }

  /// Reads a copy of a store and its log, so that the original is not recovered or checkpointed.
  package init(copyOf url: URL) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dump-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "copy.store")
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: url.path + suffix) {
      try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
    }
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(copy.path, &handle) == SQLITE_OK else {
      throw StoreDumpError(message: "\(url.path) cannot be opened")
    }
    var lines: [String] = []
    var tables: [String] = []
    try Self.query(
      handle, "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master ORDER BY name"
    ) { row in
      let texts = (0..<4).map { String(cString: sqlite3_column_text(row, $0)) }
      lines.append(texts.joined(separator: " | "))
      if texts[0] == "table" { tables.append(texts[1]) }
    }
    for table in tables {
      var digest: UInt64 = 0xCBF2_9CE4_8422_2325
      var count = 0
      try Self.query(handle, "SELECT * FROM \"\(table)\"") { row in
        count += 1
        for column in 0..<sqlite3_column_count(row) {
          digest = (digest ^ UInt64(sqlite3_column_type(row, column))) &* 0x100_0000_01B3
          guard let bytes = sqlite3_column_blob(row, column) else { continue }
          let size = Int(sqlite3_column_bytes(row, column))
          for byte in UnsafeRawBufferPointer(start: bytes, count: size) {
            digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
          }
        }
      }
      lines.append("\(table): \(count) rows, digest \(String(digest, radix: 16))")
    }
    var findings: [String] = []
    for check in ["integrity_check", "foreign_key_check"] {
      try Self.query(handle, "PRAGMA \(check)") { row in
        let text = String(cString: sqlite3_column_text(row, 0))
        if text != "ok" { findings.append("\(check): \(text)") }
      }
    }
    self.lines = lines
    self.findings = findings
  }

  private static func query(
    _ handle: OpaquePointer?, _ sql: String, _ body: (OpaquePointer?) -> Void
  ) throws {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    var code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    if code == SQLITE_OK {
      code = sqlite3_step(statement)
      while code == SQLITE_ROW {
        body(statement)
        code = sqlite3_step(statement)
      }
    }
    guard code == SQLITE_DONE else {
      throw StoreDumpError(message: "\(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }
  }
}

/// An error of SQLite while it opens or reads a store.
package struct StoreDumpError: Error, CustomStringConvertible {
  package let message: String
  package var description: String { message }
}
