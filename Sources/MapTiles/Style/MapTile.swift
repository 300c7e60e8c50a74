import Geodesy

/// The lines, areas and names that the style table selects from a map tile, in world units.
package struct MapTile: Sendable {
  /// Lines and area outlines of a tile that share a role and a minimum zoom level.
  package struct Lines: Sendable {
    package let role: MapRole
    package let leastZoom: Double
    package internal(set) var xs: [Double] = []
    package internal(set) var ys: [Double] = []
    /// The index of each line's first point.
    package internal(set) var starts: [Int] = []
  }

  /// An area with its holes. A point is inside the area if a ray from the point crosses the rings
  /// an odd number of times. The area is clipped at the edges of its tile.
  package struct Area: Sendable {
    package let role: MapRole
    package let leastZoom: Double
    /// The rings of the area, in which the first point is not repeated at the end.
    package let rings: [[WorldPoint]]
  }

  package let id: TileID
  package internal(set) var lines: [Lines] = []
  package internal(set) var areas: [Area] = []
  package internal(set) var labels: [MapLabel] = []
  /// Whether the tile belongs to a complete base map with a known schema. Other map files contain
  /// only a few kinds of features.
  package internal(set) var isBaseLayer = false
  /// Whether features were omitted because the tile has too many points or names.
  package internal(set) var isTruncated = false

  package init(_ id: TileID) { self.id = id }

  /// The approximate size of the tile in memory, in bytes.
  package var byteCount: Int {
    let points =
      lines.reduce(0) { $0 + $1.xs.count + $1.starts.count }
      + areas.reduce(0) { $0 + $1.rings.reduce(2) { $0 + $1.count + 2 } }
    return 16 * points + labels.reduce(0) { $0 + 64 + $1.text.utf8.count } + 256
  }
}
