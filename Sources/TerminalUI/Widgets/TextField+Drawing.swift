extension TextField {
  /// Draws the text field in one row. A focused field is scrolled so that its cursor is visible,
  /// and its text is in reverse video if typing would replace the text. Any other field shows the
  /// start of its text.
  package func draw(
    into surface: inout Surface, in rect: Rect, isFocused: Bool, style: Style = .text
  ) {
    guard !rect.isEmpty else { return }
    guard isFocused else {
      surface.fill(rect, style: style)
      let shown = DisplayText(text, columns: rect.columns + 1).clipped(to: rect.columns)
      return surface.put(shown, in: rect, style: style)
    }
    // One column stays free for the cursor after the last character.
    let cursor = text.index(text.startIndex, offsetBy: position)
    var first = cursor
    var before = 0
    while first > text.startIndex {
      let previous = text.index(before: first)
      let width = DisplayText(String(text[previous])).width
      guard before + width <= rect.columns - 1 else { break }
      before += width
      first = previous
    }
    let textStyle = isPrefilled ? style.adding(.reverse) : style
    surface.clipped(to: rect) { surface in
      surface.fill(rect, style: style)
      var column = rect.column
      for character in text[first...] {
        guard column < rect.endColumn else { break }
        column = surface.put(
          DisplayText(String(character)), at: Point(column: column, row: rect.row),
          style: textStyle)
      }
    }
    surface.cursor = Point(column: rect.column + before, row: rect.row)
  }
}
