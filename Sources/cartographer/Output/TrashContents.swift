import CartographerCore
import Foundation

/// The items in the trash, oldest first.
struct TrashContents {
  struct Entry {
    let id: ItemID
    /// The kind of the item in JSON: `location`, `route`, `track` or `group`.
    let kind: String
    let name: String
    let isNameMadeUp: Bool
    /// The item's title: its name as displayed to the user.
    let title: String
    let time: Date

    /// The kind of the item in text output.
    var word: String { kind == "location" ? "place" : kind }
  }

  let entries: [Entry]
  private let snapshot: LibrarySnapshot
  private let ids: Set<ItemID>
  private let idsByName: [String: [ItemID]]

  init(_ snapshot: LibrarySnapshot) {
    self.snapshot = snapshot
    let places = snapshot.places.compactMap { place in
      place.trashed.map {
        Entry(
          id: place.id, kind: "location", name: place.name, isNameMadeUp: place.isNameMadeUp,
          title: place.title, time: $0)
      }
    }
    let paths = snapshot.paths.compactMap { path in
      path.trashed.map {
        Entry(
          id: path.id, kind: path.kind.rawValue, name: path.name, isNameMadeUp: path.isNameMadeUp,
          title: path.title, time: $0)
      }
    }
    let groups = snapshot.groups.compactMap { group in
      group.trashed.map {
        Entry(
          id: group.id, kind: "group", name: group.name, isNameMadeUp: false, title: group.name,
          time: $0)
      }
    }
    entries = (places + paths + groups).sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    ids = Set(entries.map(\.id))
    idsByName = Dictionary(grouping: entries, by: \.name).mapValues { $0.map(\.id) }
  }

  /// Returns the items in the trash that were members of a group.
  func members(of group: ItemID) -> [ItemID] {
    snapshot.places.filter { ids.contains($0.id) && $0.groups.contains(group) }.map(\.id)
      + snapshot.paths.filter { ids.contains($0.id) && $0.groups.contains(group) }.map(\.id)
  }

  /// Finds an item in the trash by its ID, or by a name that is unique in the trash.
  ///
  /// - Throws: ``LibraryError`` for an ambiguous or unknown name.
  func find(_ word: String) throws -> ItemID {
    if let id = ItemID(word), ids.contains(id) { return id }
    let named = idsByName[word] ?? []
    if named.count > 1 {
      throw LibraryError(
        .ambiguous,
        "Several items in the trash are named '\(word)': "
          + "\(named.map(\.description).joined(separator: ", ")).",
        remedy: "Use an ID.", ids: named)
    }
    guard let id = named.first else {
      throw LibraryError(
        .notFound, "The trash has no item '\(word)'.",
        remedy: "See: cartographer trash list", ids: [ItemID(word)].compactMap(\.self))
    }
    return id
  }
}
