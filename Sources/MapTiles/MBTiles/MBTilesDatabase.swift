import CSQLite
import Foundation

/// The connection to an MBTiles database, and the prepared query that reads tiles.
///
/// The connection is not protected by a lock, so the owner must serialise all calls.
final class MBTilesDatabase: @unchecked Sendable {
  private let path: String
  private var connection: OpaquePointer?
  private var tiles: OpaquePointer?
  /// The number of times the progress handler has been called since the query began.
  private var progress = 0

  /// The maximum accepted size of a compressed tile, in bytes.
  private static let largestTile = 32 << 20
  /// The number of SQLite instructions between two progress handler calls.
  private static let progressSteps: Int32 = 100_000
  /// The number of progress handler calls (about one second) after which a query is stopped. In a
  /// malicious file, the table can be a view whose query never ends.
  private static let progressLimit = 500

  init(_ url: URL) throws(MapFileError) {
    path = url.path
    var characters = CharacterSet.urlPathAllowed
    characters.remove(charactersIn: "?#%")
    let fullPath = url.absoluteURL.path
    guard let name = fullPath.addingPercentEncoding(withAllowedCharacters: characters) else {
      throw MapFileError(.cannotRead, path, "the path of the map file is invalid; rename the file")
    }
    // SQLite ignores the write-ahead log of a database opened as immutable.
    let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    guard log?[.size] as? Int ?? 0 == 0 else {
      throw MapFileError(
        .cannotRead, path,
        """
        the MBTiles database has unfinished changes in the file \(url.lastPathComponent)-wal; close the \
        program that writes it, or run: sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)"
        """)
    }
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2("file://\(name)?immutable=1", &connection, flags, nil) == SQLITE_OK else {
      throw failure()
    }
    // A hostile schema must not run functions with side effects.
    sqlite3_exec(connection, "PRAGMA trusted_schema = OFF; PRAGMA query_only = ON", nil, nil, nil)
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(Self.largestTile))
    sqlite3_progress_handler(
      connection, Self.progressSteps,
      { context in
        guard let context else { return 0 }
        let database = Unmanaged<MBTilesDatabase>.fromOpaque(context).takeUnretainedValue()
        database.progress += 1
        return database.progress > MBTilesDatabase.progressLimit ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    sqlite3_finalize(tiles)
    sqlite3_close_v2(connection)
  }

  /// Returns the database's metadata and zoom level range. The range is nil if the database has no
  /// tiles.
  func description() throws(MapFileError) -> ([String: String], ClosedRange<Int>?) {
    var metadata: [String: String] = [:]
    if try hasTable("metadata") {
      try forEachRow("SELECT name, value FROM metadata LIMIT 1000") { row in
        if let name = Self.text(row, 0), let value = Self.text(row, 1) { metadata[name] = value }
      }
    }
    guard try hasTable("tiles") else {
      throw MapFileError(
        .wrongFormat, path,
        "the SQLite database has no table “tiles”, so it is not a map file; use an .mbtiles file")
    }
    var levels: ClosedRange<Int>?
    // A single query with both min and max would scan the whole index.
    try forEachRow(
      "SELECT (SELECT min(zoom_level) FROM tiles), (SELECT max(zoom_level) FROM tiles)"
    ) { row in
      guard sqlite3_column_type(row, 0) == SQLITE_INTEGER else { return }
      let low = Int(sqlite3_column_int64(row, 0))
      let high = Int(sqlite3_column_int64(row, 1))
      if low <= high { levels = low...high }
    }
    return (metadata, levels)
  }

  /// Returns the stored content of a nonempty tile, or an empty array if all tiles are empty.
  func sample() throws(MapFileError) -> [UInt8] {
    var found: [UInt8] = []
    try forEachRow("SELECT tile_data FROM tiles WHERE length(tile_data) > 0 LIMIT 1") { row in
      found = Self.blob(row, 0)
    }
    return found
  }

  /// Returns a tile's stored content. The result is nil if there is no such tile.
  func tile(zoom: Int, column: Int, row: Int) throws(MapFileError) -> [UInt8]? {
    if tiles == nil {
      let text = """
        SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3
        """
      guard sqlite3_prepare_v2(connection, text, -1, &tiles, nil) == SQLITE_OK else {
        throw failure()
      }
    }
    defer { sqlite3_reset(tiles) }
    progress = 0
    for (index, value) in [zoom, column, row].enumerated() {
      sqlite3_bind_int64(tiles, Int32(index + 1), Int64(value))
    }
    switch sqlite3_step(tiles) {
    case SQLITE_ROW: return Self.blob(tiles, 0)
    case SQLITE_DONE: return nil
    default: throw failure()
    }
  }

  private func hasTable(_ name: String) throws(MapFileError) -> Bool {
    var isFound = false
    try forEachRow(
      "SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = '\(name)'"
    ) { _ in isFound = true }
    return isFound
  }

  private func forEachRow(
    _ query: String, _ body: (OpaquePointer?) -> Void
  ) throws(MapFileError) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK else {
      throw failure()
    }
    defer { sqlite3_finalize(statement) }
    progress = 0
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: body(statement)
      case SQLITE_DONE: return
      default: throw failure()
      }
    }
  }

  private static func text(_ row: OpaquePointer?, _ column: Int32) -> String? {
    sqlite3_column_text(row, column).map { String(cString: $0) }
  }

  private static func blob(_ row: OpaquePointer?, _ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(row, column) else { return [] }
    return [UInt8](
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(row, column))))
  }

  private func failure() -> MapFileError {
    if connection.map(sqlite3_errcode) == SQLITE_INTERRUPT {
      return MapFileError(
        .cannotRead, path,
        """
        a query in the MBTiles database takes too long; use a map file whose table “tiles” has an index
        """)
    }
    let reason = connection.map { String(cString: sqlite3_errmsg($0)) } ?? "not enough memory"
    return MapFileError(
      .damaged, path,
      "the MBTiles database cannot be read (\(reason)); download the map file again")
  }
}
