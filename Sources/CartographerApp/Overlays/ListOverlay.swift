import TerminalUI

/// A popup with a list of selectable rows.
protocol ListOverlay: Overlay {
  var cursor: ListCursor { get }
  /// Moves the cursor in a list of `count` rows, of which `height` rows are visible.
  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int)
  /// Returns the total number of rows in the list.
  func rowCount(in state: AppState) -> Int
  /// Returns the number of rows that fit in the popup.
  func height(in state: AppState) -> Int
}

extension ListOverlay {
  func height(in state: AppState) -> Int { state.overlayHeight }

  func move(_ movement: RowMovement, in state: inout AppState) {
    var moved = self
    moved.moveCursor(movement, count: rowCount(in: state), height: height(in: state))
    state.overlays.replaceTop(moved)
  }
}

extension ListCursor {
  mutating func move(_ movement: RowMovement, count: Int, height: Int) {
    switch movement {
    case .next: move(by: 1, count: count, height: height)
    case .previous: move(by: -1, count: count, height: height)
    case .pageDown: move(by: height, count: count, height: height)
    case .pageUp: move(by: -height, count: count, height: height)
    case .first: select(0, count: count, height: height)
    case .last: select(count - 1, count: count, height: height)
    }
  }
}

extension AppState {
  /// The maximum number of rows in a list popup on a screen of the current size.
  var overlayHeight: Int { max(size.rows - 8, 1) }
}
