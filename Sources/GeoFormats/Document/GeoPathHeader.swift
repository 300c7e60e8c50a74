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
