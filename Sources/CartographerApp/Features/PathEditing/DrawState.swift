import Geodesy

/// The points of a path that the user draws with the crosshair.
package struct DrawState: Sendable, Equatable {
  package private(set) var points: [Coordinate]

  package init(points: [Coordinate] = []) { self.points = points }

  package var lengthMetres: Double {
    zip(points, points.dropFirst()).reduce(0) {
      $0 + Geodesic.distanceMetres(from: $1.0, to: $1.1)
    }
  }

  /// Appends a point to the drawn path. Returns false if the point has the same position as the
  /// path's last point.
  mutating func append(_ point: Coordinate) -> Bool {
    guard points.last != point else { return false }
    points.append(point)
    return true
  }

  /// Removes and returns the last point. Returns nil if there are no points.
  mutating func removeLast() -> Coordinate? { points.popLast() }
}
