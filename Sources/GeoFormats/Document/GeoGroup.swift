import Foundation

/// A group of places and paths with its itinerary, as this program's own extensions describe it.
///
/// GPX has no groups; see `docs/formats/gpx.md`. The fields are as the file states them.
public struct GeoGroup: Hashable, Sendable, Codable {
  /// An item of the same file.
  public enum Reference: Hashable, Sendable, Codable {
    /// The number of the place among the file's, from 1.
    case place(Int)
    /// The number of the path among the file's routes and tracks, from 1.
    case path(Int)
  }

  /// An entry of the itinerary.
  public struct Entry: Hashable, Sendable, Codable {
    /// From 1.
    public var day: Int
    /// What the entry is about; nil for a title alone, or an item that is not in the file.
    public var item: Reference?
    /// The name of the item, or the title; nil for an item that the file gives no name.
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
  /// As `#RRGGBB`.
  public var colour: String?
  /// When the group was made.
  public var created: Date?
  /// The date of day 1, as `YYYY-MM-DD`.
  public var firstDay: String?
  /// The members; nil where the items name the group themselves.
  public var members: [Reference]?
  /// In order.
  public var entries: [Entry] = []

  public init(name: String) { self.name = name }
}
