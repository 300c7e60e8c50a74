import Foundation

/// A point in Earth-centred space, or the difference between two such points, in metres. The axes
/// point to 0° N 0° E, to 0° N 90° E and to the north pole.
typealias EarthVector = SIMD3<Double>

extension SIMD3<Double> {
  /// Creates the point on the ellipsoid's surface at a coordinate. Source: NIMA TR8350.2 (2000),
  /// section 4.
  init(surfaceAtLatitude latitude: Double, longitude: Double) {
    let normal = SIMD3(normalAtLatitude: latitude, longitude: longitude)
    let across = Ellipsoid.primeVerticalRadius(sinLatitude: normal.z)
    self = normal * across
    z *= 1 - Ellipsoid.eccentricitySquared
  }

  /// Creates the upward unit vector at a coordinate. Gade calls this vector the “n-vector” (“A
  /// non-singular horizontal position representation”, Journal of Navigation 63 (2010) 395–417,
  /// equation (1)).
  init(normalAtLatitude latitude: Double, longitude: Double) {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    let (sinPhi, cosPhi) = (sin(phi), cos(phi))
    self.init(cosPhi * cos(lambda), cosPhi * sin(lambda), sinPhi)
  }

  /// The coordinate at which this vector points straight up. The vector need not have unit length.
  /// Source: Gade (2010), equations (5) and (6).
  var coordinateOfNormal: Coordinate {
    Coordinate(
      latitude: atan2(z, hypot(x, y)) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
  }

  /// The upward direction at a point near the surface, as a vector that is not normalised.
  var upward: SIMD3<Double> {
    SIMD3(x, y, z / (1 - Ellipsoid.eccentricitySquared))
  }

  func dot(_ other: SIMD3<Double>) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  var lengthSquared: Double { dot(self) }
  var length: Double { dot(self).squareRoot() }
}
