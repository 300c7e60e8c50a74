/// What is known of a place or path that GPX has no element for: what programs write of it in
/// extensions, and what is noted of it here.
///
/// Of files it is read from the kept text, where it goes on standing; see `docs/formats/gpx.md`.
public struct GeoExtras: Hashable, Sendable {
  /// As `#RRGGBB`, in capital letters.
  public var colour: String?
  /// The name of a path's symbol. That of a place is ``GeoPlace/symbol``.
  public var symbol: String?
  public var notes: String?
  /// The names of the groups that the item is in.
  public var groups: [String] = []

  public init() {}

  public var isEmpty: Bool { self == GeoExtras() }
}
