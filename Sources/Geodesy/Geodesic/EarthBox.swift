/// The smallest box in space around points of a way, for telling that the whole way is far from a
/// position without measuring it.
package struct EarthBox: Sendable {
  /// The smallest radius of curvature of the ellipsoid, rounded down, in metres.
  private static let leastRadius = 6_335_000.0

  private var low = EarthVector(repeating: .infinity)
  private var high = EarthVector(repeating: -.infinity)

  package init() {}

  package mutating func include(latitude: Double, longitude: Double) {
    let point = EarthVector(surfaceAtLatitude: latitude, longitude: longitude)
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }

  /// A lower bound of the geodesic distance from a position to any place of the way, in metres.
  ///
  /// No way over the ground is shorter than the straight one. A geodesic between two points of the
  /// box rises above their chord by less than the square of half its length over the radius.
  package func leastMetres(from position: Coordinate) -> Double {
    let origin = EarthVector(
      surfaceAtLatitude: position.latitude, longitude: position.longitude)
    let radius = (high - low).length / 2
    let rise = min(2 * radius * radius / Self.leastRadius, 2 * Self.leastRadius)
    return max(((low + high) / 2 - origin).length - radius - rise - Geodesic.roundingMetres, 0)
  }
}

extension Geodesic {
  /// More than the rounding of positions in space.
  fileprivate static let roundingMetres = 1e-6

  /// The straight distances from a position to others, in metres: lower bounds of the geodesic ones.
  package static func straightMetres(
    from position: Coordinate, toLatitudes latitudes: [Double], longitudes: [Double]
  ) -> [Double] {
    let origin = EarthVector(
      surfaceAtLatitude: position.latitude, longitude: position.longitude)
    return zip(latitudes, longitudes).map {
      max((EarthVector(surfaceAtLatitude: $0, longitude: $1) - origin).length - roundingMetres, 0)
    }
  }
}
