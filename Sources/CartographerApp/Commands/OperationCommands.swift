import CartographerPresentation

/// What is done to whole paths, or to a range of one, shown before it is done.
enum OperationCommands {
  static let all: [Command] =
    [
      start(.simplify, "Simplify: leave out the points that matter least", "S or t i", "TOLERANCE"),
      start(.crop, "Crop: keep a part, or take one out", "t c"),
      start(
        .split, "Split at points, distances, times, gaps, days, a place or segments", "t s",
        id: "split-by"),
      start(.join, "Join: make the marked paths one", "J", "ORDER"),
      start(.smooth, "Smooth the course and the elevations", "t m", "WIDTH"),
      start(.resample, "Resample: points at equal distances or times", "t r", "EVERY"),
      start(.clean, "Clean: take away the points that look wrong", "t d"),
      start(.times, "Times: shift, set, fill, estimate or strip them", "t t"),
      start(.elevation, "Elevations: shift them, or take them from terrain tiles", "t e"),
    ] + inside

  private static let inside: [Command] = [
    Command(
      "do-it", "Do what is shown", hint: "do it", keys: [.trial: "enter"], isUndoable: true,
      obstacle: Obstacle.noTrial
    ) { state, _ in state.confirmTrial() },
    Command(
      "less", "The next lower value, or the choice before", hint: "less",
      keys: [.trial: "h or left or -"], obstacle: Obstacle.noTrial
    ) { state, _ in state.stepTrial(by: -1) },
    Command(
      "more", "The next higher value, or the next choice", hint: "more",
      keys: [.trial: "l or right or +"], obstacle: Obstacle.noTrial
    ) { state, _ in state.stepTrial(by: 1) },
    Command(
      "next-value", "Next value", hint: "next", keys: [.trial: "j or down or tab"],
      obstacle: Obstacle.noTrial
    ) { state, _ in state.moveInTrial(by: 1) },
    Command(
      "previous-value", "Value before", keys: [.trial: "k or up or backtab"],
      obstacle: Obstacle.noTrial
    ) { state, _ in state.moveInTrial(by: -1) },
    Command(
      "type-value", "Type the value; digits begin a new one at once", hint: "type",
      keys: [.trial: "e or i or backspace"], obstacle: Obstacle.noTrial
    ) { state, _ in state.startTyping() },
    Command(
      "compare", "Show the paths as they are, and back", hint: "before/after",
      keys: [.trial: "space"], obstacle: Obstacle.noTrial
    ) { state, _ in state.compareInTrial() },
    Command(
      "trial-map", "Go to the map, or back to the values", hint: "map", keys: [.trial: "m"],
      obstacle: Obstacle.noTrial
    ) { state, _ in
      state.focus(state.focus == .detail ? .map : .detail)
    },
  ]

  private static func start(
    _ kind: TrialKind, _ title: String, _ keys: String, _ argument: String? = nil,
    id: String? = nil
  ) -> Command {
    Command(
      id ?? kind.rawValue, title, hint: kind.rawValue, keys: [.browse: keys, .pathEdit: keys],
      argument: argument.map { Command.Argument(name: $0, isOptional: true) }, isUndoable: true,
      obstacle: Obstacle.noPathsToWorkOn
    ) { state, text in state.startTrial(kind, text) }
  }
}
