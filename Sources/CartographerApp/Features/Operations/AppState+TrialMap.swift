import CartographerPresentation
import Geodesy

extension AppState {
  /// Fits the map to the operation's paths, in the area beside the operation's panel.
  mutating func fitTrial() {
    guard case .trial(var trial) = mode, fit(Set(trial.paths)) else { return }
    trial.fitted(map.viewport)
    mode = .trial(trial)
  }

  /// Fits the map to the operation's paths again after the map's area changed, unless the user
  /// moved the map.
  mutating func settleTrial() {
    guard case .trial(let trial) = mode, trial.view?.fitted == map.viewport else { return }
    fitTrial()
  }

  /// Restores the map view from before the operation, unless the user moved the map during the
  /// preview.
  mutating func leaveView(of trial: TrialState) {
    guard let view = trial.view, view.fitted == map.viewport else { return }
    map.restore(view.before, followsContents: view.followedContents)
    if map.followsContents { map.fitContents(in: layout.mapSize) }
  }

  /// Adds an operation's previewed result to the map's scene.
  func show(_ trial: TrialState, in scene: inout MapScene) {
    scene.pointCursor = nil
    scene.crosshair = nil
    scene.marked = []
    // Place names would cover the preview.
    scene.places = []
    guard let preview = trial.shownPreview, !trial.showsBefore else {
      scene.showsHandles = true
      return
    }
    let isCut = if case .cut = preview.plan { true } else { false }
    let isJoin = preview.join != nil
    scene.preview = MapPreview(
      before: isCut ? [] : preview.subjects.map(\.shape), after: preview.shapes,
      alternates: isCut, showsPoints: !isCut && !isJoin,
      marks: preview.cuts)
  }

  /// Returns the profile to show: the previewed result's profile if there is one, otherwise the
  /// path's own profile.
  func shownProfile(of path: PathData) -> ProfileData {
    guard case .trial(let trial) = mode, !trial.showsBefore,
      let profile = trial.shownPreview?.profile
    else { return self.profile.data(of: path) }
    return profile
  }
}
