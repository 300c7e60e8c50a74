import CartographerCore
import CartographerPresentation
import Geodesy

/// The climb of the path being drawn, based on the terrain model chosen in the settings.
package struct DrawnClimb: Sendable, Equatable {
  /// The points for which the climb was requested.
  var points: [Coordinate]
  /// The climb along the points, or nil if unknown. During a request, this is the climb of the
  /// previous points.
  var climb: TerrainClimb?
}

extension AppState {
  /// Requests the climb of the path being drawn, once for each state of the path.
  mutating func askForClimb() -> [Effect] {
    guard case .draw(let drawing) = mode, let folder = settings.terrainFolder else { return [] }
    guard drawing.points.count > 1 else {
      drawnClimb = nil
      return []
    }
    guard drawnClimb?.points != drawing.points else { return [] }
    drawnClimb = DrawnClimb(points: drawing.points, climb: drawnClimb?.climb)
    return [
      .ask(
        .climb(
          of: drawing.points, folder: folder, thresholdMetres: settings.climbThresholdMetres))
    ]
  }

  mutating func take(_ climb: TerrainClimb?, of points: [Coordinate]) -> [Effect] {
    if drawnClimb?.points == points { drawnClimb?.climb = climb }
    return []
  }

  /// Returns the climb of the path being drawn as text, such as `↑640 m  ↓120 m`, or nil without a
  /// terrain model.
  func climbWords(of drawing: DrawState) -> String? {
    guard settings.terrainFolder != nil, drawing.points.count > 1 else { return nil }
    guard let climb = drawnClimb?.climb else { return "no elevation" }
    let (up, down) = (climb.ascentMetres, climb.descentMetres)
    return "↑\(settings.units.elevation(metres: up))  ↓\(settings.units.elevation(metres: down))"
      + (climb.isWhole ? "" : " at least")
  }
}
