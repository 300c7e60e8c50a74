/// A row of key hints. Hints that do not fit are replaced by an ellipsis.
package struct HintBar {
  private static let gap = 2

  package let hints: [Hint]

  package init(_ hints: [Hint]) {
    self.hints = hints
  }

  package func draw(into surface: inout Surface, in rect: Rect) {
    surface.fill(rect.line(0))
    let shown = layout(in: rect)
    for (hint, area) in zip(hints, shown) {
      let labelStyle = Style(hint.isPromoted ? .accent : .hint)
      let next = surface.put(hint.key, at: area.origin, style: Style(.key))
      surface.put(hint.label, at: Point(column: next + 1, row: area.row), style: labelStyle)
    }
    if shown.count < hints.count {
      let column = shown.last.map { $0.endColumn + 1 } ?? rect.column
      surface.clipped(to: rect) {
        $0.put("…", at: Point(column: column, row: rect.row), style: Style(.hint))
      }
    }
  }

  /// Returns the screen areas of the visible hints, in which mouse clicks are recognised.
  package func layout(in rect: Rect) -> [Rect] {
    var areas: [Rect] = []
    var column = rect.column
    for (index, hint) in hints.enumerated() {
      let isLast = index == hints.count - 1
      guard column + hint.width + (isLast ? 0 : 2) <= rect.endColumn else { break }
      areas.append(Rect(column: column, row: rect.row, columns: hint.width, rows: 1))
      column += hint.width + HintBar.gap
    }
    return areas
  }

  /// Finds the hint at a screen position, and returns its index in ``hints``. Returns nil if there
  /// is no hint at the position.
  package func index(at point: Point, in rect: Rect) -> Int? {
    layout(in: rect).firstIndex { $0.contains(point) }
  }
}
