import Geodesy

/// A cell in a grid of latitudes and longitudes.
struct GridCell: Hashable, Sendable {
  /// The column, counted eastwards from −180°.
  let column: Int
  /// The row, counted northwards from −90°.
  let row: Int

  init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// Creates the cell that contains a position, with the given number of cells per degree.
  init(latitude: Double, longitude: Double, perDegree: Double) {
    let turned = longitude - 360 * ((longitude + 180) / 360).rounded(.down)
    let columns = Int(360 * perDegree)
    let rows = Int(180 * perDegree)
    // Positions such as 46.3° lie on the edge of a cell, which rounding must not move to the cell
    // below.
    let edge = 1e-9
    column = min(max(Int(((turned + 180) * perDegree + edge).rounded(.down)), 0), columns - 1)
    row = min(max(Int(((latitude + 90) * perDegree + edge).rounded(.down)), 0), rows - 1)
  }

  /// The south-western corner of a 0.1° cell.
  var southWest: Coordinate {
    Coordinate(latitude: Double(row - 900) / 10, longitude: Double(column - 1_800) / 10)
  }
  /// The middle of a 0.1° cell.
  var middle: Coordinate {
    Coordinate(latitude: southWest.latitude + 0.05, longitude: southWest.longitude + 0.05)
  }
}
