import CartographerPresentation
import Foundation
import Geodesy
import MapTiles
import TerminalUI

/// A benchmark of the time per frame while panning a map with a user's map file, without a
/// terminal. The peer program is mapscii, which draws the same views from the same tiles
/// (`mapscii.js`).
struct MapFileBenchmark {
  private static let size = Size(columns: 200, rows: 60)
  private let file: any MapFile
  private let maps: UserMaps
  private let baseMap: InstalledBaseMap
  private let bounds: GeoBounds

  /// - Throws: `MapFileError` if the file cannot be read or does not specify its area, or
  ///   `BaseMapError` if the base map is missing or damaged.
  init(_ path: String) throws {
    file = try MapFiles.open(URL(filePath: path))
    guard let bounds = file.info.bounds else {
      throw MapFileError(.damaged, path, "the map file does not specify its area; use another file")
    }
    self.bounds = bounds
    maps = UserMaps(UserMaps.Sources(maps: [path]))
    baseMap = try InstalledBaseMap(
      ofProgram: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())
  }

  /// The measured views, in groups with the same zoom level. Each group moves in circles around the
  /// middle of the map. The last two groups enlarge the tiles.
  private var views: [[MapViewport]] {
    let middle = WorldBounds(bounds)
    let centre = WorldPoint(
      x: (middle.minX + middle.maxX) / 2, y: (middle.minY + middle.maxY) / 2)
    let top = file.info.zooms.upperBound
    return (max(top - 2, 0)...top + 2).map { zoom in
      var viewport = MapViewport(centre: centre, zoom: Double(zoom))
      return (0..<40).map { pan in
        let (columns, rows) = [(25, 0), (0, 8), (-25, 0), (0, -8)][pan / 2 % 4]
        viewport = viewport.panned(columns: columns, rows: rows)
        return viewport
      }
    }
  }

  /// Returns the median and the 99th percentile of the time for a frame, in seconds: the search for
  /// the decoded tiles, the rendering, the diff and the text for the terminal.
  ///
  /// Each group of views is drawn twice and measured the second time, with all tiles in the cache.
  func frameTimes() throws -> [Double] {
    var times: [Double] = []
    var text = TerminalText()
    var last = Surface(size: Self.size)
    let clock = ContinuousClock()
    for group in views {
      var scene = MapScene()
      scene.base = try baseMap.scene(
        for: group[0], in: Size(columns: Self.size.columns * 2, rows: Self.size.rows * 2))
      for isMeasured in [false, true] {
        for viewport in group {
          var surface = Surface(size: Self.size)
          var problems: [String] = []
          let duration = try clock.measure {
            scene.tiles = try maps.scene(
              for: MapTileWindow(viewport, in: Self.size), problems: &problems)
            MapRenderer().render(scene, viewport, into: &surface, surface.bounds)
            precondition(!text.changes(from: last, to: surface).isEmpty, "the frame did not change")
          }
          last = surface
          precondition(problems.isEmpty, "the map file has problems: \(problems)")
          precondition(FrameBenchmark.drawnCells(of: surface) > 100, "the map is not visible")
          guard isMeasured else { continue }
          times.append(
            Double(duration.components.attoseconds) * 1e-18 + Double(duration.components.seconds))
        }
      }
    }
    times.sort()
    return [times[(times.count - 1) / 2], times[(times.count * 99 + 99) / 100 - 1]]
  }

  /// Writes the views and their tiles for `mapscii.js`: a view per line in `frames.txt` with its
  /// latitude, longitude and zoom level, and the decompressed tiles in `ZOOM/COLUMN/ROW.pbf`.
  func export(to folder: URL) throws {
    var lines = ""
    for group in views {
      let zoom = min(Int(group[0].zoom), file.info.zooms.upperBound)
      var tiles: Set<TileID> = []
      for viewport in group {
        let centre = viewport.centreCoordinate
        lines += "\(centre.latitude) \(centre.longitude) \(viewport.zoom)\n"
        tiles.formUnion(Self.tiles(of: viewport.visibleBounds(in: Self.size), zoom: zoom))
      }
      for tile in tiles {
        guard let content = try file.content(of: tile) else { continue }
        let column = folder.appending(path: "\(tile.zoom)/\(tile.x)")
        try FileManager.default.createDirectory(at: column, withIntermediateDirectories: true)
        try Data(content).write(to: column.appending(path: "\(tile.y).pbf"))
      }
    }
    try Data(lines.utf8).write(to: folder.appending(path: "frames.txt"))
  }

  /// Returns the tiles that touch a box, and their neighbours. The centre of the view has another
  /// position in mapscii, so that mapscii may need a neighbour.
  private static func tiles(of box: WorldBounds, zoom: Int) -> [TileID] {
    func index(_ value: Double) -> Int { Int((value * Double(1 << zoom)).rounded(.down)) }
    return (index(box.minY) - 1...index(box.maxY) + 1).flatMap { row in
      (index(box.minX) - 1...index(box.maxX) + 1).compactMap { TileID(zoom: zoom, x: $0, y: row) }
    }
  }
}
