import CartographerCore
import CartographerPresentation
import Geodesy

extension AppState {
  /// Requests the calculation of the climb along the path being drawn or the line being measured.
  /// Does nothing if the points are unchanged since the last request.
  mutating func askForClimb() -> [Effect] {
    guard let line = mode.line, let folder = settings.terrainFolder else { return [] }
    return pathEditing.requestClimb(
      of: line.points, folder: folder, thresholdMetres: settings.climbThresholdMetres)
  }

  /// Shows the reason why the climb is unknown, but only once for each drawn or measured line.
  mutating func failClimb(_ failure: EditorFailure, of points: [Coordinate]) -> [Effect] {
    let isFirst = pathEditing.drawnClimb?.hasFailed == false
    pathEditing.failClimb(of: points)
    return isFirst ? fail(failure) : []
  }
}
