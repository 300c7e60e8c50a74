import CartographerPresentation

/// The editor's commands that move, zoom and describe the map, pick or mark items on it, and
/// measure distances.
enum MapCommands {
  static let view: [Command] =
    panning + [
      Command(
        "zoom-in", "Zoom in", hint: "zoom",
        keys: [
          .map: "+ or =", .draw: "+ or =", .pathEdit: "+ or =", .grab: "+ or =",
          .boxSelect: "+ or =", .preview: "> or =", .itinerary: "+ or =", .measure: "+ or =",
        ]
      ) { state, _ in state.zoomMap(by: MapViewport.zoomStep) },
      Command(
        "zoom-out", "Zoom out",
        keys: [
          .map: "-", .draw: "-", .pathEdit: "-", .grab: "-", .boxSelect: "-", .preview: "<",
          .itinerary: "-", .measure: "-",
        ]
      ) { state, _ in state.zoomMap(by: -MapViewport.zoomStep) },
      Command(
        "fit", "Zoom the map to show the selection", hint: "fit",
        keys: [.browse: "f", .pathEdit: "f", .preview: "f"], obstacle: Obstacle.noSelection
      ) { state, _ in state.fitSelection() },
      Command(
        "fit-all", "Zoom the map to show all items",
        keys: [.browse: "F", .draw: "F", .measure: "F", .pathEdit: "F", .itinerary: "F"]
      ) { state, _ in state.fitAll() },
      Command(
        "centre", "Centre the map on the selection",
        keys: [.browse: "c", .pathEdit: "c", .itinerary: "c"]
      ) {
        state, _ in state.centreMap()
      },
      Command(
        "pick", "Select the item nearest to the crosshair; repeat to open it", hint: "pick",
        keys: [.map: "enter"]
      ) { state, _ in state.pickNearest() },
      Command(
        "box-select", "Draw a box to mark the items in it", keys: [.map: "v"],
        obstacle: Obstacle.planning
      ) { state, _ in state.startBox() },
      Command(
        "box-done", "Mark the items in the box", hint: "mark", keys: [.boxSelect: "enter or v"]
      ) { state, _ in state.finishBox(.mark) },
      Command(
        "box-filter", "List only the items in the box", hint: "filter",
        keys: [.boxSelect: "/"]
      ) { state, _ in state.finishBox(.narrow(word: "in:box")) },
      Command(
        "in-view", "List only the items in the map view", keys: [.browse: "g w"]
      ) { state, _ in state.narrowToView() },
      Command("leave-map", "Go back to the list", hint: "back", keys: [.map: "esc"]) { state, _ in
        state.goBack()
      },
    ]

  static let describing: [Command] = [
    Command(
      "legs", "List the line's legs, with bearings and estimated walking times",
      hint: "legs", keys: [.measure: "T"], obstacle: Obstacle.noLegs
    ) { state, _ in state.showLegs() },
    Command("describe", "Describe the map in words", keys: [.any: "g d"]) { state, _ in
      state.describeMap()
    },
  ]

  static let contents: [Command] = [
    Command(
      "graticule", "Show or hide the lines of latitude and longitude", keys: [.any: ", g"]
    ) { state, _ in
      state.preferences.showGraticule(!state.showsGraticule)
      return state.reportVisibility(
        state.showsGraticule, "the lines of latitude and longitude", by: "graticule")
    },
    Command(
      "heat-map", "Show or hide a heat map that counts the listed tracks in each cell",
      keys: [.any: ", i"]
    ) { state, _ in
      state.toggleHeatMap()
    },
    Command(
      "path-colour",
      "Colour the selected path by speed, slope or another quantity, or all items by group or day",
      hint: "colour", keys: [.any: ", v"],
      argument: Command.Argument(name: colours.joined(separator: "|"), values: colours)
    ) { state, name in state.colourPath(by: name) },
    Command(
      "path-marks", "Show or hide the selected path's direction, ends and distances on the map",
      keys: [.any: ", k"]
    ) { state, _ in
      state.preferences.togglePathMarks()
      return state.reportVisibility(
        state.settings.showsPathMarks, "the selected path's direction, ends and distances",
        by: "path-marks")
    },
  ]

  static let distance = Command(
    "distance", "Measure between two items or, on the map, along a line to the crosshair",
    keys: [.browse: "g m", .measure: "g m"]
  ) { state, _ in state.showDistance() }

  private static let colours = PathColour.allCases.map(\.rawValue) + [PathColour.none]

  private static let panning: [Command] = [
    pan("left", -1, 0, letter: "h"), pan("down", 0, 1, letter: "j"),
    pan("up", 0, -1, letter: "k"), pan("right", 1, 0, letter: "l"),
  ].flatMap { $0 }

  /// Returns the commands that pan the map in one direction.
  ///
  /// Without a modifier, a key pans the map by an eighth of the view. With Shift, a key pans the
  /// map by half the view; with Ctrl, by one cell.
  private static func pan(_ word: String, _ x: Double, _ y: Double, letter: String) -> [Command] {
    [
      Command(
        "pan-\(word)", "Pan \(word)", hint: "pan",
        keys: [
          .map: "\(letter) or \(word)", .draw: "\(letter) or \(word)",
          .measure: "\(letter) or \(word)", .boxSelect: "\(letter) or \(word)", .pathEdit: word,
        ]
      ) { state, _ in state.map.pan(byColumns: x / 8, rows: y / 8, in: state.layout.mapSize) },
      Command(
        "pan-far-\(word)", "Pan \(word) by half a view",
        keys: [
          .map: "shift-\(word)", .draw: "shift-\(word)", .measure: "shift-\(word)",
          .boxSelect: "shift-\(word)", .pathEdit: "shift-\(word)", .preview: "shift-\(word)",
        ]
      ) { state, _ in state.map.pan(byColumns: x / 2, rows: y / 2, in: state.layout.mapSize) },
      Command(
        "nudge-\(word)", "Pan \(word) by one cell",
        keys: [
          .map: "ctrl-\(word)", .draw: "ctrl-\(word) or \(letter.uppercased())",
          .measure: "ctrl-\(word) or \(letter.uppercased())",
          .boxSelect: "ctrl-\(word) or \(letter.uppercased())", .pathEdit: "ctrl-\(word)",
        ]
      ) { state, _ in state.map.nudge(byColumns: Int(x), rows: Int(y)) },
    ]
  }
}

extension AppState {
  /// Reports that map contents were shown or hidden, and saves the setting.
  ///
  /// - Parameter command: The ID of the command that reverses the change.
  mutating func reportVisibility(
    _ isShown: Bool, _ contents: String, by command: String
  ) -> [Effect] {
    messages.show(
      (isShown ? "Showed " : "Hid ") + contents,
      hint: isShown ? "" : "\(key(command)) reverts this")
    return [saving]
  }
}
