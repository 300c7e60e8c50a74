import TerminalUI

/// The size of a map in dots, the smallest units that the map draws.
///
/// In every glyph set, a cell consists of 2 × 4 square dots (see ``DotCanvas``), so the map does
/// not distort angles.
extension Size {
  var dotsWide: Int { columns * DotCanvas.dotsPerColumn }
  var dotsHigh: Int { rows * DotCanvas.dotsPerRow }

  /// The position of a view's centre, in dots from the top left corner.
  ///
  /// The view's centre is always the middle of a cell; otherwise, rounding could move a point at
  /// the centre into the previous cell. A view with an even number of cells has one more cell
  /// before the centre than after it.
  var middleDot: (x: Double, y: Double) {
    (
      (Double(columns / 2) + 0.5) * Double(DotCanvas.dotsPerColumn),
      (Double(rows / 2) + 0.5) * Double(DotCanvas.dotsPerRow)
    )
  }

  func contains(_ cell: Point) -> Bool {
    cell.column >= 0 && cell.column < columns && cell.row >= 0 && cell.row < rows
  }
}
