import CartographerPresentation

/// The editor's commands for operations on whole paths or on a range of points. Each operation is
/// previewed before it is applied.
enum OperationCommands {
  static let all: [Command] =
    [
      start(
        .simplify, "Simplify: remove points that hardly change the shape", "S or t i", "TOLERANCE"),
      start(.crop, "Crop: keep or remove part of the path", "t c"),
      start(
        .split, "Split: at points, distances, times, gaps, days or places", "t s"),
      start(.join, "Join: combine the marked paths into one", "J or t j", "ORDER"),
      start(.smooth, "Smooth: reduce noise in positions and elevations", "t m", "WIDTH"),
      start(.resample, "Resample: space points at equal distances or times", "t r", "EVERY"),
      start(.clean, "Clean: remove points that look like recording errors", "t d"),
      start(.times, "Times: shift, set, fill, estimate or remove times", "t t"),
      start(.elevation, "Elevations: shift, or look up in terrain tiles", "t e"),
    ] + inside

  private static let inside: [Command] = [
    Command(
      "do-it", "Apply the previewed operation", hint: "apply", keys: [.preview: "enter"],
      isUndoable: true,
      obstacle: Obstacle.noOperation
    ) { state, _ in state.confirmOperation() },
    Command(
      "less", "Choose the next lower value or the previous option", hint: "less",
      keys: [.preview: "h or left or -"], obstacle: Obstacle.noOperation
    ) { state, _ in state.stepParameter(by: -1) },
    Command(
      "more", "Choose the next higher value or the next option", hint: "more",
      keys: [.preview: "l or right or +"], obstacle: Obstacle.noOperation
    ) { state, _ in state.stepParameter(by: 1) },
    Command(
      "next-value", "Select the next parameter", hint: "next", keys: [.preview: "j or down or tab"],
      obstacle: Obstacle.noOperation
    ) { state, _ in state.focusParameter(by: 1) },
    Command(
      "previous-value", "Select the previous parameter", keys: [.preview: "k or up or backtab"],
      obstacle: Obstacle.noOperation
    ) { state, _ in state.focusParameter(by: -1) },
    Command(
      "type-value", "Edit the value; typing a digit replaces it", hint: "type",
      keys: [.preview: "e or i or backspace"],
      // A folder can begin with ~ or /, and a place's name with a quotation mark.
      typedText: Command.TypedText(
        .preview, digitsAnd: ".~/\"",
        isAccepted: { $0.operation?.form.typedField != nil },
        begin: { state, typed in state.typeParameter(typed) }),
      obstacle: Obstacle.noOperation
    ) { state, _ in state.startTyping() },
    Command(
      "default-values", "Restore the default values", hint: "defaults",
      keys: [.preview: "ctrl-g"], obstacle: Obstacle.noOperation
    ) { state, _ in state.restoreDefaultValues() },
    Command(
      "compare", "Compare the paths before and after the operation", hint: "before/after",
      keys: [.preview: "space"], obstacle: Obstacle.noOperation
    ) { state, _ in state.compareBeforeAfter() },
    Command(
      "operation-map", "Switch between the map and the parameters", hint: "map",
      keys: [.preview: "m"],
      obstacle: Obstacle.noOperation
    ) { state, _ in
      state.focus(state.focus == .detail ? .map : .detail)
    },
  ]

  private static func start(
    _ kind: OperationKind, _ title: String, _ keys: String, _ argument: String? = nil
  ) -> Command {
    Command(
      kind.command, title, hint: kind.rawValue, keys: [.browse: keys, .pathEdit: keys],
      argument: argument.map { Command.Argument(name: $0, isOptional: true) }, isUndoable: true,
      obstacle: Obstacle.noPathsToWorkOn
    ) { state, text in state.startOperation(kind, text) }
  }
}
