import CSQLite
import Foundation
import Synchronization

/// An MBTiles database with vector tiles (MBTiles specification, version 1.3).
///
/// The database is opened as read-only and immutable, so SQLite neither writes to it nor creates
/// other files in its folder.
final class MBTilesFile: MapFile {
  static let magic = Data("SQLite format 3\0".utf8)

  let path: String
  let info: MapFileInfo
  private let database: Mutex<MBTilesDatabase>

  init(_ url: URL) throws(MapFileError) {
    path = url.path
    let database = try MBTilesDatabase(url)
    let (metadata, levels) = try database.description()
    let range = 0...TileID.largestZoom
    guard let levels, levels.overlaps(range) else {
      throw MapFileError(
        .empty, path,
        "the MBTiles database has no tiles at zoom levels 0 to \(range.upperBound); use another file"
      )
    }
    var info = MapFileInfo(zooms: levels.clamped(to: range))
    if let json = metadata["json"] { info.read(metadata: Data(json.utf8)) }
    if let name = metadata["name"], !name.isEmpty { info.name = name }
    let edges = (metadata["bounds"] ?? "").split(separator: ",").compactMap {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    if edges.count == 4 {
      info.bounds = MapFileInfo.bounds(
        west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    }
    info.attribution = metadata["attribution"].flatMap(MapFileInfo.plainText) ?? info.attribution
    self.info = info
    try Self.check(format: metadata["format"], sample: try database.sample(), path)
    self.database = Mutex(database)
  }

  /// Returns the decompressed content of a tile. The row number is converted, because MBTiles
  /// databases count rows from the south.
  func content(of tile: TileID) throws(MapFileError) -> [UInt8]? {
    let row = (1 << tile.zoom) - 1 - tile.y
    let found = database.withLock { database in
      Result { () throws(MapFileError) in
        try database.tile(zoom: tile.zoom, column: tile.x, row: row)
      }
    }
    guard let bytes = try found.get() else { return nil }
    guard let content = TileCompression.expanded(bytes) else {
      throw MapFileError(
        .damaged, path, tile: tile,
        "the tile cannot be decompressed; download the map file again")
    }
    return content
  }

  /// Throws an error if the database's tiles are not MVT tiles. If a tile's first bytes and the
  /// metadata indicate different formats, the first bytes take precedence.
  private static func check(
    format: String?, sample: [UInt8], _ path: String
  ) throws(MapFileError) {
    let signatures: [(bytes: [UInt8], name: String)] = [
      ([0x89, 0x50, 0x4E, 0x47], "PNG images"), ([0xFF, 0xD8, 0xFF], "JPEG images"),
      ([0x52, 0x49, 0x46, 0x46], "WebP images"), ([0x47, 0x49, 0x46, 0x38], "GIF images"),
      ([0x28, 0xB5, 0x2F, 0xFD], "tiles compressed with Zstandard"),
    ]
    var name = signatures.first { sample.starts(with: $0.bytes) }?.name
    let known = ["pbf", "mvt", "application/x-protobuf", "application/vnd.mapbox-vector-tile"]
    if name == nil, let format, !format.isEmpty, !known.contains(format.lowercased()) {
      name = "tiles in the format “\(format)”"
    }
    if let name {
      throw MapFileError(
        .unsupportedTiles, path,
        """
        the map file contains \(name), but only vector tiles (MVT, gzip) can be read; use another \
        file
        """)
    }
    // Without a format in the metadata, a tile must be readable.
    guard format != nil || VectorTile.isReadable(TileCompression.expanded(sample) ?? []) else {
      throw MapFileError(
        .unsupportedTiles, path,
        "the map file does not contain vector tiles (MVT); use another file")
    }
  }
}
