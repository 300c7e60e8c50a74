import Geodesy

/// The points set with the crosshair for a path being drawn or a line being measured.
package struct DrawState: Sendable, Equatable {
  package private(set) var points: [Coordinate]

  package init(points: [Coordinate] = []) { self.points = points }

  package var lengthMetres: Double {
    zip(points, points.dropFirst()).reduce(0) {
      $0 + Geodesic.distanceMetres(from: $1.0, to: $1.1)
    }
  }

  /// Appends a point. Returns false if the point has the same position as the last point.
  mutating func append(_ point: Coordinate) -> Bool {
    guard points.last != point else { return false }
    points.append(point)
    return true
  }

  /// Removes and returns the last point. Returns nil if there are no points.
  mutating func removeLast() -> Coordinate? { points.popLast() }
}
