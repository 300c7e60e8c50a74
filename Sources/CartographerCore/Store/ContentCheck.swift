import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// Looks for rows that SQLite finds sound and that make no sense.
struct ContentCheck {
  private let context: ModelContext

  init(_ container: ModelContainer) { context = ModelContext(container) }

  func findings() throws -> [StoreCheck.Finding] { try points() + paths() + itineraries() }

  /// Paths with two points in one place of their order. A path without points is one that is still
  /// to be drawn, or came so from its file.
  private func paths() throws -> [StoreCheck.Finding] {
    var findings: [StoreCheck.Finding] = []
    var ids: [ItemID] = []
    try context.forEachChunk(of: Path.self, [.key]) { chunk in
      ids += chunk.integers(0).map { ItemID(.path, $0) }
    }
    for id in ids {
      let indexes = try indexes(of: id)
      if let twice = zip(indexes, indexes.dropFirst()).first(where: { $0 == $1 }) {
        findings.append(
          StoreCheck.Finding(
            code: "path.orderDuplicated", item: "\(id)",
            message: "two points of the path have the order key \(twice.0)", repairable: true))
      }
    }
    return findings
  }

  /// Entries of itineraries that no group has, and days out of order.
  private func itineraries() throws -> [StoreCheck.Finding] {
    var findings: [StoreCheck.Finding] = []
    var days: [Int64: Int64] = [:]
    var isOutOfOrder: Set<Int64> = []
    try context.forEachChunk(
      of: ItineraryEntry.self, [.key, .reference(\.group), .integer(\.day)],
      sortBy: [SortDescriptor(\.index)]
    ) { chunk in
      for row in 0..<chunk.count {
        let (group, day) = (chunk.integers(1)[row], chunk.integers(2)[row])
        if group == 0 {
          findings.append(
            StoreCheck.Finding(
              code: "itinerary.orphaned", item: nil,
              message: "entry \(EntryID(chunk.integers(0)[row])) belongs to no group",
              repairable: true))
        } else if day < days[group] ?? 1 {
          isOutOfOrder.insert(group)
        }
        days[group] = day
      }
    }
    for group in isOutOfOrder.sorted() {
      findings.append(
        StoreCheck.Finding(
          code: "itinerary.daysOutOfOrder", item: "\(ItemID(.group, group))",
          message: "the days of its itinerary run backward", repairable: true))
    }
    return findings
  }

  /// The order keys of a path's points, ascending.
  private func indexes(of id: ItemID) throws -> [Int64] {
    let path = context.identifier(id)
    var indexes: [Int64] = []
    try context.forEachChunk(
      of: Waypoint.self, [.integer(\.index)],
      where: #Predicate { $0.path?.persistentModelID == path }
    ) { indexes += $0.integers(0) }
    return indexes.sorted()
  }

  /// Points at impossible positions, and points that belong to nothing.
  private func points() throws -> [StoreCheck.Finding] {
    var places: [Int64: ItemID] = [:]
    try context.forEachChunk(of: Location.self, [.key, .reference(\.waypoint)]) { chunk in
      for (key, waypoint) in zip(chunk.integers(0), chunk.integers(1)) {
        places[waypoint] = ItemID(.location, key)
      }
    }
    var findings: [StoreCheck.Finding] = []
    try context.forEachChunk(
      of: Waypoint.self,
      [.key, .reference(\.path), .double(\.latitude), .double(\.longitude)]
    ) { chunk in
      let (keys, paths) = (chunk.integers(0), chunk.integers(1))
      let (latitudes, longitudes) = (chunk.doubles(2), chunk.doubles(3))
      for row in 0..<chunk.count {
        let owner = paths[row] == 0 ? places[keys[row]] : ItemID(.path, paths[row])
        if owner == nil {
          findings.append(
            StoreCheck.Finding(
              code: "waypoint.orphaned", item: nil,
              message: "point \(keys[row]) belongs to no place and no path", repairable: true))
        }
        let coordinate = Coordinate(latitude: latitudes[row], longitude: longitudes[row])
        if !coordinate.isValid {
          findings.append(
            StoreCheck.Finding(
              code: "waypoint.outOfRange", item: owner?.description,
              message: "point \(keys[row]) is at \(coordinate.latitude), \(coordinate.longitude)",
              repairable: false))
        }
      }
    }
    return findings
  }
}
