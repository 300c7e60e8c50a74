import Foundation

/// The projection used by web maps (EPSG:3857), scaled to a unit square. The projection applies
/// spherical formulas to WGS 84 latitudes, so it is conformal only to within 0.7 %.
public enum WebMercator {
  /// The maximum latitude of the square world map, north or south, in degrees.
  public static let latitudeLimit = 85.051_128_779_806_59

  /// Projects a coordinate to the unit square. A latitude beyond ``latitudeLimit`` is moved to the
  /// edge of the square.
  public static func project(_ coordinate: Coordinate) -> WorldPoint {
    let latitude = min(max(coordinate.latitude, -latitudeLimit), latitudeLimit)
    let northing = atanh(sin(latitude * .pi / 180)) / (2 * .pi)
    return WorldPoint(x: coordinate.longitude / 360 + 0.5, y: min(max(0.5 - northing, 0), 1))
  }

  /// Projects a coordinate to the plane of the world map, which extends beyond the unit square.
  /// Latitudes beyond ``latitudeLimit`` lie above or below the square; only the last metre before a
  /// pole is clamped.
  public static func projectBeyondSquare(_ coordinate: Coordinate) -> WorldPoint {
    let latitude = min(max(coordinate.latitude, -89.999_99), 89.999_99)
    let northing = atanh(sin(latitude * .pi / 180)) / (2 * .pi)
    return WorldPoint(x: coordinate.longitude / 360 + 0.5, y: 0.5 - northing)
  }

  /// Returns the coordinate of a projected point. For a point west or east of the unit square, the
  /// longitude is beyond ±180°.
  public static func unproject(_ point: WorldPoint) -> Coordinate {
    let latitude = atan(sinh((0.5 - point.y) * 2 * .pi)) * 180 / .pi
    return Coordinate(latitude: latitude, longitude: (point.x - 0.5) * 360)
  }

  /// Returns the ground distance, in metres along the parallel, that corresponds to one unit of the
  /// projected square.
  ///
  /// Along the meridian, the ground distance per unit is up to 0.7 % shorter than along the
  /// parallel, with the largest difference at the equator.
  public static func metresPerUnit(atLatitude latitude: Double) -> Double {
    let clamped = min(max(latitude, -latitudeLimit), latitudeLimit) * .pi / 180
    return 2 * .pi * Ellipsoid.primeVerticalRadius(sinLatitude: sin(clamped)) * cos(clamped)
  }
}
