/// A problem with one of the user's map files.
package struct MapFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable, CaseIterable {
    /// The file does not exist or cannot be read.
    case cannotRead
    /// The file is neither a PMTiles archive nor an MBTiles database.
    case wrongFormat
    /// The program does not support the file's format version.
    case unsupportedVersion
    /// The program does not support the tiles' compression method.
    case unsupportedCompression
    /// The tiles are pictures, or vector tiles in a format other than MVT.
    case unsupportedTiles
    /// The file contains no tiles.
    case empty
    /// The file or one of its tiles is damaged or incomplete.
    case damaged
  }

  package let code: Code
  package let path: String
  /// The tile in which the problem was found. Nil if the problem concerns the whole file.
  package let tile: TileID?
  /// The description of the problem and the recommended action.
  package let message: String

  package init(_ code: Code, _ path: String, tile: TileID? = nil, _ message: String) {
    self.code = code
    self.path = path
    self.tile = tile
    self.message = message
  }

  package var description: String {
    "\(path): \(tile.map { "tile \($0): " } ?? "")\(message)"
  }
}
