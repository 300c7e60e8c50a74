/// The GPX fields of a single point, except its position, elevation, time and sensor values.
///
/// For a path's point, `name` is nil unless the file contains a name for the point. The name,
/// comment, description, symbol and type of a place are in ``GeoPlace`` itself.
public struct GeoPointFields: Hashable, Sendable, Codable {
  public var name: String?
  /// The comment, GPX's `cmt`.
  public var comment: String?
  /// The description, GPX's `desc`.
  public var details: String?
  /// The source of the data, GPX's `src`.
  public var source: String?
  public var links: [GeoLink] = []
  /// The symbol's name, GPX's `sym`.
  public var symbol: String?
  public var type: String?
  /// The magnetic variation in degrees, GPX's `magvar`.
  public var magneticVariation: Double?
  /// The height of the geoid above the WGS 84 ellipsoid, in metres, GPX's `geoidheight`.
  public var geoidHeight: Double?
  /// The type of GPS fix: `none`, `2d`, `3d`, `dgps` or `pps`.
  public var fix: String?
  /// The number of satellites used for the position, GPX's `sat`.
  public var satellites: Int?
  /// The horizontal dilution of precision (HDOP).
  public var hdop: Double?
  /// The vertical dilution of precision (VDOP).
  public var vdop: Double?
  /// The three-dimensional dilution of precision (PDOP).
  public var pdop: Double?
  /// The age of the last differential GPS correction in seconds, GPX's `ageofdgpsdata`.
  public var ageOfDGPSData: Double?
  /// The ID of the differential GPS station, 0…1023, GPX's `dgpsid`.
  public var dgpsID: Int?

  public init() {}

  public var isEmpty: Bool { self == GeoPointFields() }
}
