import TerminalUI

/// A printer that lays out a manual page as lines of text for a file or a terminal.
package enum ManualPrinter {
  /// Returns a page's lines, wrapped to the given number of columns.
  ///
  /// - Parameter colours: Whether to add SGR escape sequences for the styles.
  package static func lines(_ page: ManualText, columns: Int, colours: Bool) -> [String] {
    let lines = ManualLayout(page, columns: columns, marksCode: !colours).lines
    guard colours else { return lines.map(\.text.string) }
    // Lines of code can be wider than the given number of columns.
    let width = lines.map(\.width).max() ?? 0
    var surface = Surface(size: Size(columns: max(width, 1), rows: lines.count))
    for (row, line) in lines.enumerated() {
      var column = 0
      for part in line.parts {
        column = surface.put(part.text, at: Point(column: column, row: row), style: part.style)
      }
    }
    return ColouredLines(surface).lines
  }
}
