/// The editor's command that opens the command line.
enum PaletteCommands {
  static let all: [Command] = [
    Command("command", "Run a command by name", keys: [.any: ":"]) { state, _ in
      state.openCommandPrompt()
    }
  ]
}
