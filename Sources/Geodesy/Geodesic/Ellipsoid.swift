/// The WGS 84 ellipsoid (NIMA TR8350.2, 3rd edition, 2000, table 3.1) and its derived constants.
enum Ellipsoid {
  /// The semi-major axis *a*, in metres.
  static let equatorialRadius = 6_378_137.0
  static let flattening = 1 / 298.257_223_563
  /// The semi-minor axis *b* = *a*(1 − *f*), in metres.
  static let polarRadius = equatorialRadius * (1 - flattening)
  /// The third flattening *n* = (*a* − *b*)/(*a* + *b*).
  static let thirdFlattening = flattening / (2 - flattening)
  /// The square of the eccentricity, *e*² = (*a*² − *b*²)/*a*².
  static let eccentricitySquared = flattening * (2 - flattening)
  /// The square of the second eccentricity, *e*′² = (*a*² − *b*²)/*b*².
  static let secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared)

  /// Returns the radius of curvature in the prime vertical, *N*, in metres.
  static func primeVerticalRadius(sinLatitude: Double) -> Double {
    equatorialRadius / (1 - eccentricitySquared * sinLatitude * sinLatitude).squareRoot()
  }
}
