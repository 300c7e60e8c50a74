import Foundation
import Geodesy
import MapTiles
import TerminalUI

/// The loaded tiles and layer files from the user's own maps, and the visible layers.
package struct MapTilesScene: Sendable, Equatable {
  package var shown = Set(BaseMapScene.Layer.allCases)
  /// The tiles that touch the view, in drawing order.
  package var pieces: [MapTilePiece] = []
  package var files: [MapLayerPiece] = []
  /// The credits of the map files, which must be shown wherever the map is published.
  package var credits: [String] = []
  /// The credits of the map files that have tiles in the scene, without the file names.
  package var attributions: [String] = []
  /// The smallest box around all maps and layer files whose area is known. Nil if no area is known.
  package var bounds: WorldBounds?

  package init() {}

  package var isEmpty: Bool { pieces.isEmpty && files.isEmpty }
}

/// The tiles at one zoom level that touch a map view.
package struct MapTileWindow: Hashable, Sendable {
  package let zoom: Int
  /// The columns of the tiles. In a view that crosses the antimeridian, column numbers can be less
  /// than 0 or greater than the last column.
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>

  /// Determines the tiles that touch a map view.
  ///
  /// - Parameter size: The size of the view, which must not be empty.
  package init(_ viewport: MapViewport, in size: Size) {
    let zoom = min(max(Int(viewport.zoom.rounded(.down)), 0), TileID.largestZoom)
    self.init(viewport.visibleBounds(in: size), zoom: zoom)
  }

  private init(_ bounds: WorldBounds, zoom: Int) {
    let count = 1 << zoom
    func index(_ value: Double) -> Int { Int((value * Double(count)).rounded(.down)) }
    self.zoom = zoom
    let west = index(bounds.minX)
    // A view wider than the world shows each tile once.
    columns = west...min(max(index(bounds.maxX), west), west + count - 1)
    let north = min(max(index(bounds.minY), 0), count - 1)
    rows = north...max(min(index(bounds.maxY), count - 1), north)
  }

  /// Returns the tiles that cover the same area at another zoom level.
  func at(zoom other: Int) -> MapTileWindow {
    let scale = 1 / Double(1 << zoom)
    // The last row and column end just before the next tile.
    return MapTileWindow(
      WorldBounds(
        minX: Double(columns.lowerBound) * scale, minY: Double(rows.lowerBound) * scale,
        maxX: Double(columns.upperBound + 1) * scale - 1e-12,
        maxY: Double(rows.upperBound + 1) * scale - 1e-12), zoom: other)
  }

  var count: Int { columns.count * rows.count }

  var tiles: [TileID] {
    let count = 1 << zoom
    return rows.flatMap { row in
      columns.compactMap { column in
        TileID(zoom: zoom, x: ((column % count) + count) % count, y: row)
      }
    }
  }

  package func contains(_ other: MapTileWindow) -> Bool {
    zoom == other.zoom && rows.contains(other.rows.lowerBound)
      && rows.contains(other.rows.upperBound) && columns.contains(other.columns.lowerBound)
      && columns.contains(other.columns.upperBound)
  }
}
