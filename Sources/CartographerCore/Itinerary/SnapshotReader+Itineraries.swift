import CartographerModel
import SwiftData

extension SnapshotReader {
  /// Reads the itineraries of a snapshot's groups.
  ///
  /// - Complexity: O(*n*), where *n* is the number of stops in the itineraries.
  func readItineraries(into snapshot: inout LibrarySnapshot) throws {
    if snapshot.groups.isEmpty { return }
    var stops: [ItemID: [(index: Int64, stop: StopSnapshot)]] = [:]
    try context.forEachChunk(
      of: ItineraryEntry.self,
      [
        .key, .integer(\.day), .text(\.title), .text(\.note), .text(\.state), .reference(\.group),
        .reference(\.location), .reference(\.path), .integer(\.index),
      ], rows: .leading(to: \ItineraryEntry.group, keys: snapshot.groups.map(\.id.key))
    ) { chunk in
      let (keys, days) = (chunk.integers(0), chunk.integers(1))
      let (titles, notes, states) = (chunk.texts(2), chunk.texts(3), chunk.texts(4))
      let (groups, places, paths) = (chunk.integers(5), chunk.integers(6), chunk.integers(7))
      let indexes = chunk.integers(8)
      for row in 0..<chunk.count {
        let stop = StopSnapshot(
          id: StopID(keys[row]), day: Int(days[row]),
          item: places[row] != 0
            ? ItemID(.location, places[row])
            : paths[row] != 0 ? ItemID(.path, paths[row]) : nil,
          title: titles[row], note: notes[row],
          state: StopState(rawValue: states[row]) ?? .planned)
        stops[ItemID(.group, groups[row]), default: []].append((indexes[row], stop))
      }
    }
    guard !stops.isEmpty else { return }
    let names = try context.names(of: stops.values.joined().compactMap(\.stop.item))
    for index in snapshot.groups.indices {
      guard let own = stops[snapshot.groups[index].id] else { continue }
      snapshot.groups[index].itinerary = own.sorted { $0.index < $1.index }.map(\.stop)
      for row in own.indices {
        guard let item = snapshot.groups[index].itinerary[row].item, let name = names[item]
        else { continue }
        snapshot.groups[index].itinerary[row].title = name
      }
    }
  }
}
