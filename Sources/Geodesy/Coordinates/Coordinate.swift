/// A position on the WGS 84 ellipsoid, in degrees, latitude first.
public struct Coordinate: Hashable, Sendable, Codable {
  /// Degrees north of the equator, −90…90.
  public var latitude: Double
  /// Degrees east of Greenwich, −180…180.
  public var longitude: Double

  /// Takes any numbers: ask ``isValid`` about those from outside.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both are numbers inside −90…90 and −180…180.
  public var isValid: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180
  }
}
