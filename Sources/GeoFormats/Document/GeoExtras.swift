/// The values of a place or path that have no GPX element: values from other programs' extensions,
/// and the user's notes and groups.
///
/// Values read from a file also remain in the preserved markup, the XML kept for an unchanged
/// export. See `docs/formats/gpx.md`.
public struct GeoExtras: Hashable, Sendable {
  /// The colour as `#RRGGBB`, in capital letters.
  public var colour: String?
  /// The name of a path's symbol. A place's symbol is in ``GeoPlace/symbol`` instead.
  public var symbol: String?
  public var notes: String?
  /// The names of the groups to which the place or path belongs.
  public var groups: [String] = []

  public init() {}

  public var isEmpty: Bool { self == GeoExtras() }
}
