/// The editor's commands that undo and redo changes, and show the history.
enum HistoryCommands {
  static let all: [Command] = [
    Command(
      "undo", "Undo the last change", hint: "undo", keys: [.any: "u", .history: "u"],
      isUndoable: true, obstacle: Obstacle.noUndo
    ) { state, _ in state.undoLast() },
    Command(
      "redo", "Redo the last undone change", hint: "redo",
      keys: [.any: "ctrl-r or U", .history: "ctrl-r or U"], isUndoable: true,
      obstacle: Obstacle.noRedo
    ) { state, _ in state.redoNext() },
    Command("history", "Show the history of changes", keys: [.any: "g h"]) { state, _ in
      state.openHistory()
    },
  ]
}
