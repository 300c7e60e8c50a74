import Foundation
import Geodesy

/// A place as a file gives it: GPX's `wpt`.
public struct GeoPlace: Hashable, Sendable {
  public var coordinate: Coordinate
  /// Metres above the file's vertical datum, in GPX mean sea level.
  public var elevation: Double?
  public var time: Date?
  public var name: String?
  public var comment: String?
  /// The description, GPX's `desc`.
  public var details: String?
  /// The symbol's name, GPX's `sym`; where a file has none, what another program's element says.
  public var symbol: String?
  public var type: String?
  /// What else GPX says of the point. Its name, comment, details, symbol and type are the place's
  /// own and not repeated here.
  public var fields = GeoPointFields()
  /// What was measured there.
  public var sensors: [GeoSensor: Double] = [:]
  /// What GPX has no element for.
  public var extras = GeoExtras()
  /// How the numbers and the time were written.
  public var format = GeoPointFormat()
  /// The place among the file's items, from 0, in the file's order; nil for one of no file.
  public var position: Int?
  /// Kept of the element; see ``GeoFileHeader``.
  public var kept: String?

  public init(
    coordinate: Coordinate, elevation: Double? = nil, time: Date? = nil, name: String? = nil,
    comment: String? = nil, details: String? = nil, symbol: String? = nil, type: String? = nil
  ) {
    self.coordinate = coordinate
    self.elevation = elevation
    self.time = time
    self.name = name
    self.comment = comment
    self.details = details
    self.symbol = symbol
    self.type = type
  }
}
