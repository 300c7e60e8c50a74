/// The fields of a route or track, without its points.
public struct GeoPathHeader: Hashable, Sendable {
  /// The kind of a path: a planned route or a recorded track.
  public enum Kind: String, Hashable, Sendable, Codable {
    case route
    case track
  }

  /// The type assigned to a path that was imported from a polygon without a type.
  package static let polygonType = "polygon"

  public var kind: Kind
  public var name: String?
  public var comment: String?
  /// The description, GPX's `desc`.
  public var details: String?
  public var type: String?
  /// The source of the data, GPX's `src`.
  public var source: String?
  public var links: [GeoLink] = []
  /// The number assigned to the route or track, GPX's `number`.
  public var number: Int?
  /// The path's values that have no GPX element, such as a colour.
  public var extras = GeoExtras()
  /// The number of segments in a track, including empty segments. The number is 1 for a route.
  public var segments = 0
  /// The path's index among the file's items, counted from 0. Nil if the path is not from a file.
  public var position: Int?
  /// The preserved markup of the path's element (see ``GeoFileHeader``).
  public var kept: String?
  /// The preserved markup of the segments, keyed by segment number. Segments without preserved
  /// markup have no entry.
  public var keptSegments: [Int: String] = [:]

  public init(
    kind: Kind, name: String? = nil, comment: String? = nil, details: String? = nil,
    type: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.comment = comment
    self.details = details
    self.type = type
  }
}
