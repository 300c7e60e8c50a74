import Foundation

/// The projection of web maps (EPSG:3857) onto a unit square: WGS 84 latitudes put into the
/// formulas of the sphere, hence conformal to within 0.7 %.
public enum WebMercator {
  /// The latitude, in degrees, at which the map of the world is a square.
  public static let latitudeLimit = 85.051_128_779_806_59

  /// Latitudes beyond ``latitudeLimit`` land on the edge of the square.
  public static func project(_ coordinate: Coordinate) -> WorldPoint {
    let latitude = min(max(coordinate.latitude, -latitudeLimit), latitudeLimit)
    let northing = atanh(sin(latitude * .pi / 180)) / (2 * .pi)
    return WorldPoint(x: coordinate.longitude / 360 + 0.5, y: min(max(0.5 - northing, 0), 1))
  }

  /// The coordinate at a point; of a point beside the square, a longitude beyond ±180°.
  public static func unproject(_ point: WorldPoint) -> Coordinate {
    let latitude = atan(sinh((0.5 - point.y) * 2 * .pi)) * 180 / .pi
    return Coordinate(latitude: latitude, longitude: (point.x - 0.5) * 360)
  }

  /// Metres on the ground, measured along the parallel, for one unit of the square.
  ///
  /// Along the meridian it is up to 0.7 % less (at the equator).
  public static func metresPerUnit(atLatitude latitude: Double) -> Double {
    let clamped = min(max(latitude, -latitudeLimit), latitudeLimit) * .pi / 180
    return 2 * .pi * Ellipsoid.primeVerticalRadius(sinLatitude: sin(clamped)) * cos(clamped)
  }
}
