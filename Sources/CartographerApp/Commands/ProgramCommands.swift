/// The editor's commands for going back, and for quitting, suspending or redrawing the program.
enum ProgramCommands {
  static let leaving: [Command] = [
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
  ]

  static let quitting: [Command] = [
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
