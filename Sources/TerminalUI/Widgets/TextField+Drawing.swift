extension TextField {
  /// Draws the field in one row, scrolled so that the cursor shows, which it takes when focused.
  package func draw(
    into surface: inout Surface, in rect: Rect, isFocused: Bool, style: Style = .text
  ) {
    guard !rect.isEmpty else { return }
    let cells = text.map { DisplayText(String($0)) }
    let before = cells.prefix(position).reduce(0) { $0 + $1.width }
    // One column stays free for the cursor behind the last character.
    var skipped = 0
    var first = 0
    while before - skipped > rect.columns - 1, first < position {
      skipped += cells[first].width
      first += 1
    }
    surface.clipped(to: rect) { surface in
      surface.fill(rect, style: style)
      var column = rect.column
      for cell in cells.dropFirst(first) where column < rect.endColumn {
        column = surface.put(
          cell, at: Point(column: column, row: rect.row), style: style)
      }
    }
    if isFocused {
      surface.cursor = Point(column: rect.column + before - skipped, row: rect.row)
    }
  }
}
