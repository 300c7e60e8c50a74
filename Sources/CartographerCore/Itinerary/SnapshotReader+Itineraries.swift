import CartographerModel
import SwiftData

extension SnapshotReader {
  /// Gives each group of a snapshot its itinerary.
  ///
  /// - Complexity: O(entries), and O(items) where there is one.
  func readItineraries(into snapshot: inout LibrarySnapshot) throws {
    var entries: [ItemID: [EntrySnapshot]] = [:]
    try context.forEachChunk(
      of: ItineraryEntry.self,
      [
        .key, .integer(\.day), .text(\.title), .text(\.note), .text(\.state), .reference(\.group),
        .reference(\.location), .reference(\.path),
      ], sortBy: [SortDescriptor(\.index)]
    ) { chunk in
      let (keys, days) = (chunk.integers(0), chunk.integers(1))
      let (titles, notes, states) = (chunk.texts(2), chunk.texts(3), chunk.texts(4))
      let (groups, places, paths) = (chunk.integers(5), chunk.integers(6), chunk.integers(7))
      for row in 0..<chunk.count {
        entries[ItemID(.group, groups[row]), default: []].append(
          EntrySnapshot(
            id: EntryID(keys[row]), day: Int(days[row]),
            item: places[row] != 0
              ? ItemID(.location, places[row])
              : paths[row] != 0 ? ItemID(.path, paths[row]) : nil,
            title: titles[row], note: notes[row],
            state: EntryState(rawValue: states[row]) ?? .planned))
      }
    }
    guard !entries.isEmpty else { return }
    let names = names(of: Set(entries.values.joined().compactMap(\.item)), in: snapshot)
    for index in snapshot.groups.indices {
      guard var own = entries[snapshot.groups[index].id] else { continue }
      for row in own.indices {
        guard let name = own[row].item.flatMap({ names[$0] }) else { continue }
        own[row].title = name
      }
      snapshot.groups[index].itinerary = own
    }
  }

  private func names(
    of wanted: Set<ItemID>, in snapshot: LibrarySnapshot
  ) -> [ItemID: String] {
    var names: [ItemID: String] = [:]
    for place in snapshot.places where wanted.contains(place.id) { names[place.id] = place.name }
    for path in snapshot.paths where wanted.contains(path.id) { names[path.id] = path.name }
    return names
  }
}
