extension Surface {
  /// Writes one line of text, starting at the given position.
  ///
  /// - Returns: The column after the text, even if the text is clipped.
  @discardableResult
  package mutating func put(
    _ text: DisplayText, at point: Point, style: Style = .text
  ) -> Int {
    let end = point.column + text.width
    guard clip.rowRange.contains(point.row), end > clip.column, point.column < clip.endColumn
    else { return end }
    var column = point.column
    if text.isASCII {
      for byte in text.string.utf8 {
        setCell(
          String(Unicode.Scalar(byte)), width: 1, column: column, row: point.row, style: style)
        column += 1
      }
    } else {
      GraphemeMeasure.forEach(in: text.string) { grapheme in
        setCell(
          grapheme.text, width: grapheme.width, column: column, row: point.row, style: style)
        column += grapheme.width
      }
    }
    return end
  }

  /// Writes text into a rectangle's first row with the given alignment. Text that is too long is
  /// clipped and ends with an ellipsis.
  package mutating func put(
    _ text: DisplayText, in rect: Rect, style: Style = .text,
    alignment: DisplayText.Alignment = .leading
  ) {
    guard !rect.isEmpty else { return }
    let clipped = text.clipped(to: rect.columns)
    let space = rect.columns - clipped.width
    let offset =
      switch alignment {
      case .leading: 0
      case .centre: space / 2
      case .trailing: space
      }
    put(clipped, at: Point(column: rect.column + offset, row: rect.row), style: style)
  }

  /// Writes a character that is one column wide, such as a Braille pattern of a canvas.
  ///
  /// If the argument is a literal, the compiler chooses the overload for ``DisplayText`` instead.
  ///
  /// - Precondition: `scalar` is not a control character, a wide character or a combining mark.
  @_disfavoredOverload
  package mutating func put(
    _ scalar: Unicode.Scalar, at point: Point, style: Style = .text
  ) {
    precondition(
      scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value),
      "A control character cannot be drawn.")
    setCell(String(scalar), width: 1, column: point.column, row: point.row, style: style)
  }

  /// Fills a rectangle with spaces, or with another character that is one column wide.
  package mutating func fill(
    _ rect: Rect, with scalar: Unicode.Scalar = " ", style: Style = .text
  ) {
    let area = rect.intersection(clip)
    for row in area.rowRange {
      for column in area.columnRange {
        put(scalar, at: Point(column: column, row: row), style: style)
      }
    }
  }

  /// Changes the styles of the cells in a rectangle, but not the cells' text.
  package mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let area = rect.intersection(clip)
    for row in area.rowRange {
      for column in area.columnRange {
        change(&cells[row * columns + column].style)
      }
    }
  }
}
