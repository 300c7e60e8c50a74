/// A position on the WGS 84 ellipsoid, in degrees, latitude first.
public struct Coordinate: Hashable, Sendable, Codable {
  /// The latitude in degrees north of the equator, −90…90.
  public var latitude: Double
  /// The longitude in degrees east of Greenwich, −180…180.
  public var longitude: Double

  /// Creates a coordinate without validating it. Check ``isValid`` if the values come from outside
  /// the program.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether the latitude is in −90…90 and the longitude in −180…180.
  public var isValid: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180
  }
}
