import CartographerPresentation
import TerminalUI

extension Screen {
  /// Draws a centred popup box with room for the given number of rows.
  ///
  /// - Parameter columns: The box's minimum width with its frame, or nil if its lines are long.
  ///   The box is narrower than the minimum width if the screen is too narrow, and wider on a wide
  ///   screen.
  /// - Returns: The rectangle inside the box's frame.
  mutating func popup(
    columns: Int? = nil, rows: Int, title: DisplayText, note: DisplayText = .empty
  ) -> Rect {
    let area = state.popupArea
    let size = Size(
      columns: columns.map(state.popupColumns(atLeast:)) ?? state.popupColumns,
      rows: min(rows + 2, area.rows))
    return surface.popup(size: size, in: area, title: title, note: note)
      .inset(columns: 1, rows: 0)
  }

  /// Draws the list of keys that can continue the current chord.
  mutating func drawChord() {
    let typed = state.input.chord
    guard case .chord(let follow) = state.keymap.meaning(of: typed, in: state.contexts) else {
      return
    }
    let area = state.popupArea
    let lines = follow.map { entry in
      let key = KeyStroke.notation(of: Array(entry.keys.dropFirst(typed.count)))
      let reason = entry.command.obstacle(state)
      return (
        text(key).padded(to: 6) + text(entry.command.title),
        Style(reason == nil ? .text : .dim)
      )
    }
    let width = min((lines.map(\.0.width).max() ?? 0) + 4, area.columns)
    let height = min(lines.count + 2, area.rows)
    let rect = Rect(
      column: area.endColumn - width, row: area.endRow - height, columns: width, rows: height)
    let inside = surface.popup(rect, title: text(KeyStroke.notation(of: typed)))
      .inset(columns: 1, rows: 0)
    let top = min(state.input.chordTop, max(lines.count - inside.rows, 0))
    for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
      surface.put(line.0, in: inside.line(row), style: line.1)
    }
    if top + inside.rows < lines.count {
      let mark: DisplayText = "↓"
      surface.put(
        mark, at: Point(column: rect.endColumn - 3, row: rect.endRow - 1), style: Style(.key))
    }
    surface.cursor = inside.origin
  }
}

extension AppState {
  /// The number of lines in the list of keys that can continue the current chord.
  var chordLines: Int {
    guard case .chord(let follow) = keymap.meaning(of: input.chord, in: contexts) else { return 0 }
    return follow.count
  }

  /// The maximum number of rows in the list of keys that can continue the current chord.
  var chordHeight: Int { max(popupArea.rows - 2, 1) }
}
