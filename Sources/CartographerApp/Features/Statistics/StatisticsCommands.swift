/// The editor's commands that show statistics, and the visited countries and regions.
enum StatisticsCommands {
  static let all: [Command] = [
    Command(
      "visited", "Show the countries and regions that contain tracks or places",
      keys: [.any: "g o"]
    ) { state, _ in state.showVisited() },
    Command(
      "statistics", "Show statistics for paths, groups or a range of points",
      keys: [.any: "g s"], obstacle: Obstacle.noPathsToMeasure
    ) { state, _ in state.openReport() },
  ]
}
