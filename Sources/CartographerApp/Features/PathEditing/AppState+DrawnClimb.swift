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

  mutating func receiveClimb(_ climb: TerrainClimb?, of points: [Coordinate]) -> [Effect] {
    pathEditing.receiveClimb(climb, of: points)
    return []
  }

  /// Shows the reason why the climb is unknown, but only once for each line.
  mutating func failClimb(_ failure: EditorFailure, of points: [Coordinate]) -> [Effect] {
    let isFirst = pathEditing.drawnClimb?.hasFailed == false
    pathEditing.failClimb(of: points)
    return isFirst ? fail(failure) : []
  }

  /// Returns text for the climb along the path being drawn or the line being measured, such as
  /// `↑640 m  ↓120 m`. Returns nil if no terrain folder is set or there are fewer than two points.
  func climbWords(of drawing: DrawState) -> String? {
    guard settings.terrainFolder != nil, drawing.points.count > 1 else { return nil }
    guard let climb = pathEditing.drawnClimb?.climb else { return "no elevation" }
    let (up, down) = (climb.ascentMetres, climb.descentMetres)
    return "↑\(settings.units.elevation(metres: up))  ↓\(settings.units.elevation(metres: down))"
      + (climb.isWhole ? "" : " at least")
  }
}
