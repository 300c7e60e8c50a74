/// The editor's commands that change several items.
enum SeveralItemsCommands {
  static let all: [Command] = [
    Command(
      "duplicate", "Duplicate the places and paths", keys: [.browse: "g c"], isUndoable: true,
      obstacle: Obstacle.noMembers
    ) { state, _ in state.duplicateTargets() },
    Command(
      "rename-all", "Rename items with a pattern, such as {date} {name}",
      keys: [.browse: "g n"],
      argument: Command.Argument(name: "PATTERN"), isUndoable: true, obstacle: Obstacle.noTargets
    ) { state, pattern in state.renameTargets(pattern) },
    Command(
      "dedupe", "Find duplicate places and merge them", keys: [:],
      argument: Command.Argument(name: "LENGTH", isOptional: true), isUndoable: true,
      obstacle: Obstacle.readOnly
    ) { state, length in state.findDuplicates(within: length) },
    Command(
      "convert", "Convert between places and paths, or tracks and routes",
      keys: [.browse: "g v"], argument: Command.Argument(name: "NAME", isOptional: true),
      isUndoable: true, obstacle: Obstacle.noMembers
    ) { state, name in state.convertTargets(name: name) },
  ]
}
