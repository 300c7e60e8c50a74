import TerminalUI

/// Dots are a map's unit of length on the screen: square, and 2 × 4 to a cell whatever the
/// glyphs (see ``DotCanvas``), so the picture is conformal.
extension Size {
  var dotsWide: Int { columns * DotCanvas.dotsPerColumn }
  var dotsHigh: Int { rows * DotCanvas.dotsPerRow }

  /// Where the centre of a view lies, in dots from its top left corner: the middle of a cell, so
  /// that rounding does not move what is there into the cell before. A view with an even count of
  /// cells has one more before that cell than after it.
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
