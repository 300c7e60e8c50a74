/// What GPX can say of a single point besides position, elevation, time and what sensors measured.
///
/// A point of a path is called by `name` only where the file names it; the texts of a place are in
/// ``GeoPlace`` itself.
public struct GeoPointFields: Hashable, Sendable, Codable {
  public var name: String?
  /// GPX's `cmt`.
  public var comment: String?
  /// The description, GPX's `desc`.
  public var details: String?
  /// Where the data come from, GPX's `src`.
  public var source: String?
  public var links: [GeoLink] = []
  /// The symbol's name, GPX's `sym`.
  public var symbol: String?
  public var type: String?
  /// The magnetic variation, degrees, GPX's `magvar`.
  public var magneticVariation: Double?
  /// The height of the geoid above WGS 84's ellipsoid, metres.
  public var geoidHeight: Double?
  /// How the position was found: `none`, `2d`, `3d`, `dgps` or `pps`.
  public var fix: String?
  /// The number of satellites used, GPX's `sat`.
  public var satellites: Int?
  /// Dilution of precision: horizontal, vertical, of position.
  public var hdop: Double?
  public var vdop: Double?
  public var pdop: Double?
  /// Seconds since the last correction, GPX's `ageofdgpsdata`.
  public var ageOfDGPSData: Double?
  /// The number of the station that sent it, 0…1023, GPX's `dgpsid`.
  public var dgpsID: Int?

  public init() {}

  public var isEmpty: Bool { self == GeoPointFields() }
}
