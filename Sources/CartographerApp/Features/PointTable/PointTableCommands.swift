/// The editor's commands for the table of points, and for finding and marking points.
enum PointTableCommands {
  static let all: [Command] = [
    Command(
      "point-table", "Show or hide the table of points", hint: "table", keys: [.pathEdit: "T"]
    ) { state, _ in state.togglePointTable() },
    Command(
      "search-points", "Find points by a comparison such as >2000m, gap>10min or slope>10%",
      hint: "search", keys: [.pathEdit: "/"], obstacle: Obstacle.noPathPoints
    ) { state, _ in state.startSearch() },
    Command("next-found", "Go to the next point found by the search", keys: [.pathEdit: "n"]) {
      state, _ in state.goToFound(1)
    },
    Command(
      "previous-found", "Go to the previous point found by the search", keys: [.pathEdit: "N"]
    ) { state, _ in state.goToFound(-1) },
    Command(
      "mark-point", "Mark or unmark the point or the range", hint: "mark",
      keys: [.pathEdit: "space"]
    ) { state, _ in state.markPoint() },
    Command("mark-found", "Mark or unmark all points found by the search", keys: [.pathEdit: "*"]) {
      state, _ in state.markFound()
    },
  ]
}
