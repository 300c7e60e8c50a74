import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// A check for database rows that are valid in SQLite but inconsistent for this program.
struct ContentCheck {
  private let context: ModelContext

  init(_ container: ModelContainer) { context = ModelContext(container) }

  func findings() throws -> [StoreCheck.Finding] {
    try points() + paths() + itineraries() + LevelsCheck(context).findings()
  }

  /// Finds paths that contain two points with the same order key.
  ///
  /// A path without points is valid: either the path has not been drawn yet, or the imported file
  /// contained no points for it.
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
            message: "two points of the path have the same order key: \(twice.0)",
            repairable: true))
      }
    }
    return findings
  }

  /// Finds itinerary stops without a group, and itineraries whose days are out of order.
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
              message: "stop \(StopID(chunk.integers(0)[row])) does not belong to any group",
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
          message: "the days of the itinerary are not in ascending order", repairable: true))
    }
    return findings
  }

  /// Returns the order keys of a path's points, in ascending order.
  private func indexes(of id: ItemID) throws -> [Int64] {
    let path = context.identifier(id)
    var indexes: [Int64] = []
    try context.forEachChunk(
      of: Waypoint.self, [.integer(\.index)],
      where: #Predicate { $0.path?.persistentModelID == path }
    ) { indexes += $0.integers(0) }
    return indexes.sorted()
  }

  /// Finds points with positions outside the valid range, and points that belong to no place or
  /// path.
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
              message: "point \(keys[row]) does not belong to a place or path", repairable: true))
        }
        let coordinate = Coordinate(latitude: latitudes[row], longitude: longitudes[row])
        if !coordinate.isValid {
          findings.append(
            StoreCheck.Finding(
              code: "waypoint.outOfRange", item: owner?.description,
              message: """
                the position of point \(keys[row]) is out of range: \(coordinate.latitude), \
                \(coordinate.longitude)
                """,
              repairable: false))
        }
      }
    }
    return findings
  }
}
