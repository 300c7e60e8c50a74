import TerminalUI

/// Dots are a map's unit of length on the screen: square, and 2 × 4 to a cell whatever the
/// glyphs (see ``DotCanvas``), so the picture is conformal.
extension Size {
  var dotsWide: Int { columns * DotCanvas.dotsPerColumn }
  var dotsHigh: Int { rows * DotCanvas.dotsPerRow }

  func contains(_ cell: Point) -> Bool {
    cell.column >= 0 && cell.column < columns && cell.row >= 0 && cell.row < rows
  }
}
