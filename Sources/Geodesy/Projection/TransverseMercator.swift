import Foundation

/// The transverse Mercator projection, computed with Krüger's series to the sixth order in the
/// third flattening *n*.
///
/// Source: Karney, “Transverse Mercator with an accuracy of a few nanometers”, Journal of Geodesy
/// 85 (2011) 475–485, doi 10.1007/s00190-011-0445-3. Equation numbers below refer to this paper.
/// Within 3 900 km of the central meridian, the error is below 5 nm.
struct TransverseMercator: Sendable {
  private let spheroid: Spheroid
  private let centralMeridian: Double
  /// The radius of the rectifying sphere, multiplied by the scale on the central meridian, in
  /// metres.
  private let radius: Double
  private let forward: [Double]
  private let backward: [Double]

  /// Creates a projection whose origin is on the equator.
  ///
  /// - Parameters:
  ///   - centralMeridian: The longitude of the central meridian in degrees.
  ///   - scale: The scale on the central meridian.
  init(_ spheroid: Spheroid, centralMeridian: Double, scale: Double) {
    self.spheroid = spheroid
    self.centralMeridian = centralMeridian
    let n = spheroid.thirdFlattening
    let square = n * n
    let rectifying =
      spheroid.equatorialRadius / (1 + n)
      * (1 + square * (1 / 4.0 + square * (1 / 64.0 + square / 256)))  // (14)
    radius = rectifying * scale
    forward = Self.forwardTerms.map { Self.polynomial($0, n) }
    backward = Self.backwardTerms.map { Self.polynomial($0, n) }
  }

  /// Returns a position's distances from the central meridian (eastward) and from the equator
  /// (northward), in metres.
  func project(_ position: Coordinate) -> (east: Double, north: Double) {
    let lambda = (position.longitude - centralMeridian).remainder(dividingBy: 360)
    let (sinLambda, cosLambda) = sineAndCosine(degrees: lambda)
    let (sinPhi, cosPhi) = sineAndCosine(degrees: position.latitude)
    let tau = spheroid.conformalTangent(sinPhi / max(abs(cosPhi), 1e-100))
    let xi = atan2(tau, cosLambda)  // (10)
    let eta = asinh(sinLambda / max(hypot(tau, cosLambda), 1e-100))
    var (north, east) = (xi, eta)
    for (index, alpha) in forward.enumerated() {  // (11)
      let order = Double(2 * (index + 1))
      north += alpha * sin(order * xi) * cosh(order * eta)
      east += alpha * cos(order * xi) * sinh(order * eta)
    }
    return (radius * east, radius * north)
  }

  /// Returns the position at the given distances from the central meridian (eastward) and from the
  /// equator (northward), in metres.
  func position(east: Double, north: Double) -> Coordinate {
    let (xi, eta) = (north / radius, east / radius)
    var (xiPrime, etaPrime) = (xi, eta)
    for (index, beta) in backward.enumerated() {  // (15)
      let order = Double(2 * (index + 1))
      xiPrime -= beta * sin(order * xi) * cosh(order * eta)
      etaPrime -= beta * cos(order * xi) * sinh(order * eta)
    }
    let (sinhEta, cosXi) = (sinh(etaPrime), cos(xiPrime))
    let tau = spheroid.geographicTangent(sin(xiPrime) / max(hypot(sinhEta, cosXi), 1e-100))  // (18)
    return Coordinate(
      latitude: atan(tau) * 180 / .pi,
      longitude: wrappedLongitude(centralMeridian + atan2(sinhEta, cosXi) * 180 / .pi))
  }

  /// The coefficients of *n*, *n*², … *n*⁶ in the series for α₁ … α₆. Source: Karney (2011),
  /// equation (35).
  private static let forwardTerms: [[Double]] = [
    [1 / 2.0, -2 / 3.0, 5 / 16.0, 41 / 180.0, -127 / 288.0, 7891 / 37_800.0],
    [0, 13 / 48.0, -3 / 5.0, 557 / 1440.0, 281 / 630.0, -1_983_433 / 1_935_360.0],
    [0, 0, 61 / 240.0, -103 / 140.0, 15_061 / 26_880.0, 167_603 / 181_440.0],
    [0, 0, 0, 49_561 / 161_280.0, -179 / 168.0, 6_601_661 / 7_257_600.0],
    [0, 0, 0, 0, 34_729 / 80_640.0, -3_418_889 / 1_995_840.0],
    [0, 0, 0, 0, 0, 212_378_941 / 319_334_400.0],
  ]

  /// The coefficients of *n*, *n*², … *n*⁶ in the series for β₁ … β₆. Source: Karney (2011),
  /// equation (36).
  private static let backwardTerms: [[Double]] = [
    [1 / 2.0, -2 / 3.0, 37 / 96.0, -1 / 360.0, -81 / 512.0, 96_199 / 604_800.0],
    [0, 1 / 48.0, 1 / 15.0, -437 / 1440.0, 46 / 105.0, -1_118_711 / 3_870_720.0],
    [0, 0, 17 / 480.0, -37 / 840.0, -209 / 4480.0, 5569 / 90_720.0],
    [0, 0, 0, 4397 / 161_280.0, -11 / 504.0, -830_251 / 7_257_600.0],
    [0, 0, 0, 0, 4583 / 161_280.0, -108_847 / 3_991_680.0],
    [0, 0, 0, 0, 0, 20_648_693 / 638_668_800.0],
  ]

  /// Returns the value of a polynomial without a constant term.
  private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    coefficients.reversed().reduce(0) { ($0 + $1) * x }
  }
}

/// Returns a longitude normalised to −180…180.
func wrappedLongitude(_ degrees: Double) -> Double {
  abs(degrees) <= 180 ? degrees : degrees.remainder(dividingBy: 360)
}
