import TerminalUI

/// The commands that edit text in a popup's text field or in the value of an operation's parameter.
enum TextCommands {
  static let all: [Command] = [
    edit("text-left", "Move one character left", .moveLeft, "left or ctrl-b"),
    edit("text-right", "Move one character right", .moveRight, "right or ctrl-f"),
    edit("text-word-left", "Move one word left", .moveWordLeft, "ctrl-left or alt-left"),
    edit("text-word-right", "Move one word right", .moveWordRight, "ctrl-right or alt-right"),
    edit("text-start", "Go to the start of the text", .moveToStart, "home or ctrl-a"),
    edit("text-end", "Go to the end of the text", .moveToEnd, "end or ctrl-e"),
    edit("delete-character", "Delete the character before the cursor", .deleteBefore, "backspace"),
    edit(
      "delete-next-character", "Delete the character after the cursor", .deleteAfter,
      "delete or ctrl-d"),
    edit(
      "delete-word", "Delete the word before the cursor", .deleteWordBefore,
      "ctrl-w or ctrl-backspace or alt-backspace"),
    edit("delete-to-start", "Delete to the start of the text", .deleteToStart, "ctrl-u"),
    edit("delete-to-end", "Delete to the end of the text", .deleteToEnd, "ctrl-k"),
  ]

  private static func edit(
    _ id: String, _ title: String, _ edit: TextField.Edit, _ keys: String
  ) -> Command {
    Command(id, title, keys: [.text: keys]) { state, _ in state.editText(edit) }
  }
}

extension AppState {
  /// Whether typed letters are inserted as text, either into the top popup's text field or into the
  /// value of an operation's parameter.
  var hasTextField: Bool { contexts.contains(.text) }

  /// Edits the top popup's text field, or the value being typed for an operation's parameter.
  mutating func editText(_ edit: TextField.Edit) -> [Effect] {
    guard let overlay = overlays.top else { return editParameter(edit) }
    return overlay.hasTextField ? overlay.edit(edit, in: &self) : []
  }
}
