/// An ellipsoid of revolution on which a national grid is defined.
struct Spheroid: Sendable {
  /// The semi-major axis *a*, in metres.
  let equatorialRadius: Double
  let flattening: Double

  static let wgs84 = Spheroid(
    equatorialRadius: Ellipsoid.equatorialRadius, flattening: Ellipsoid.flattening)
  /// The ellipsoid of CH1903+. Source: swisstopo, “Formulas and constants for the calculation of
  /// the Swiss conformal cylindrical projection” (2016), section 1.1.
  static let bessel1841 = Spheroid(
    equatorialRadius: 6_377_397.155, flattening: 1 / 299.152_812_8)
  /// The ellipsoid of OSGB36, *a* = 6 377 563.396 m and *b* = 6 356 256.909 m. Source: Ordnance
  /// Survey, “A guide to coordinate systems in Great Britain” (2020), annex A.
  static let airy1830 = Spheroid(
    equatorialRadius: 6_377_563.396,
    flattening: (6_377_563.396 - 6_356_256.909) / 6_377_563.396)

  /// The semi-minor axis *b* = *a*(1 − *f*), in metres.
  var polarRadius: Double { equatorialRadius * (1 - flattening) }
  /// The third flattening *n* = (*a* − *b*)/(*a* + *b*).
  var thirdFlattening: Double { flattening / (2 - flattening) }
  /// The square of the eccentricity, *e*² = (*a*² − *b*²)/*a*².
  var eccentricitySquared: Double { flattening * (2 - flattening) }
  var eccentricity: Double { eccentricitySquared.squareRoot() }
}
