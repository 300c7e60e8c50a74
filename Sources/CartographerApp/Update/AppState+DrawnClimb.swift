import CartographerCore
import CartographerPresentation
import Geodesy

/// What a path that is drawn climbs, after the terrain model of the settings.
package struct DrawnClimb: Sendable, Equatable {
  /// The points that were asked about.
  var points: [Coordinate]
  /// Of them, or of those before while they are looked up; nil where nothing is known.
  var climb: TerrainClimb?
}

extension AppState {
  /// Asks for the climb of the path being drawn, once for each state of it.
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

  /// `↑640 m  ↓120 m` of the path being drawn; nil without a terrain model.
  func climbWords(of drawing: DrawState) -> String? {
    guard settings.terrainFolder != nil, drawing.points.count > 1 else { return nil }
    guard let climb = drawnClimb?.climb else { return "no elevation" }
    let (up, down) = (climb.ascentMetres, climb.descentMetres)
    return "↑\(settings.units.elevation(metres: up))  ↓\(settings.units.elevation(metres: down))"
      + (climb.isWhole ? "" : " at least")
  }
}
