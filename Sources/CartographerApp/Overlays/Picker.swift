import TerminalUI

/// A popup with a list that is filtered by typing.
protocol Picker: ListOverlay {
  var field: TextField { get set }
  /// Whether the user has moved the cursor since typing the last character.
  var isMoved: Bool { get set }
}

extension Picker {
  /// Whether the space key chooses a row instead of inserting a space. After text has been typed,
  /// the space key inserts a space until the user moves the cursor.
  var spaceChooses: Bool { field.isEmpty || isMoved }

  var holdsUnsentInput: Bool { true }
  var followsLibrary: Bool { true }

  func height(in state: AppState) -> Int { 10 }

  func move(_ movement: RowMovement, in state: inout AppState) {
    var moved = self
    moved.cursor.move(movement, count: rowCount(in: state), height: height(in: state))
    moved.isMoved = true
    state.overlays.replaceTop(moved)
  }

  /// Edits the filter text and selects the first matching row.
  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var edited = self
    edited.field.apply(edit)
    edited.cursor = ListCursor()
    edited.isMoved = false
    state.overlays.replaceTop(edited)
    return []
  }
}
