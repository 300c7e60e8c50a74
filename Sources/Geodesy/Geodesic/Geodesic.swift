import Foundation

/// Shortest lines on the WGS 84 ellipsoid: metres and degrees.
///
/// Right to within micrometres for any two coordinates, opposite ones too. Coordinates that are
/// not valid give meaningless results, never a trap.
public enum Geodesic {
  /// The length of the shortest line, in metres.
  ///
  /// Quick for neighbours: up to ``neighbourDegrees`` apart it takes the formula of the mean
  /// latitude, which is right there to a hundred-millionth.
  public static func distanceMetres(from start: Coordinate, to end: Coordinate) -> Double {
    distanceMetres(
      latitude: start.latitude, longitude: start.longitude, toLatitude: end.latitude,
      longitude: end.longitude)
  }

  /// As ``distanceMetres(from:to:)``, for columns of numbers.
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

  /// How many degrees of latitude and of longitude neighbours are apart at most.
  public static let neighbourDegrees = 0.02

  /// Gauss's formula of the mean latitude, to its first order.
  ///
  /// The hypotenuse of the steps along the meridian and the parallel, each with the radius of
  /// curvature at the mean latitude. What it leaves out grows with the square of the step; the
  /// tests hold it against ``inverse(from:to:)``.
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
