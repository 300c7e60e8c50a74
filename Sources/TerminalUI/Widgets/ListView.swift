/// A view that draws the visible rows of a list, with `▸` before the selected row and `*` before
/// marked rows.
package struct ListView {
  package let count: Int
  package let cursor: ListCursor
  /// Whether the list has the keyboard focus. With the focus, the selected row is drawn in reverse
  /// video and contains the terminal's cursor.
  package let isFocused: Bool
  private let row: (Int) -> ListRow

  /// Creates a list view with the given number of rows.
  ///
  /// - Parameter row: A closure that returns the row at an index, called only for visible rows.
  package init(
    count: Int, cursor: ListCursor, isFocused: Bool, row: @escaping (Int) -> ListRow
  ) {
    self.count = count
    self.cursor = cursor
    self.isFocused = isFocused
    self.row = row
  }

  package func draw(into surface: inout Surface, in rect: Rect) {
    for (line, index) in cursor.visible(count: count, height: rect.rows).enumerated() {
      draw(row(index), isSelected: index == cursor.selected, into: &surface, in: rect.line(line))
    }
  }

  private func draw(
    _ row: ListRow, isSelected: Bool, into surface: inout Surface, in line: Rect
  ) {
    let style =
      isSelected && isFocused ? Style(row.style.role, .reverse) : row.style
    if isSelected && isFocused { surface.fill(line, style: style) }
    let signs = line.splitLeft(2)
    if isSelected { surface.put("▸", at: signs.left.origin, style: style) }
    if row.isMarked {
      let markStyle = isSelected && isFocused ? style : Style(.marked)
      surface.put("*", at: Point(column: line.column + 1, row: line.row), style: markStyle)
    }
    let detailWidth = row.detail.isEmpty ? 0 : min(row.detail.width + 1, signs.rest.columns)
    let parts = signs.rest.splitRight(detailWidth)
    let label = ClippedLabel(row.label, columns: parts.rest.columns)
    surface.put(label.text, in: parts.rest, style: style)
    surface.put(row.detail, in: parts.right, style: style, alignment: .trailing)
    for match in row.matches {
      let columns = label.shown(match)
      let area = Rect(
        column: parts.rest.column + columns.lowerBound, row: line.row, columns: columns.count,
        rows: 1)
      surface.restyle(area) { $0 = Style(.match, $0.attributes) }
    }
    if isSelected && isFocused { surface.cursor = line.origin }
  }
}
