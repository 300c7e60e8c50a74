import Foundation
import Geodesy

/// The relief shading on a map tile: for each cell, the darkness of the ground in light from the
/// north-west.
package struct ReliefShading: Sendable {
  package let tile: TileID
  /// The number of cells along each side of the tile. Each cell has a darkness value.
  package let cells: Int
  /// The darkness values, from 0 (lit or flat) to 255, in rows from the north-west.
  package let darkness: [UInt8]

  /// Returns the darkness at a position in world units, or 0 outside the tile.
  package func darkness(atX x: Double, y: Double) -> UInt8 {
    let column = Int(((x - tile.origin.x) / tile.width * Double(cells)).rounded(.down))
    let row = Int(((y - tile.origin.y) / tile.width * Double(cells)).rounded(.down))
    guard (0..<cells).contains(column), (0..<cells).contains(row) else { return 0 }
    return darkness[row * cells + column]
  }
}

extension ElevationSamples {
  /// The light's altitude above the horizon, in degrees. On maps, 45° is usual.
  private static let lightAltitude = 45.0

  /// Returns the tile's relief shading for light from the north-west. The shading is computed from
  /// each grid cell's slope (Horn 1981, applied to the four corners of a cell). Flat ground and
  /// slopes towards the light are not shaded.
  ///
  /// - Complexity: O(*c*), where *c* is the number of grid cells.
  package func shading() -> ReliefShading {
    let middle = WorldPoint(
      x: tile.origin.x + tile.width / 2, y: tile.origin.y + tile.width / 2)
    let latitude = WebMercator.unproject(middle).latitude
    let step = WebMercator.metresPerUnit(atLatitude: latitude) * tile.width / Double(cells)
    let altitude = Self.lightAltitude * .pi / 180
    let flat = sin(altitude)
    var darkness = [UInt8](repeating: 0, count: cells * cells)
    for row in 0..<cells {
      for column in 0..<cells {
        let (northWest, northEast) = (metres(column, row), metres(column + 1, row))
        let (southWest, southEast) = (metres(column, row + 1), metres(column + 1, row + 1))
        let east = (northEast + southEast - northWest - southWest) / (2 * step)
        let north = (northWest + northEast - southWest - southEast) / (2 * step)
        // The light comes from the north-west: (−1, 1)/√2 in the plane.
        let light =
          (cos(altitude) * (east - north) / 2.0.squareRoot() + flat)
          / (1 + east * east + north * north).squareRoot()
        guard light.isFinite else { continue }
        darkness[row * cells + column] = UInt8(min(max((flat - light) / flat, 0), 1) * 255)
      }
    }
    return ReliefShading(tile: tile, cells: cells, darkness: darkness)
  }
}
