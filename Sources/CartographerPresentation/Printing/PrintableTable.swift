import TerminalUI

/// A table whose columns are as wide as their widest cell, with two spaces between columns.
///
/// A table column is at most 60 terminal columns wide. A wider value is printed in full and shifts
/// the following cells of its row.
package struct PrintableTable: Sendable {
  package enum Alignment: Sendable {
    case leading
    /// Right alignment, for numbers.
    case trailing
  }

  private static let widestColumn = 60

  private let alignments: [Alignment]
  private var rows: [[DisplayText]] = []

  package init(_ alignments: [Alignment]) {
    self.alignments = alignments
  }

  /// Adds a row to the table. Cells beyond the last column are ignored, and missing cells are
  /// blank.
  package mutating func add(_ cells: [DisplayText]) {
    rows.append(cells.count > alignments.count ? Array(cells.prefix(alignments.count)) : cells)
  }

  package var isEmpty: Bool { rows.isEmpty }

  /// The lines of the table without trailing spaces. Columns that are blank in all rows are
  /// omitted.
  package var lines: [DisplayText] {
    var widths = [Int](repeating: 0, count: alignments.count)
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], min(cell.width, Self.widestColumn))
      }
    }
    return rows.map { row in
      var parts: [(spaces: Int, text: DisplayText)] = []
      var pending = 0
      for (column, width) in widths.enumerated() where width > 0 {
        let cell = column < row.count ? row[column] : ""
        let before = alignments[column] == .trailing ? max(width - cell.width, 0) : 0
        if cell.width > 0 {
          parts.append((pending + before, cell))
          pending = max(width - cell.width - before, 0) + 2
        } else {
          pending += width + 2
        }
      }
      return DisplayText(spaced: parts)
    }
  }
}
