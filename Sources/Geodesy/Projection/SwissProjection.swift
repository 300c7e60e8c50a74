import Foundation

/// The Swiss oblique conformal cylindrical projection of CH1903+ (LV95), computed with the rigorous
/// formulas.
///
/// Source: swisstopo, “Formulas and constants for the calculation of the Swiss conformal
/// cylindrical projection and for the transformation between coordinate systems” (2016), sections 1
/// and 3. The formulas are exact, but converted positions differ from surveyed positions by up to
/// about 1 m, because the Eurasian plate, to which CH1903+ is fixed, moves relative to WGS 84.
package enum SwissProjection {
  private static let spheroid = Spheroid.bessel1841
  /// The transformation from CH1903+ to WGS 84. Source: swisstopo (2016), section 2.2.
  private static let datum = HelmertTransform(
    spheroid: spheroid, shift: EarthVector(674.374, 15.056, 405.346))
  /// The latitude and longitude of the old observatory in Bern, in degrees.
  private static let bern = Coordinate(
    latitude: 46 + 57 / 60.0 + 8.66 / 3600, longitude: 7 + 26 / 60.0 + 22.5 / 3600)

  // The constants of section 3.1: R, α, b₀ and K.
  private static let radius: Double = {
    let sine = sin(bern.latitude * .pi / 180)
    let square = spheroid.eccentricitySquared
    return spheroid.equatorialRadius * (1 - square).squareRoot() / (1 - square * sine * sine)
  }()
  private static let alpha: Double = {
    let cosine = cos(bern.latitude * .pi / 180)
    let square = spheroid.eccentricitySquared
    return (1 + square / (1 - square) * pow(cosine, 4)).squareRoot()
  }()
  private static let originLatitude = asin(sin(bern.latitude * .pi / 180) / alpha)
  private static let constant =
    asinh(tan(originLatitude)) - alpha * isometricLatitude(bern.latitude)

  /// Returns the LV95 easting and northing of a WGS 84 position, in metres.
  package static func project(_ position: Coordinate) -> (easting: Double, northing: Double) {
    let local = datum.fromWGS84(position)
    // Section 3.2: the ellipsoid to the sphere, to the oblique sphere, to the plane.
    let latitude = atan(sinh(alpha * isometricLatitude(local.latitude) + constant))
    let longitude = alpha * (local.longitude - bern.longitude) * .pi / 180
    let (sinB, cosB) = (sin(originLatitude), cos(originLatitude))
    let obliqueLongitude = atan2(
      sin(longitude), sinB * tan(latitude) + cosB * cos(longitude))
    let sine = cosB * sin(latitude) - sinB * cos(latitude) * cos(longitude)
    return (
      radius * obliqueLongitude + 2_600_000, radius * atanh(sine) + 1_200_000
    )
  }

  /// Returns the WGS 84 position with the given LV95 easting and northing.
  package static func position(easting: Double, northing: Double) -> Coordinate {
    // Section 3.3: the plane to the oblique sphere, to the sphere, to the ellipsoid.
    let obliqueLongitude = (easting - 2_600_000) / radius
    let obliqueLatitude = atan(sinh((northing - 1_200_000) / radius))
    let (sinB, cosB) = (sin(originLatitude), cos(originLatitude))
    let sine =
      cosB * sin(obliqueLatitude) + sinB * cos(obliqueLatitude) * cos(obliqueLongitude)
    let longitude = atan2(
      sin(obliqueLongitude), cosB * cos(obliqueLongitude) - sinB * tan(obliqueLatitude))
    let isometric = (atanh(sine) - constant) / alpha
    return datum.toWGS84(
      Coordinate(
        latitude: atan(spheroid.geographicTangent(sinh(isometric))) * 180 / .pi,
        longitude: bern.longitude + longitude / alpha * 180 / .pi))
  }

  /// Returns the isometric latitude: ln tan(π/4 + φ/2) − *e*/2 ln((1 + *e* sin φ)/(1 − *e* sin φ)),
  /// which equals asinh τ′.
  private static func isometricLatitude(_ degrees: Double) -> Double {
    asinh(spheroid.conformalTangent(tan(degrees * .pi / 180)))
  }
}
