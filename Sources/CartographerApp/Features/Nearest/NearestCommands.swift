/// The editor's commands that list the nearest items and find positions by their names.
enum NearestCommands {
  static let nearest = Command(
    "nearest", "List the items nearest to the place or crosshair", keys: [.browse: "g a"]
  ) { state, _ in state.showNearest() }

  static let goTo = Command(
    "goto", "Go to coordinates, a town or one of your items", hint: "find",
    keys: [.map: "/", .draw: "/", .measure: "/"],
    argument: Command.Argument(name: "COORDINATES or NAME", isName: true)
  ) { state, text in state.goTo(text) }
}
