import Foundation
import Geodesy

/// A folder with SRTM tiles, such as `N46E007.hgt`.
package struct TerrainFolder {
  let url: URL

  package init(url: URL) { self.url = url }

  /// Returns an elevation grid that reads the tiles in the folder.
  ///
  /// - Parameter report: A closure that is called with the error if a tile's file cannot be used.
  ///   The tile is then treated as missing. If the closure is nil, the grid throws the error.
  /// - Throws: ``LibraryError`` `notFound` if the folder does not exist.
  ///   The grid throws `badData` if a file's size is not that of an SRTM tile.
  package func grid(
    reporting report: (@Sendable (any Error) -> Void)? = nil
  ) throws -> ElevationGrid {
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
      } catch {
        let problem =
          (error as? ElevationTileError).map {
            LibraryError(.badData, "\(file.path): \($0).")
          } ?? error
        guard let report else { throw problem }
        report(problem)
        return nil
      }
    }
  }
}
