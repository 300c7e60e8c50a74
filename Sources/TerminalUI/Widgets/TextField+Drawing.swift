extension TextField {
  /// Draws the text field in one row, with the text scrolled so that the cursor is visible. A
  /// focused field shows the terminal's cursor, and its text is in reverse video if typing replaces
  /// the text.
  package func draw(
    into surface: inout Surface, in rect: Rect, isFocused: Bool, style: Style = .text
  ) {
    guard !rect.isEmpty else { return }
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
    let textStyle = isFocused && isPrefilled ? style.adding(.reverse) : style
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
    if isFocused {
      surface.cursor = Point(column: rect.column + before, row: rect.row)
    }
  }
}
