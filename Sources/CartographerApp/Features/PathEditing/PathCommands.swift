import CartographerPresentation

/// The editor's commands for drawing a path, editing its points, and moving places.
enum PathCommands {
  static let drawing: [Command] = [
    Command(
      "add-point", "Add a point at the crosshair", hint: "add point",
      keys: [.draw: "a or space", .measure: "enter or a or space"]
    ) { state, _ in state.addDrawnPoint() },
    Command(
      "drop-point", "Remove the last point", hint: "remove last",
      keys: [.draw: "backspace or x or u", .measure: "backspace or x or u"]
    ) { state, _ in state.removeDrawnPoint() },
    Command("finish-path", "Finish the path and name it", hint: "finish", keys: [.draw: "enter"]) {
      state, _ in state.finishDrawing()
    },
  ]

  static let walking: [Command] = [
    Command(
      "next-point", "Go to the next point", hint: "next",
      keys: [.pathEdit: "l", .points: "j or down"]
    ) { state, _ in state.walkPoints(by: 1) },
    Command(
      "previous-point", "Go to the previous point", hint: "previous",
      keys: [.pathEdit: "h", .points: "k or up"]
    ) { state, _ in state.walkPoints(by: -1) },
    walk("ten-points-on", "Go 10 points forward", "j", 10),
    walk("ten-points-back", "Go 10 points back", "k", -10),
    walk("hundred-points-on", "Go 100 points forward", "ctrl-d or pagedown", 100),
    walk("hundred-points-back", "Go 100 points back", "ctrl-u or pageup", -100),
    walk("first-point", "Go to the first point", "g g or home", -.max / 2),
    walk("last-point", "Go to the last point", "G or end", .max / 2),
  ]

  static let selecting: [Command] = [
    Command(
      "point", "Go to a point by its number", keys: [:],
      argument: Command.Argument(name: "NUMBER"), obstacle: Obstacle.noPath
    ) { state, number in state.goToPoint(numbered: number) },
    Command("nearest-point", "Go to the point nearest to the crosshair", keys: [.pathEdit: "g n"]) {
      state, _ in state.goToNearestPoint()
    },
    Command(
      "point-range", "Select a range of points", hint: "range", keys: [.pathEdit: "v"],
      obstacle: Obstacle.noPathPoints
    ) { state, _ in state.togglePointRange() },
  ]

  static let changing: [Command] = [
    Command(
      "move-point", "Move the point", hint: "move", keys: [.pathEdit: "m"], isUndoable: true,
      obstacle: Obstacle.noPoints
    ) { state, _ in state.grabPoint() },
    Command(
      "edit-point", "Edit the point, or the elevation of several points",
      hint: "edit", keys: [.pathEdit: "enter or e"], isUndoable: true, obstacle: Obstacle.noPoints
    ) { state, _ in state.openPointForm() },
    Command(
      "append-point", "Add a point at the crosshair after the selected point", hint: "append",
      keys: [.pathEdit: "a"], isUndoable: true, obstacle: Obstacle.readOnly
    ) { state, _ in state.appendPoint() },
    Command(
      "insert-point", "Insert a point at the crosshair before the selected point", hint: "insert",
      keys: [.pathEdit: "i"], isUndoable: true, obstacle: Obstacle.noPoints
    ) { state, _ in state.insertPoint() },
    Command(
      "delete-points", "Delete the point, the range or the marked points", hint: "delete",
      keys: [.pathEdit: "x or d or delete"],
      isUndoable: true, obstacle: Obstacle.noPoints
    ) { state, _ in state.deletePoints() },
    Command(
      "split", "Split the path in two at the selected point", hint: "split", keys: [.pathEdit: "s"],
      isUndoable: true, obstacle: Obstacle.noPoints
    ) { state, _ in state.splitPath() },
    Command(
      "reverse-points", "Reverse the path's direction", hint: "reverse",
      keys: [.pathEdit: "R"],
      isUndoable: true, obstacle: Obstacle.noPoints
    ) { state, _ in state.reversePath() },
  ]

  static let grabbing: [Command] =
    [
      grab("left", -1, 0, "h"), grab("down", 0, 1, "j"), grab("up", 0, -1, "k"),
      grab("right", 1, 0, "l"),
    ].flatMap { $0 } + [
      Command(
        "drop", "Drop the place or point at its new position", hint: "drop",
        keys: [.grab: "enter or m or M"], isUndoable: true
      ) { state, _ in state.drop() },
      Command(
        "move-by", "Move the place or point by a distance and a direction, such as 200m ne",
        hint: "move by", keys: [.grab: "b"],
        typedText: Command.TypedText(.grab, digitsAnd: ".") { state, typed in
          state.openCommandPrompt("move-by \(typed)")
        },
        argument: Command.Argument(name: "DISTANCE DIRECTION"), obstacle: Obstacle.notMoving
      ) { state, text in state.carry(by: text) },
      Command(
        "snap", "Turn snapping to places and paths on or off", keys: [.any: ", p"]
      ) { state, _ in state.toggleSnap() },
    ]

  static let newPath = Command(
    "new-path", "Draw a new path point by point",
    keys: [.browse: "o p", .draw: "n", .measure: "o p"],
    isUndoable: true, obstacle: Obstacle.readOnly
  ) { state, _ in state.startDrawing() }

  static let movePlace = Command(
    "move-place", "Move the place on the map", hint: "move", keys: [.browse: "M"],
    isUndoable: true,
    obstacle: Obstacle.noPlace
  ) { state, _ in state.grabPlace() }

  static let reverse = Command(
    "reverse", "Reverse the selected path or all marked paths", keys: [.browse: "R"],
    isUndoable: true, obstacle: Obstacle.noPathsToWorkOn
  ) { state, _ in state.reversePath() }

  private static func walk(
    _ id: String, _ title: String, _ keys: String, _ step: Int
  ) -> Command {
    Command(id, title, keys: [.pathEdit: keys]) { state, _ in
      state.walkPoints(by: step)
    }
  }

  private static func grab(_ word: String, _ x: Int, _ y: Int, _ letter: String) -> [Command] {
    [
      Command(
        "carry-\(word)", "Move the place or point \(word) by one dot", hint: word,
        keys: [.grab: "\(letter) or \(word)"]
      ) { state, _ in state.carry(x, y) },
      Command(
        "carry-far-\(word)", "Move the place or point \(word) by ten dots",
        keys: [.grab: "shift-\(word) or \(letter.uppercased())"]
      ) { state, _ in state.carry(10 * x, 10 * y) },
    ]
  }
}
