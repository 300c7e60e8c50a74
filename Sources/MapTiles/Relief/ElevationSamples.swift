import Geodesy

/// Elevations from a terrain model, sampled at the corners of the square grid cells that cover a
/// map tile.
package struct ElevationSamples: Sendable {
  /// The number of grid cells along each edge of the tile.
  package let cells: Int
  /// The elevations in metres, in rows from the north-west, with NaN where the model has no data.
  package let metres: [Double]
  package let tile: TileID

  /// Reads the elevations of a map tile from a terrain model. Returns nil if the model has no data
  /// for the tile.
  ///
  /// - Throws: Any error thrown by the closure that loads the grid's tiles.
  package init?(_ tile: TileID, cells: Int, from grid: inout ElevationGrid) throws {
    self.tile = tile
    self.cells = max(cells, 1)
    var metres: [Double] = []
    metres.reserveCapacity((self.cells + 1) * (self.cells + 1))
    let step = tile.width / Double(self.cells)
    var isEmpty = true
    for row in 0...self.cells {
      for column in 0...self.cells {
        let point = WorldPoint(
          x: tile.origin.x + Double(column) * step, y: tile.origin.y + Double(row) * step)
        let found = try grid.elevation(at: WebMercator.unproject(point))
        if found != nil { isEmpty = false }
        metres.append(found ?? .nan)
      }
    }
    guard !isEmpty else { return nil }
    self.metres = metres
  }

  /// Creates samples from the given elevations, stored row by row from the north-west.
  ///
  /// - Precondition: There are `cells + 1` rows, each with `cells + 1` elevations.
  package init(_ tile: TileID, cells: Int, metres: [Double]) {
    precondition(cells > 0 && metres.count == (cells + 1) * (cells + 1))
    self.tile = tile
    self.cells = cells
    self.metres = metres
  }

  func metres(_ column: Int, _ row: Int) -> Double { metres[row * (cells + 1) + column] }
}
