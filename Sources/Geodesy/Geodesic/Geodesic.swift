import Foundation

/// Computations with geodesics, the shortest lines on the WGS 84 ellipsoid, in metres and degrees.
///
/// Distances are accurate to within micrometres for any two coordinates, including antipodal
/// coordinates. Invalid coordinates give meaningless results but never cause a runtime error.
public enum Geodesic {
  /// Returns the length of the shortest line between two coordinates, in metres.
  ///
  /// If the latitudes and the longitudes differ by at most ``neighbourDegrees``, the faster
  /// mid-latitude formula is used. Its relative error is below 10⁻⁸.
  public static func distanceMetres(from start: Coordinate, to end: Coordinate) -> Double {
    distanceMetres(
      latitude: start.latitude, longitude: start.longitude, toLatitude: end.latitude,
      longitude: end.longitude)
  }

  /// Returns the length of the shortest line between two positions, in metres. The latitudes and
  /// longitudes are passed as separate numbers.
  public static func distanceMetres(
    latitude: Double, longitude: Double, toLatitude: Double, longitude toLongitude: Double
  ) -> Double {
    let north = toLatitude - latitude
    let east = toLongitude - longitude
    guard abs(north) <= neighbourDegrees, abs(east) <= neighbourDegrees else {
      return inverse(
        from: Coordinate(latitude: latitude, longitude: longitude),
        to: Coordinate(latitude: toLatitude, longitude: toLongitude)
      ).distanceMetres
    }
    return neighbourMetres(meanLatitude: latitude + north / 2, north: north, east: east)
  }

  /// The maximum difference in latitude and in longitude, in degrees, for which the mid-latitude
  /// formula is used.
  public static let neighbourDegrees = 0.02

  /// Computes the distance in metres with Gauss's mid-latitude formula, to first order.
  ///
  /// The distance is the hypotenuse of a right triangle with one side along the meridian and one
  /// along the parallel. The lengths of both sides are computed with the radii of curvature at the
  /// mean latitude. The error grows with the square of a side's length; tests compare the results
  /// with ``inverse(from:to:)``.
  static func neighbourMetres(
    meanLatitude: Double, north: Double, east: Double
  ) -> Double {
    let radian = Double.pi / 180
    let sine = sin(meanLatitude * radian)
    let squared = 1 - Ellipsoid.eccentricitySquared * sine * sine
    let across = Ellipsoid.equatorialRadius / squared.squareRoot()
    let along = across * (1 - Ellipsoid.eccentricitySquared) / squared
    let northMetres = along * north * radian
    let eastRadians = across * east * radian
    let cosSquared = (1 - sine) * (1 + sine)
    return (northMetres * northMetres + eastRadians * eastRadians * cosSquared).squareRoot()
  }
}
