/// Several items at once, and what lies between them.
enum PlaceCommands {
  static let all: [Command] = [
    Command(
      "duplicate", "Make the places and paths once more", keys: [.browse: "g c"], isUndoable: true,
      obstacle: Obstacle.noMembers
    ) { state, _ in state.duplicateTargets() },
    Command(
      "rename-all", "Name several after a pattern: {name}, {n}, {date}",
      keys: [.browse: "g n"],
      argument: Command.Argument(name: "PATTERN"), isUndoable: true, obstacle: Obstacle.noTargets
    ) { state, pattern in state.renameTargets(pattern) },
    Command(
      "dedupe", "Find places that are the same, and make one of them", keys: [:],
      argument: Command.Argument(name: "LENGTH", isOptional: true), isUndoable: true,
      obstacle: Obstacle.readOnly
    ) { state, length in state.findTwins(within: length) },
    Command(
      "convert", "Make a path of places, places of a path's points, a route of a track",
      keys: [.browse: "g v"], argument: Command.Argument(name: "NAME", isOptional: true),
      isUndoable: true, obstacle: Obstacle.noMembers
    ) { state, name in state.convertTargets(name: name) },
    Command(
      "nearest", "What is nearest to the selected place or the crosshair", keys: [.browse: "g a"]
    ) { state, _ in state.showNearest() },
    Command(
      "distance", "How far it is between the two marked, or from the crosshair",
      keys: [.browse: "g m"]
    ) { state, _ in state.showDistance() },
  ]
}
