import CartographerCore

/// The editor's commands that import files and the sample trip.
enum ImportCommands {
  static let all: [Command] = [
    Command(
      "import", "Import files", hint: "import",
      keys: [.browse: "o i"],
      argument: Command.Argument(
        name: "PATH", isOptional: true, isPath: true, values: ConvertedPath.beginnings),
      isUndoable: true,
      obstacle: Obstacle.notWritable
    ) { state, path in state.importTyped(path) },
    Command(
      "open-sample", "Import the sample trip", hint: "sample trip", keys: [.browse: "o s"],
      isUndoable: true, obstacle: Obstacle.noSample
    ) { state, _ in state.openSample() },
  ]
}
