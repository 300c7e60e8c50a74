import Foundation
import Geodesy

/// A place in a file, such as a GPX `wpt` element.
public struct GeoPlace: Hashable, Sendable {
  public var coordinate: Coordinate
  /// The elevation in metres above the file's vertical datum, which is mean sea level in GPX.
  public var elevation: Double?
  public var time: Date?
  public var name: String?
  public var comment: String?
  /// The description, GPX's `desc`.
  public var details: String?
  /// The name of the symbol: GPX's `sym` or, if it is absent, the value from another program's
  /// extension.
  public var symbol: String?
  public var type: String?
  /// The place's less common GPX fields, such as the number of satellites. The name, comment,
  /// details, symbol and type are properties of the place itself and are not repeated here.
  public var fields = GeoPointFields()
  /// The values measured by sensors at the place.
  public var sensors: [GeoSensor: Double] = [:]
  /// The place's values that have no GPX element, such as a colour.
  public var extras = GeoExtras()
  /// The notation in which the place's numbers and time are written in the file.
  public var format = GeoPointFormat()
  /// The place's index among the file's items, counted from 0. Nil if the place is not from a file.
  public var position: Int?
  /// The preserved markup of the place's element (see ``GeoFileHeader``).
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
