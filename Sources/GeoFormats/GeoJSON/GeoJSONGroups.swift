import Foundation

/// The `groups` member of a feature collection, which describes the groups to which the file's
/// items belong.
///
/// Each feature names the groups to which its item belongs. The `groups` member contains the
/// groups' notes, colours and itineraries.
enum GeoJSONGroups {
  private struct GroupObject: Codable {
    var name: String
    var notes: String?
    var colour: String?
    var created: String?
    var firstDay: String?
    var members: [Item]?
    var entries: [Entry]?
  }

  private struct Item: Codable {
    var place: Int?
    var path: Int?

    init?(_ reference: GeoGroup.Reference?) {
      switch reference {
      case .place(let number): place = number
      case .path(let number): path = number
      case nil: return nil
      }
    }

    var reference: GeoGroup.Reference? {
      place.map { .place($0) } ?? path.map { .path($0) }
    }
  }

  private struct Entry: Codable {
    var day: Int
    var item: Item?
    var title: String?
    var note: String?
    var done: Bool?
  }

  static func encoded(_ groups: [GeoGroup], stripsTimes: Bool) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(
      try encoder.encode(
        groups.map { group in
          GroupObject(
            name: group.name, notes: group.notes, colour: group.colour,
            created: stripsTimes ? nil : group.created.map { $0.ISO8601Format() },
            firstDay: stripsTimes ? nil : group.firstDay,
            members: group.members?.compactMap { Item($0) },
            entries: group.entries.isEmpty
              ? nil
              : group.entries.map { entry in
                Entry(
                  day: entry.day, item: Item(entry.item), title: entry.title, note: entry.note,
                  done: entry.isDone ? true : nil)
              })
        }))
  }

  /// Returns the groups described by the member's JSON text. Returns nil if the text does not
  /// describe groups.
  static func decoded(_ text: String) -> [GeoGroup]? {
    guard let groups = try? JSONDecoder().decode([GroupObject].self, from: Data(text.utf8)) else {
      return nil
    }
    return groups.map { group in
      var result = GeoGroup(name: group.name)
      result.notes = group.notes
      result.colour = group.colour
      result.created = group.created.flatMap(GeoJSONTime.parse).map {
        Date(timeIntervalSinceReferenceDate: $0.value)
      }
      result.firstDay = group.firstDay
      result.members = group.members?.compactMap(\.reference)
      result.entries = (group.entries ?? []).map { entry in
        GeoGroup.Entry(
          day: entry.day, item: entry.item?.reference, title: entry.title, note: entry.note,
          isDone: entry.done ?? false)
      }
      return result
    }
  }
}
