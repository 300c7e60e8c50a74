import Foundation

/// A group of places and paths with its itinerary, as described by Cartographer's GPX extensions.
///
/// GPX itself has no groups; see `docs/formats/gpx.md`. The fields have the values of the file,
/// unchecked.
public struct GeoGroup: Hashable, Sendable, Codable {
  /// A reference to an item of the same file.
  public enum Reference: Hashable, Sendable, Codable {
    /// The number of a place among the file's places, from 1.
    case place(Int)
    /// The number of a path among the file's routes and tracks, from 1.
    case path(Int)
  }

  /// A stop of the itinerary.
  public struct Entry: Hashable, Sendable, Codable {
    /// The day of the itinerary, from 1.
    public var day: Int
    /// The stop's item; nil for a stop that is only a title or whose item is not in the file.
    public var item: Reference?
    /// The name of the item, or the stop's title; nil for an item without a name in the file.
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
  /// The colour, as `#RRGGBB`.
  public var colour: String?
  /// The time when the group was created.
  public var created: Date?
  /// The date of day 1, as `YYYY-MM-DD`.
  public var firstDay: String?
  /// The members; nil if the items name the group in their own extensions.
  public var members: [Reference]?
  /// The stops, in order.
  public var entries: [Entry] = []

  public init(name: String) { self.name = name }
}
