import CartographerPresentation

/// Undo, and the program itself.
enum ProgramCommands {
  static let all: [Command] = [
    Command(
      "undo", "Undo the last change", hint: "undo", keys: [.any: "u"], isUndoable: true,
      obstacle: Obstacle.noUndo
    ) { state, _ in state.undoLast() },
    Command(
      "redo", "Do again what was undone", hint: "redo", keys: [.any: "ctrl-r or U"],
      isUndoable: true, obstacle: Obstacle.noRedo
    ) { state, _ in state.redoNext() },
    Command("history", "Show what was changed and when", keys: [.any: "g h"]) { state, _ in
      state.overlays.append(.history(HistoryState()))
      return [.loadHistory]
    },
    Command("command", "Type a command", keys: [.any: ":"]) { state, _ in
      state.overlays.append(.palette(PaletteState()))
      return []
    },
    Command("help", "Show the keys that do something here", hint: "help", keys: [.any: "? or f1"]) {
      state, _ in
      state.overlays.append(.help(HelpState()))
      return []
    },
    Command(
      "back", "Back one level", hint: "back",
      keys: [
        .list: "esc", .groups: "esc", .detail: "esc", .profile: "esc", .jobs: "esc", .draw: "esc",
        .pathEdit: "esc or q", .trial: "esc or q", .grab: "esc or q", .boxSelect: "esc or q",
        .itinerary: "esc or q",
      ]
    ) { state, _ in state.goBack() },
    Command(
      "quit", "Back one level; at the top, quit. Nothing needs saving", hint: "quit",
      keys: [.browse: "q", .draw: "q"]
    ) { state, _ in state.quitOrBack() },
    Command("suspend", "Back to the shell for a while (fg returns)", keys: [.any: "ctrl-z"]) {
      _, _ in [.suspend]
    },
    Command("repaint", "Draw the screen afresh", keys: [.any: "ctrl-l"]) { _, _ in [.repaint] },
  ]
}
