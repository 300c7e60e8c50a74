import Foundation
import Geodesy

/// What a written file says of itself.
public struct GeoMetadata: Sendable {
  public var name: String?
  public var time: Date?
  public var bounds: GeoBounds?

  public init(name: String? = nil, time: Date? = nil, bounds: GeoBounds? = nil) {
    self.name = name
    self.time = time
    self.bounds = bounds
  }

  var isEmpty: Bool { name == nil && time == nil && bounds == nil }
}
