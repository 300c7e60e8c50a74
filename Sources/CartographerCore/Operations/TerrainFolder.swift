import Foundation
import Geodesy

/// A folder that contains SRTM tiles, such as `N46E007.hgt`.
struct TerrainFolder {
  let url: URL

  /// Returns an elevation grid that reads the tiles of the folder.
  ///
  /// - Throws: ``LibraryError`` `notFound` if the folder does not exist.
  ///   The grid throws `badData` if a file does not have the size of an SRTM tile.
  func grid() throws -> ElevationGrid {
    guard FileManager.default.isFolder(url.path) else {
      throw LibraryError(
        .notFound,
        "There is no folder \(url.path); specify a folder with SRTM tiles, such as N46E007.hgt.")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    let files = Dictionary(
      names.filter { $0.lowercased().hasSuffix(".hgt") }
        .compactMap { name in TileCorner(name: name).map { ($0, name) } },
      uniquingKeysWith: min)
    return ElevationGrid { corner in
      guard let name = files[corner] else { return nil }
      let file = url.appending(path: name)
      do {
        return try ElevationTile(
          corner: corner, bytes: Data(contentsOf: file, options: .mappedIfSafe))
      } catch let error as ElevationTileError {
        throw LibraryError(.badData, "\(file.path): \(error).")
      }
    }
  }
}
