import Geodesy

/// The address of a map tile: the zoom level, and the column and row counted from the north-west.
package struct TileID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The zoom level: the world is 2^zoom tiles wide.
  package let zoom: Int
  /// The column, counted eastwards from 180° west.
  package let x: Int
  /// The row, counted southwards from the northern edge of the Web Mercator square.
  package let y: Int

  /// The highest zoom level that a map file can contain.
  package static let largestZoom = 24

  /// Creates a tile's address. Fails if the zoom level has no tile with this column and row.
  package init?(zoom: Int, x: Int, y: Int) {
    guard (0...Self.largestZoom).contains(zoom), (0..<1 << zoom).contains(x),
      (0..<1 << zoom).contains(y)
    else { return nil }
    self.zoom = zoom
    self.x = x
    self.y = y
  }

  /// The width of the tile in world units.
  package var width: Double { 1 / Double(1 << zoom) }
  /// The north-western corner of the tile.
  package var origin: WorldPoint { WorldPoint(x: Double(x) * width, y: Double(y) * width) }

  /// The parent tile, which contains this tile at the next lower zoom level. Nil if this tile
  /// covers the whole world.
  package var parent: TileID? { TileID(zoom: zoom - 1, x: x / 2, y: y / 2) }

  package var description: String { "\(zoom)/\(x)/\(y)" }

  package static func < (left: TileID, right: TileID) -> Bool {
    (left.zoom, left.y, left.x) < (right.zoom, right.y, right.x)
  }

  /// The number of the tile in a PMTiles archive (PMTiles specification, version 3, section 4.1).
  /// Tiles are numbered zoom level by zoom level, and along a Hilbert curve within each level.
  package var hilbertNumber: UInt64 {
    var (x, y) = (self.x, self.y)
    var number: UInt64 = 0
    for level in 0..<zoom { number += 1 << UInt64(2 * level) }
    for level in (0..<zoom).reversed() {
      let side = 1 << level
      let isEast = x & side != 0
      let isSouth = y & side != 0
      number += UInt64(side) * UInt64(side) * (isEast ? (isSouth ? 2 : 3) : (isSouth ? 1 : 0))
      // The quadrants in the north are traversed in a turned or mirrored order.
      x &= side - 1
      y &= side - 1
      if !isSouth {
        if isEast { (x, y) = (side - 1 - x, side - 1 - y) }
        swap(&x, &y)
      }
    }
    return number
  }
}
