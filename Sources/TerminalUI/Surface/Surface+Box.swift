extension Surface {
  /// The thickness of a frame's lines. Thick lines indicate the focus even without colours.
  package enum BorderWeight: Sendable {
    case light
    case heavy

    fileprivate var characters: BoxCharacters {
      switch self {
      case .light: BoxCharacters("┌", "┐", "└", "┘", "─", "│")
      case .heavy: BoxCharacters("┏", "┓", "┗", "┛", "━", "┃")
      }
    }
  }

  /// Draws a frame with a title in the top edge and a note at the right end of the bottom edge.
  ///
  /// - Returns: The rectangle inside the frame.
  @discardableResult
  package mutating func box(
    _ rect: Rect, title: DisplayText = .empty, note: DisplayText = .empty,
    weight: BorderWeight = .light, style: Style? = nil, titleStyle: Style = Style(.title)
  ) -> Rect {
    guard rect.columns >= 2, rect.rows >= 2 else { return rect.inset() }
    let line = weight.characters
    let style = style ?? Style(weight == .heavy ? .borderFocused : .border)
    let right = rect.endColumn - 1
    let bottom = rect.endRow - 1
    for column in (rect.column + 1)..<right {
      put(line.horizontal, at: Point(column: column, row: rect.row), style: style)
      put(line.horizontal, at: Point(column: column, row: bottom), style: style)
    }
    for row in (rect.row + 1)..<bottom {
      put(line.vertical, at: Point(column: rect.column, row: row), style: style)
      put(line.vertical, at: Point(column: right, row: row), style: style)
    }
    put(line.topLeft, at: rect.origin, style: style)
    put(line.topRight, at: Point(column: right, row: rect.row), style: style)
    put(line.bottomLeft, at: Point(column: rect.column, row: bottom), style: style)
    put(line.bottomRight, at: Point(column: right, row: bottom), style: style)
    drawLabels(title: title, note: note, rect: rect, titleStyle: titleStyle)
    return rect.inset()
  }

  private mutating func drawLabels(
    title: DisplayText, note: DisplayText, rect: Rect, titleStyle: Style
  ) {
    let room = rect.columns - 4
    guard room >= 3 else { return }
    if !title.isEmpty {
      put(
        " \(title.clipped(to: room - 2)) ", at: Point(column: rect.column + 2, row: rect.row),
        style: titleStyle)
    }
    if !note.isEmpty {
      let text: DisplayText = " \(note.clipped(to: room - 2)) "
      put(
        text, at: Point(column: rect.endColumn - 2 - text.width, row: rect.endRow - 1),
        style: titleStyle)
    }
  }
}

/// The characters that draw a frame.
private struct BoxCharacters {
  let topLeft: Unicode.Scalar
  let topRight: Unicode.Scalar
  let bottomLeft: Unicode.Scalar
  let bottomRight: Unicode.Scalar
  let horizontal: Unicode.Scalar
  let vertical: Unicode.Scalar

  init(
    _ topLeft: Unicode.Scalar, _ topRight: Unicode.Scalar, _ bottomLeft: Unicode.Scalar,
    _ bottomRight: Unicode.Scalar, _ horizontal: Unicode.Scalar, _ vertical: Unicode.Scalar
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
    self.horizontal = horizontal
    self.vertical = vertical
  }
}
