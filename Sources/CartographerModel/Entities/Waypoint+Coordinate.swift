import Geodesy

extension Waypoint {
  package var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  /// The difference of the order keys of neighbouring points in an imported path, so that points
  /// can be inserted without renumbering.
  package static let indexStep = 1_024
}
