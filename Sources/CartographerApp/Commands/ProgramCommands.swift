import CartographerPresentation
import TerminalUI

/// The editor's commands for undoing changes, showing help, and quitting or suspending the program.
enum ProgramCommands {
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
    Command("command", "Run a command by name", keys: [.any: ":"]) { state, _ in
      state.openCommandPrompt()
    },
    Command(
      "help", "Show the available keys, or a manual page", hint: "help",
      keys: [
        .any: "? or f1", .popupList: "? or f1", .popupText: "? or f1", .confirm: "? or f1",
        .conversion: "? or f1", .text: "f1",
      ], argument: Command.Argument(name: "TOPIC", isOptional: true, isTopic: true)
    ) { state, topic in
      guard topic.isEmpty else { return [.readManual(topic: topic)] }
      state.overlays.push(HelpPage(state))
      return []
    },
    Command(
      "about", "Show the licences of the libraries and the base map", aliases: ["licences"],
      keys: [:]
    ) { state, _ in
      let maps = state.map.tiles.scene.credits
      let own = maps.isEmpty ? [] : ["", "Your maps:"] + maps.map { "  \($0)" }
      return state.show(Credit.lines.map(\.string) + own, title: "Libraries and data used")
    },
    Command("last-message", "Show the last message in full", keys: [.any: "g e"]) { state, _ in
      state.showLastMessage()
    },
    Command("manual", "Read the manual", hint: "manual", keys: [.any: "f2", .help: "m"]) { _, _ in
      [.readManual(topic: "")]
    },
    Command(
      "back", "Go back one level, or cancel", hint: "back",
      keys: [
        .list: "esc", .groups: "esc", .detail: "esc", .profile: "esc", .jobs: "esc", .draw: "esc",
        .pathEdit: "esc or q", .preview: "esc or q", .grab: "esc or q", .boxSelect: "esc or q",
        .measure: "esc or q", .itinerary: "esc or q",
      ]
    ) { state, _ in state.goBack() },
    Command(
      "quit", "Go back one level or quit; changes are already saved", hint: "quit",
      keys: [.browse: "q", .draw: "q"]
    ) { state, _ in state.quitOrBack() },
    Command(
      "drafts", "List the drafts of unfinished input", keys: [.browse: "o d", .itinerary: "o d"]
    ) { state, _ in
      guard !state.allDrafts.isEmpty else { return state.say("There is no unfinished input") }
      state.overlays.push(DraftList())
      return []
    },
    Command(
      "write", "Report whether all changes are saved; saving is automatic",
      aliases: ["w", "w!", "wa", "save"], keys: [:],
      argument: Command.Argument(name: "PATH", isOptional: true)
    ) { state, path in state.sayThatAllIsSaved(path) },
    Command(
      "exit", "Quit the program; changes are already saved",
      aliases: ["q", "qa", "wq", "wqa", "x", "xa"], keys: [:]
    ) { state, _ in state.quit() },
    Command(
      "exit-now", "Quit immediately and cancel running jobs",
      aliases: ["q!", "qa!", "wq!", "x!"], keys: [:]
    ) { state, _ in state.quitAtOnce() },
    Command(
      "suspend", "Suspend the editor; the shell command fg resumes it", keys: [.always: "ctrl-z"],
      isImmediate: true
    ) { _, _ in [.suspend] },
    Command("repaint", "Redraw the screen", keys: [.always: "ctrl-l"], isImmediate: true) { _, _ in
      [.repaint]
    },
  ]
}
