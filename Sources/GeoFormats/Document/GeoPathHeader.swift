/// What a file says of a route or a track as a whole.
public struct GeoPathHeader: Hashable, Sendable {
  /// Planned or recorded.
  public enum Kind: String, Hashable, Sendable, Codable {
    case route
    case track
  }

  public var kind: Kind
  public var name: String?
  public var comment: String?
  /// The description, GPX's `desc`.
  public var details: String?
  public var type: String?
  /// Where the data come from, GPX's `src`.
  public var source: String?
  public var links: [GeoLink] = []
  /// GPX's `number`.
  public var number: Int?
  /// What GPX has no element for.
  public var extras = GeoExtras()
  /// How many segments a track has, empty ones too; 1 for a route.
  public var segments = 0
  /// The place among the file's items, from 0, in the file's order; nil for one of no file.
  public var position: Int?
  /// Kept of the element; see ``GeoFileHeader``.
  public var kept: String?
  /// Kept of the segments, by their number; those that have nothing are not there.
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
