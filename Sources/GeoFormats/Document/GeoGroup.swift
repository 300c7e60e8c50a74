import Foundation

/// A group of places and paths with its itinerary, as described by Cartographer's GPX extensions.
///
/// GPX itself has no groups. See `docs/formats/gpx.md`. The values are read from the file and are
/// not validated.
public struct GeoGroup: Hashable, Sendable, Codable {
  /// A reference to a place or path in the same file.
  public enum Reference: Hashable, Sendable, Codable {
    /// A place, given by its number among the file's places, counted from 1.
    case place(Int)
    /// A path, given by its number among the file's routes and tracks, counted from 1.
    case path(Int)
  }

  /// A stop in a group's itinerary: a place, a path or only a title, on a given day.
  public struct Entry: Hashable, Sendable, Codable {
    /// The stop's day in the itinerary, counted from 1.
    public var day: Int
    /// The stop's place or path. Nil if the stop is only a title, or if its place or path is not in
    /// the file.
    public var item: Reference?
    /// The name of the stop's item or, for a stop without an item, the stop's title. Nil if the
    /// item has no name in the file.
    public var title: String?
    public var note: String?
    public var isDone: Bool

    public init(
      day: Int, item: Reference? = nil, title: String? = nil, note: String? = nil,
      isDone: Bool = false
    ) {
      self.day = day
      self.item = item
      self.title = title
      self.note = note
      self.isDone = isDone
    }
  }

  public var name: String
  public var notes: String?
  /// The group's colour, as `#RRGGBB`.
  public var colour: String?
  /// The time when the group was created.
  public var created: Date?
  /// The date of the itinerary's first day, as `YYYY-MM-DD`.
  public var firstDay: String?
  /// The group's items. Nil if the file instead lists the groups in each item's extensions.
  public var members: [Reference]?
  /// The stops of the group's itinerary, in order.
  public var entries: [Entry] = []

  public init(name: String) { self.name = name }

  /// Whether the group has any details besides its name and members.
  var hasDetails: Bool {
    notes != nil || colour != nil || firstDay != nil || !entries.isEmpty
  }
}
