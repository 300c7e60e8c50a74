/// The editor's command that saves a library whose file was removed or replaced.
enum StoreLossCommands {
  static let all: [Command] = [
    Command(
      "save-library", "Save the library to a new file if its store was removed or replaced",
      hint: "save", keys: [:], argument: Command.Argument(name: "PATH", isPath: true),
      suggestion: { state in state.library.savingSuggestion },
      obstacle: { state in
        state.library.loss == nil ? "every change is already saved in the store" : nil
      },
      run: { state, path in state.saveLibrary(at: path) })
  ]
}
