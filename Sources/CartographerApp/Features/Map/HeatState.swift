import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The heat map for the map pane's current view. The tracks are counted again only if the view, the
/// paths or the listed tracks change.
struct HeatState: Sendable, Equatable {
  private(set) var map: HeatMap?
  /// The tracks that were counted for the heat map. Nil if all tracks on the map were counted.
  private var counted: [ItemID]?
  private var isCurrent = false

  /// Marks the heat map's counts as outdated. Called after the view or the paths change.
  mutating func outdate() { isCurrent = false }

  /// Counts the tracks that pass through each cell of a view. Does nothing if the last counts are
  /// still valid.
  ///
  /// - Parameter listed: The items whose tracks are counted. If nil, all tracks are counted.
  mutating func count(
    _ contents: MapScene, _ viewport: MapViewport, in size: Size, listed: [ItemID]?
  ) {
    guard !isCurrent || listed != counted, !size.isEmpty else { return }
    isCurrent = true
    counted = listed
    map = HeatMap(contents, viewport, in: size, counting: listed.map { Set($0) })
  }
}

extension AppState {
  /// Updates the heat map's counts if the heat map is shown and the counts are outdated.
  mutating func updateHeatMap() {
    guard settings.showsHeatMap else { return }
    map.countPasses(of: list.listedTracks, in: layout.mapSize)
  }

  /// Shows or hides the heat map. If no tracks can be counted, shows a message that explains why
  /// the heat map is empty.
  mutating func toggleHeatMap() -> [Effect] {
    preferences.toggleHeatMap()
    guard settings.showsHeatMap else { return [saving] }
    let listed = list.listedTracks.map(Set.init)
    let hasTracks = map.contents.paths.contains { path in
      path.isTrack && listed?.contains(path.id) ?? true
    }
    return hasTracks
      ? [saving]
      : [saving]
        + warn(
          listed == nil
            ? "the heat map is empty because there are no recorded tracks on the map"
            : "the heat map is empty because the list contains no recorded tracks")
  }
}
