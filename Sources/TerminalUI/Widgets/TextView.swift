/// A scrollable view of text lines, such as a help page or a report.
package struct TextView {
  package let lines: [(text: DisplayText, style: Style)]

  package init(_ lines: [(text: DisplayText, style: Style)]) {
    self.lines = lines
  }

  /// Creates a view that shows the given texts, wrapped at spaces into lines at most `columns`
  /// wide. Indented texts keep their indent.
  package init(wrapping texts: [DisplayText], columns: Int, style: Style = .text) {
    lines = texts.flatMap { $0.wrappedWithIndent(to: columns) }.map { ($0, style) }
  }

  /// Returns the index of the first visible line when the view is scrolled to its end.
  package func lastTop(height: Int) -> Int { max(lines.count - height, 0) }

  /// Draws the lines starting at the index `top`. `↑` and `↓` at the right edge indicate more lines
  /// above or below.
  package func draw(into surface: inout Surface, in rect: Rect, top: Int) {
    let first = min(max(top, 0), lastTop(height: rect.rows))
    for (index, line) in lines.dropFirst(first).prefix(rect.rows).enumerated() {
      surface.put(line.text, in: rect.line(index), style: line.style)
    }
    guard rect.columns > 0, rect.rows > 0 else { return }
    let edge = rect.endColumn - 1
    if first > 0 {
      surface.put("↑", at: Point(column: edge, row: rect.row), style: Style(.dim))
    }
    if first + rect.rows < lines.count {
      surface.put("↓", at: Point(column: edge, row: rect.endRow - 1), style: Style(.dim))
    }
  }
}
