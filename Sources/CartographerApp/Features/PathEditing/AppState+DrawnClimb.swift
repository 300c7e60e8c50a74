import CartographerCore
import CartographerPresentation
import Geodesy

/// The climb along the path being drawn or the line being measured, based on the terrain model chosen in the settings.
package struct DrawnClimb: Sendable, Equatable {
  /// The points for which the climb was requested.
  var points: [Coordinate]
  /// The climb along ``points``. Nil if the climb is unknown. During a request, this is the climb
  /// of the previous points.
  var climb: TerrainClimb?
  /// Whether ``climb`` was computed from the current ``points``.
  var isCurrent = false
  /// Whether reading the terrain model failed for an earlier state of the line. The failure is then
  /// not shown again, since its message would hide the line's length after every point.
  var hasFailed = false
}

extension AppState {
  /// Requests the climb along the path being drawn or the line being measured. Does nothing if the
  /// points are unchanged since the last request.
  mutating func askForClimb() -> [Effect] {
    guard let line = mode.line, let folder = settings.terrainFolder else { return [] }
    return pathEditing.requestClimb(
      of: line.points, folder: folder, thresholdMetres: settings.climbThresholdMetres)
  }

  mutating func receiveClimb(_ climb: TerrainClimb?, of points: [Coordinate]) -> [Effect] {
    pathEditing.receiveClimb(climb, of: points)
    return []
  }

  /// Shows why the climb is unknown, but only once for each line.
  mutating func failClimb(_ failure: EditorFailure, of points: [Coordinate]) -> [Effect] {
    let isFirst = pathEditing.drawnClimb?.hasFailed == false
    pathEditing.failClimb(of: points)
    return isFirst ? fail(failure) : []
  }

  /// A hint on how to add elevations to a path without elevations.
  var elevationHint: String {
    let command = "\(key(OperationKind.elevation.command)) looks them up in terrain tiles"
    return settings.terrainFolder == nil
      ? "\(command) (setting tiles or option --relief)" : command
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
