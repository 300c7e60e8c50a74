import Geodesy

extension Waypoint {
  package var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  /// The difference between the order keys of neighbouring points in an imported path. The gap
  /// leaves room to insert points without renumbering.
  package static let indexStep = 1_024
}
