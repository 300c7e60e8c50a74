/// Files and jobs.
enum FileCommands {
  static let all: [Command] = [
    Command(
      "import", "Import a file", hint: "import", keys: [.browse: "o i"],
      argument: Command.Argument(name: "PATH", isPath: true), isUndoable: true,
      obstacle: Obstacle.notWritable
    ) { state, path in state.importFile(path) },
    Command(
      "export", "Export what is marked or selected as GPX", keys: [.browse: "o x"],
      argument: Command.Argument(name: "PATH", isPath: true), obstacle: Obstacle.noSelection
    ) { state, path in state.export(state.targets, to: path) },
    Command(
      "export-all", "Export everything as GPX", keys: [:],
      argument: Command.Argument(name: "PATH", isPath: true)
    ) { state, path in state.export([], to: path) },
    Command("jobs", "Show the jobs", keys: [.any: "w"]) { state, _ in
      state.overlays.append(.jobs(JobViewState()))
      return []
    },
    Command(
      "cancel", "Cancel what is running", keys: [.any: "ctrl-c"]
    ) { state, _ in state.cancelRunning() },
    Command(
      "cancel-job", "Cancel the running job", hint: "cancel", keys: [.jobs: "x"],
      obstacle: Obstacle.noRunningJob
    ) { state, _ in state.cancelNewestJob() },
  ]
}
