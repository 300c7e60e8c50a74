import CartographerApp
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A benchmark of the time per frame while panning a map that shows only the base map, without a
/// terminal.
struct BaseMapBenchmark {
  private static let size = Size(columns: 200, rows: 60)
  private let baseMap: InstalledBaseMap

  /// - Throws: `BaseMapError` if the base map is missing or damaged.
  init() throws {
    baseMap = try InstalledBaseMap(
      ofProgram: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())
  }

  /// The views that are measured: coasts with many islands, and mountains with many rivers and
  /// towns.
  private static let views: [(latitude: Double, longitude: Double, zoom: Double)] = [
    (61, 7, 2), (61, 7, 5), (46, 8, 5), (46, 8, 8), (35.5, 138.5, 6), (50.5, 7, 7), (0, 0, 0),
  ]

  /// Returns the 99th percentile of the time for the rendering and the diff of a frame, in seconds.
  ///
  /// Each view moves in a circle of eight pans. The blocks are read before: the editor reads them
  /// outside its loop, and draws the next frame with the blocks of the last answer.
  func percentile99(ofPans count: Int) throws -> Double {
    var times: [Double] = []
    let clock = ContinuousClock()
    for view in Self.views {
      let start = MapViewport(
        centre: Coordinate(latitude: view.latitude, longitude: view.longitude), zoom: view.zoom)
      var scene = MapScene()
      scene.base = try baseMap.scene(
        for: start, in: Size(columns: Self.size.columns * 2, rows: Self.size.rows * 2))
      var viewport = start
      var last = Surface(size: Self.size)
      for pan in -8..<count / Self.views.count {
        let (columns, rows) = [(25, 0), (0, 8), (-25, 0), (0, -8)][(pan + 8) / 2 % 4]
        viewport = viewport.panned(columns: columns, rows: rows)
        let duration = clock.measure {
          var surface = Surface(size: Self.size)
          MapRenderer().render(scene, viewport, into: &surface, surface.bounds)
          precondition(!surface.runs(changedFrom: last).isEmpty, "the frame did not change")
          last = surface
        }
        // The first circle warms up the caches and is not measured.
        guard pan >= 0 else { continue }
        times.append(
          Double(duration.components.attoseconds) * 1e-18 + Double(duration.components.seconds))
      }
    }
    times.sort()
    return times[(times.count * 99 + 99) / 100 - 1]
  }
}
