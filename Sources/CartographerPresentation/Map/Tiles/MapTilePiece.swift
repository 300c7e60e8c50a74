import Geodesy
import MapTiles

/// A tile from a map file or a terrain model, ready to be drawn.
package final class MapTilePiece: Sendable {
  struct Lines: Sendable {
    let role: MapRole
    let leastZoom: Double
    let shape: PathShape
  }

  package let id: TileID
  let lines: [Lines]
  let areas: [MapTile.Area]
  package let labels: [MapLabel]
  let shading: ReliefShading?
  /// The area, in world units, in which the tile replaces the base map. Nil if the base map stays
  /// visible.
  let coverage: WorldBounds?
  /// The approximate size of the piece in memory, in bytes.
  let byteCount: Int

  /// Prepares a tile for drawing.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the tile.
  /// - Parameter bounds: The area covered by the map, or nil if unknown.
  package init(_ tile: MapTile, shading: ReliefShading? = nil, bounds: GeoBounds? = nil) {
    id = tile.id
    lines = tile.lines.map { lines in
      Lines(
        role: lines.role, leastZoom: lines.leastZoom,
        shape: PathShape(
          xs: ContiguousArray(lines.xs), ys: ContiguousArray(lines.ys), segmentStarts: lines.starts)
      )
    }
    areas = tile.areas
    labels = tile.labels
    self.shading = shading
    coverage = tile.isBaseLayer ? Self.bounds(of: tile.id, in: bounds) : nil
    // A path shape also has its levels of detail.
    byteCount = 2 * tile.byteCount + (shading?.darkness.count ?? 0)
  }

  /// The area of the tile, in world units.
  var bounds: WorldBounds { Self.bounds(of: id) }

  static func bounds(of id: TileID, in limits: GeoBounds? = nil) -> WorldBounds {
    var box = WorldBounds(
      minX: id.origin.x, minY: id.origin.y, maxX: id.origin.x + id.width,
      maxY: id.origin.y + id.width)
    guard let limits = limits.map({ WorldBounds($0) }) else { return box }
    box.minX = max(box.minX, limits.minX)
    box.maxX = max(min(box.maxX, limits.maxX), box.minX)
    box.minY = max(box.minY, limits.minY)
    box.maxY = max(min(box.maxY, limits.maxY), box.minY)
    return box
  }
}

extension MapTilePiece: Equatable {
  /// Returns whether two pieces are the same object. A piece never changes.
  package static func == (lhs: MapTilePiece, rhs: MapTilePiece) -> Bool { lhs === rhs }
}
