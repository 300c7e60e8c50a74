import CartographerCore

/// The editor's commands for exports and jobs.
enum FileCommands {
  static let all: [Command] = [
    Command(
      "export", "Export marked or selected items, or the open trip (the extension sets the format)",
      hint: "export", keys: [.browse: "o x", .itinerary: "o x"],
      argument: Command.Argument(
        name: "PATH", isPath: true, values: ConvertedPath.beginnings),
      suggestion: ExportName.ofTargets, obstacle: Obstacle.nothingToExport
    ) { state, text in state.exportTyped(state.exportTargets, to: text) },
    Command(
      "export-as", "Export marked or selected items, or the open trip, in a chosen format",
      hint: "export as", keys: [.browse: "o f", .itinerary: "o f"],
      argument: Command.Argument(
        name: "FORMAT",
        values: (FileFormat.writable.map(\.id) + FileFormat.variantExtensions).sorted()),
      obstacle: Obstacle.nothingToExport
    ) { state, id in state.chooseExportFormat(id) },
    Command(
      "export-all", "Export the whole library (the extension sets the format)", keys: [:],
      argument: Command.Argument(
        name: "PATH", isPath: true, values: ConvertedPath.beginnings),
      suggestion: ExportName.ofLibrary
    ) { state, text in state.exportTyped([], to: text) },
    Command(
      "jobs", "Show the list of jobs and reports", hint: "all reports",
      keys: [.any: "w", .message: "w"]
    ) { state, _ in state.openJobs() },
    Command(
      "cancel", "Close the popup, leave the field, or cancel the activity in progress",
      keys: [.always: "ctrl-c"], isImmediate: true
    ) { state, _ in state.cancel() },
    Command(
      "cancel-job", "Cancel the running job", hint: "cancel", keys: [.jobs: "x"],
      obstacle: Obstacle.noRunningJob
    ) { state, _ in state.cancelNewestJob() },
  ]
}
