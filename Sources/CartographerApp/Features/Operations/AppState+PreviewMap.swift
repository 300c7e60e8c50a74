import CartographerPresentation
import Geodesy

extension AppState {
  /// Fits the map view to the paths of the previewed operation.
  mutating func fitPreview() {
    guard let operation, map.fit(Set(operation.paths), in: layout.mapSize) else { return }
    let viewport = map.viewport
    changeOperation { $0.fitted(viewport) }
  }

  /// Refits the map view to the operation's paths, in case the map pane's size has changed.
  /// Does nothing if the user moved the map.
  mutating func keepViewport() {
    guard operation?.view?.fitted == map.viewport else { return }
    fitPreview()
  }

  /// Returns the profile to show: the preview's profile or, without a preview, the path's current
  /// profile.
  func shownProfile(of path: PathData) -> ProfileData {
    guard let operation, !operation.showsBefore,
      let profile = operation.shownPreview?.profile
    else { return self.profile.data(of: path) }
    return profile
  }
}
