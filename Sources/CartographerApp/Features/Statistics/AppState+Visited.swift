import CartographerCore
import CartographerPresentation
import TerminalUI

extension AppState {
  /// Counts the countries and regions touched by the marked items. If no items are marked, counts
  /// the countries and regions touched by any item on the map. A popup shows the result.
  mutating func showVisited() -> [Effect] {
    guard map.base.isInstalled else {
      return warn("the base map is missing or damaged; install the program again")
    }
    var ids = map.contents.paths.map(\.id) + map.contents.places.map(\.id)
    if actsOnMarks {
      ids = targets.flatMap { $0.kind == .group ? index.members(of: $0) : [$0] }
    }
    guard !ids.isEmpty else { return warn("there is nothing on the map yet") }
    return say("Counting countries and regions…")
      + [.ask(.visited(ids, settings.units, settings.zone))]
  }
}
