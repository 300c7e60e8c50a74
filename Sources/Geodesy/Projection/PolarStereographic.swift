import Foundation

/// The polar stereographic UPS projection. Source: Snyder, “Map projections: a working manual”,
/// USGS Professional Paper 1395 (1987), equations (21-33) to (21-36). The conformal latitude is
/// computed as in Karney (2011).
struct PolarStereographic: Sendable {
  /// The scale at the pole.
  static let scale = 0.994

  let isNorthern: Bool

  /// Returns a position's distances east and north of the pole, in metres.
  func project(_ position: Coordinate) -> (east: Double, north: Double) {
    let (sinPhi, cosPhi) = sineAndCosine(degrees: abs(position.latitude))
    let tau = Spheroid.wgs84.conformalTangent(sinPhi / max(cosPhi, 1e-100))
    let distance = Self.unit / (tau + hypot(1, tau))
    let (sinLambda, cosLambda) = sineAndCosine(degrees: position.longitude)
    return (distance * sinLambda, (isNorthern ? -distance : distance) * cosLambda)
  }

  /// Returns the position at the given distances east and north of the pole, in metres.
  func position(east: Double, north: Double) -> Coordinate {
    let ratio = hypot(east, north) / Self.unit
    let tau = ratio > 0 ? Spheroid.wgs84.geographicTangent((1 / ratio - ratio) / 2) : .infinity
    let latitude = atan(tau) * 180 / .pi
    let longitude = atan2(east, isNorthern ? -north : north) * 180 / .pi
    return Coordinate(
      latitude: isNorthern ? latitude : -latitude, longitude: ratio > 0 ? longitude : 0)
  }

  /// The projection's unit of length, 2*ak*₀/√((1+*e*)^(1+*e*) (1−*e*)^(1−*e*)), in metres.
  private static let unit: Double = {
    let e = Spheroid.wgs84.eccentricity
    return 2 * Spheroid.wgs84.equatorialRadius * scale
      / (pow(1 + e, 1 + e) * pow(1 - e, 1 - e)).squareRoot()
  }()
}
