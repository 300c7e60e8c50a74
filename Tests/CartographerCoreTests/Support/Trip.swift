import CartographerCore
import Foundation
import Geodesy

/// The content of a group without IDs, for comparison between libraries.
struct Trip: Equatable, CustomStringConvertible {
  struct Entry: Equatable {
    var day: Int
    /// The item; nil for a stop that has only a title.
    var item: String?
    var title: String
    var note: String
    var isDone: Bool
  }

  var name: String
  var notes: String
  var colour: String?
  var firstDay: String?
  var created: Date
  var members: [String]
  var entries: [Entry]

  var description: String {
    "\(name)|\(notes)|\(colour ?? "-")|\(firstDay ?? "-")|\(members)|"
      + entries.map { "\($0.day) \($0.item ?? "-") \($0.title) \($0.note) \($0.isDone)" }
      .joined(separator: "; ")
  }
}

extension Library {
  /// Returns the groups outside the trash, sorted by their content.
  ///
  /// - Parameter isExported: Whether to describe the groups as an export writes them: without items
  ///   in the trash, whose stops keep only their titles.
  func trips(asExported isExported: Bool = false) throws -> [Trip] {
    let snapshot = try snapshot()
    var keys: [ItemID: String] = [:]
    var members: [ItemID: [String]] = [:]
    for place in snapshot.places {
      if place.trashed != nil, isExported { continue }
      let key = "place \(place.name) \(place.coordinate.latitude)"
      keys[place.id] = key
      for group in place.groups { members[group, default: []].append(key) }
    }
    for path in snapshot.paths {
      if path.trashed != nil, isExported { continue }
      let key = "\(path.kind) \(path.name) \(path.pointCount ?? 0)"
      keys[path.id] = key
      for group in path.groups { members[group, default: []].append(key) }
    }
    return snapshot.groups.filter { $0.trashed == nil }.map { group in
      Trip(
        name: group.name, notes: group.notes, colour: group.colour, firstDay: group.firstDay,
        created: group.created,
        members: (members[group.id] ?? []).sorted(),
        entries: group.itinerary.map { entry in
          Trip.Entry(
            day: entry.day, item: entry.item.flatMap { keys[$0] }, title: entry.title,
            note: entry.note, isDone: entry.state == .done)
        })
    }.sorted { $0.description < $1.description }
  }
}
