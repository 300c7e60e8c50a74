import TerminalUI

/// The commands that edit the text field of a popup or of an operation's parameter.
enum TextCommands {
  static let all: [Command] = [
    edit("text-left", "One character left", .moveLeft, "left or ctrl-b"),
    edit("text-right", "One character right", .moveRight, "right or ctrl-f"),
    edit("text-word-left", "One word left", .moveWordLeft, "ctrl-left or alt-left"),
    edit("text-word-right", "One word right", .moveWordRight, "ctrl-right or alt-right"),
    edit("text-start", "Start of the text", .moveToStart, "home or ctrl-a"),
    edit("text-end", "End of the text", .moveToEnd, "end or ctrl-e"),
    edit("delete-character", "Delete the character before", .deleteBefore, "backspace"),
    edit("delete-next-character", "Delete the character after", .deleteAfter, "delete or ctrl-d"),
    edit(
      "delete-word", "Delete the word before", .deleteWordBefore,
      "ctrl-w or ctrl-backspace or alt-backspace"),
    edit("delete-to-start", "Delete to the start", .deleteToStart, "ctrl-u"),
    edit("delete-to-end", "Delete to the end", .deleteToEnd, "ctrl-k"),
  ]

  private static func edit(
    _ id: String, _ title: String, _ edit: TextField.Edit, _ keys: String
  ) -> Command {
    Command(id, title, keys: [.text: keys]) { state, _ in state.editText(edit) }
  }
}

extension AppState {
  /// Whether letters are typed into the text field of the top popup or of an operation's parameter.
  var hasTextField: Bool { contexts.contains(.text) }

  /// Edits the text field of the top popup, or of the operation's parameter that is being typed.
  mutating func editText(_ edit: TextField.Edit) -> [Effect] {
    guard let overlay = overlays.top else { return editParameter(edit) }
    return overlay.hasTextField ? overlay.edit(edit, in: &self) : []
  }
}
