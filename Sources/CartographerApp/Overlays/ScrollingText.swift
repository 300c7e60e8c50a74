import TerminalUI

/// A popup box's text, which can be scrolled if it is longer than the box.
struct ScrollingText {
  let view: TextView
  /// The number of lines that fit in the box.
  let rows: Int

  /// The index of the first visible line if the text is scrolled to its end.
  var lastTop: Int { view.lastTop(height: rows) }
}

/// A popup that shows scrollable text.
protocol ScrollingOverlay: Overlay {
  /// The index of the first visible line.
  var top: Int { get }
  /// Scrolls the text so that the line with the given index is the first visible line.
  mutating func scroll(to line: Int)
  /// Returns the popup's text.
  func scrolling(_ words: ItemWords) -> ScrollingText
}

extension ScrollingOverlay {
  /// Scrolls the text, stopping at its last line.
  func move(_ movement: RowMovement, in state: inout AppState) {
    let last = scrolling(ItemWords(state: state)).lastTop
    let page = max(state.size.rows / 2, 1)
    let line = min(top, last)
    let wanted =
      switch movement {
      case .next: line + 1
      case .previous: line - 1
      case .pageDown: line + page
      case .pageUp: line - page
      case .first: 0
      case .last: last
      }
    var moved = self
    moved.scroll(to: min(max(wanted, 0), last))
    state.overlays.replaceTop(moved)
  }

  /// Draws the text in a popup box that is as high as the text.
  func drawBox(on screen: inout Screen, columns: Int? = nil, title: String, note: String = "") {
    let scrolling = scrolling(screen.words)
    let inside = screen.popup(
      columns: columns, rows: scrolling.rows, title: screen.text(title), note: screen.text(note))
    scrolling.view.draw(into: &screen.surface, in: inside, top: top)
    screen.surface.cursor = inside.origin
  }
}

extension AppState {
  /// The rectangle available to popup boxes, between the header and the status row.
  var popupArea: Rect {
    Rect(size: size).inset(columns: 1, rows: 1).splitBottom(1).rest
  }

  /// The width of a popup box with long lines, including the frame. The box is three quarters as
  /// wide as the screen, but at least 76 and at most 160 columns wide.
  var popupColumns: Int { min(max(popupArea.columns * 3 / 4, 76), 160, popupArea.columns) }

  /// Returns the width of a popup box with short lines, including its frame. The box is half as
  /// wide as the screen, but at least as wide as given, and at most 110 columns wide.
  func popupColumns(atLeast columns: Int) -> Int {
    min(max(popupArea.columns / 2, columns), max(columns, 110), popupArea.columns)
  }

  /// The maximum number of text rows inside a popup box's frame.
  var mostPopupRows: Int { max(popupArea.rows - 2, 0) }
}
