import Foundation
import Geodesy

/// The description of a map file, from its header or its metadata.
package struct MapFileInfo: Sendable, Equatable {
  package var name: String?
  /// The credits that must be shown wherever the map is published, as plain text.
  package var attribution: String?
  package var zooms: ClosedRange<Int>
  /// The area that the map covers. Nil if the file does not specify it.
  package var bounds: GeoBounds?
  /// The layer names of the file's vector tiles, or an empty array if the file does not list them.
  package var layers: [String] = []

  package init(zooms: ClosedRange<Int>) { self.zooms = zooms }
}

/// A file with vector tiles, opened for reading.
package protocol MapFile: Sendable {
  var path: String { get }
  var info: MapFileInfo { get }

  /// Returns a tile's decompressed content. The result is nil if the file does not include the
  /// tile.
  ///
  /// - Throws: ``MapFileError`` if the tile cannot be read.
  func content(of tile: TileID) throws(MapFileError) -> [UInt8]?
}

/// A namespace for the function that opens map files of all supported formats.
package enum MapFiles {
  /// Opens a PMTiles archive or an MBTiles database. The format is recognised by the file's first
  /// bytes.
  ///
  /// - Throws: ``MapFileError`` if the file cannot be read or does not include vector tiles.
  package static func open(_ url: URL) throws(MapFileError) -> any MapFile {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw MapFileError(.cannotRead, url.path, "the map file does not exist; check its path")
    }
    // Reading a pipe or a device could wait forever.
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: url.resolvingSymlinksInPath().path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let handle = try? FileHandle(forReadingFrom: url),
      let start = try? handle.read(upToCount: 16) ?? Data()
    else {
      throw MapFileError(
        .cannotRead, url.path,
        "the map file cannot be read; check that it is a readable file, not a folder"
      )
    }
    // Programs that Cartographer starts must not inherit the file.
    _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    if start.isEmpty {
      throw MapFileError(.empty, url.path, "the map file is empty; download it again")
    }
    if start.starts(with: PMTilesHeader.magic) { return try PMTilesFile(url, handle) }
    if start == MBTilesFile.magic { return try MBTilesFile(url) }
    // Versions 1 and 2 of PMTiles begin with "PM" and the version in two bytes.
    if start.count > 3, start.starts(with: Data("PM".utf8)), start[2] < 3, start[3] == 0 {
      throw PMTilesHeader.unsupportedVersion(start[2], url.path)
    }
    throw MapFileError(
      .wrongFormat, url.path,
      """
      the file is neither a PMTiles archive nor an MBTiles database; specify a .pmtiles or .mbtiles \
      file with vector tiles
      """)
  }
}
