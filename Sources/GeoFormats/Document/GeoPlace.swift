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
  /// The symbol's name, GPX's `sym`.
  public var symbol: String?
  public var type: String?

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
