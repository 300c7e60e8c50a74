import TerminalUI

/// A popup with a list that the user filters by typing.
protocol Picker: ListOverlay {
  var input: PickerInput { get }
  mutating func editFilter(_ edit: TextField.Edit)
}

/// The filter text of a popup's list, and the cursor in the list.
struct PickerInput: Sendable, Equatable {
  private(set) var field = TextField()
  private(set) var cursor = ListCursor()
  /// Whether the user has moved the cursor since typing the last character.
  private(set) var isMoved = false

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
    isMoved = true
  }

  /// Edits the filter text and selects the first matching row. Moving the text cursor does not
  /// change the selected row.
  mutating func edit(_ edit: TextField.Edit) {
    let before = field.text
    field.apply(edit)
    guard field.text != before else { return }
    cursor = ListCursor()
    isMoved = false
  }
}

extension Picker {
  var field: TextField { input.field }
  var cursor: ListCursor { input.cursor }

  /// Whether the space key chooses a row instead of inserting a space. After text has been typed,
  /// the space key inserts a space until the user moves the cursor.
  var spaceChooses: Bool { field.isEmpty || input.isMoved }

  var holdsUnsentInput: Bool { true }
  var followsLibrary: Bool { true }

  func height(in state: AppState) -> Int { 10 }

  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var edited = self
    edited.editFilter(edit)
    state.overlays.replaceTop(edited)
    return []
  }
}
