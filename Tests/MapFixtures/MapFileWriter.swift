import CSQLite
import Foundation
import TestSupport

/// A writer of PMTiles archives for tests.
package struct PMTilesWriter {
  package struct Entry {
    var tile: UInt64
    var content: [UInt8]
    package var run: UInt64 = 1

    package init(tile: UInt64, content: [UInt8]) {
      self.tile = tile
      self.content = content
    }
  }

  package var entries: [Entry]
  package var metadata = "{}"
  package var zooms: (UInt8, UInt8) = (0, 1)
  package var version: UInt8 = 3
  package var directoryCompression: UInt8 = 2
  package var tileCompression: UInt8 = 2
  package var tileType: UInt8 = 1
  /// Whether the entries are in leaf directories of two entries each.
  package var hasLeaves = false
  /// Whether the contents are stored in the reverse order of the entries.
  package var isReversed = false

  /// The western, southern, eastern and northern edge in degrees.
  package var bounds: (Double, Double, Double, Double) = (0, 0, 0, 0)

  package init(entries: [Entry]) { self.entries = entries }

  package var bytes: [UInt8] {
    var data: [UInt8] = []
    var places: [Int: (offset: Int, length: Int)] = [:]
    for index in isReversed ? Array(entries.indices.reversed()) : Array(entries.indices) {
      let content =
        tileCompression == 2 ? gzipped(entries[index].content) : entries[index].content
      places[index] = (data.count, content.count)
      data += content
    }
    let rows = entries.indices.map { index in
      (
        tile: entries[index].tile, run: entries[index].run,
        length: UInt64(places[index]?.length ?? 0), offset: UInt64(places[index]?.offset ?? 0)
      )
    }
    var leaves: [UInt8] = []
    var root = directory(rows)
    if hasLeaves {
      var pointers: [(tile: UInt64, run: UInt64, length: UInt64, offset: UInt64)] = []
      for start in stride(from: 0, to: rows.count, by: 2) {
        let leaf = directory(Array(rows[start..<min(start + 2, rows.count)]))
        pointers.append((rows[start].tile, 0, UInt64(leaf.count), UInt64(leaves.count)))
        leaves += leaf
      }
      root = directory(pointers)
    }
    let metadata = packed(Array(self.metadata.utf8))
    var header = Array("PMTiles".utf8) + [version]
    var offset = 127
    for part in [root, metadata, leaves, data] {
      header += number(UInt64(offset), 8) + number(UInt64(part.count), 8)
      offset += part.count
    }
    for _ in 0..<3 { header += number(UInt64(entries.count), 8) }
    header += [isReversed ? 0 : 1, directoryCompression, tileCompression, tileType]
    header += [zooms.0, zooms.1]
    for degrees in [bounds.0, bounds.1, bounds.2, bounds.3] {
      header += number(UInt64(UInt32(bitPattern: Int32(degrees * 1e7))), 4)
    }
    header += [UInt8](repeating: 0, count: 9)
    return header + root + metadata + leaves + data
  }

  private func packed(_ bytes: [UInt8]) -> [UInt8] {
    directoryCompression == 2 ? gzipped(bytes) : bytes
  }

  private func number(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  private func directory(
    _ rows: [(tile: UInt64, run: UInt64, length: UInt64, offset: UInt64)]
  ) -> [UInt8] {
    var writer = ProtobufWriter()
    writer.varint(UInt64(rows.count))
    var last: UInt64 = 0
    for row in rows {
      writer.varint(row.tile - last)
      last = row.tile
    }
    for row in rows { writer.varint(row.run) }
    for row in rows { writer.varint(row.length) }
    for (index, row) in rows.enumerated() {
      let follows = index > 0 && row.offset == rows[index - 1].offset + rows[index - 1].length
      writer.varint(follows ? 0 : row.offset + 1)
    }
    return packed(writer.bytes)
  }
}

/// Writes an MBTiles database.
///
/// - Parameter tiles: The zoom level, the column, the row from the south and the content of each
///   tile.
/// - Parameter changes: SQL statements that are run at the end.
package func writeMBTiles(
  _ url: URL, metadata: [String: String], tiles: [(Int, Int, Int, [UInt8])],
  script changes: String = ""
) throws {
  var database: OpaquePointer?
  guard sqlite3_open(url.path, &database) == SQLITE_OK else {
    throw TestSupportError(code: .missing, message: "no database at \(url.path)")
  }
  defer { sqlite3_close(database) }
  var script = """
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    """
  for (name, value) in metadata {
    script += "INSERT INTO metadata VALUES ('\(name)', '\(value)');"
  }
  for (zoom, column, row, content) in tiles {
    let hex = content.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    script += "INSERT INTO tiles VALUES (\(zoom), \(column), \(row), x'\(hex)');"
  }
  guard sqlite3_exec(database, script + changes, nil, nil, nil) == SQLITE_OK else {
    throw TestSupportError(code: .missing, message: String(cString: sqlite3_errmsg(database)))
  }
}
