package import TerminalUI

/// The dots of a map: its unit of length on the screen.
///
/// A cell is taken to be twice as high as wide and spans 2 × 4 square dots, whatever the glyphs,
/// which keeps the picture conformal.
package enum MapDots {
  package static let perColumn = 2
  package static let perRow = 4
}

extension Size {
  var dotsWide: Int { columns * MapDots.perColumn }
  var dotsHigh: Int { rows * MapDots.perRow }

  package func contains(_ cell: Point) -> Bool {
    cell.column >= 0 && cell.column < columns && cell.row >= 0 && cell.row < rows
  }
}
