import CartographerModel
import Foundation
import Geodesy
import SwiftData

// Reads the items of a snapshot, each kind in the order of its keys.
extension SnapshotReader {
  func places() throws -> [PlaceSnapshot] {
    if scope.places == .none { return [] }
    let groups = try memberships(\Location.groups, of: scope.places)
    var positions = KeyedValues(try positions())
    var places: [PlaceSnapshot] = []
    try forEachChunk(
      of: Location.self, scope.places,
      [
        .key, .text(\.name), .text(\.notes), .text(\.comment), .text(\.details), .text(\.symbol),
        .text(\.type), .text(\.colour), .date(\.created), .date(\.trashed), .reference(\.waypoint),
        .boolean(\.isNameless),
      ]
    ) { chunk in
      let keys = chunk.integers(0)
      let (names, notes) = (chunk.texts(1), chunk.texts(2))
      let optional = (3...7).map { chunk.optionalTexts($0) }
      let (created, trashed) = (chunk.doubles(8), chunk.doubles(9))
      let (waypoints, nameless) = (chunk.integers(10), chunk.integers(11))
      places.reserveCapacity(places.count + chunk.count)
      for row in 0..<chunk.count {
        // A place without a waypoint has no position on the map; the store check reports it.
        guard let position = positions[waypoints[row]] else { continue }
        var place = PlaceSnapshot(
          id: ItemID(.location, keys[row]), name: names[row], notes: notes[row],
          comment: optional[0][row], details: optional[1][row], symbol: optional[2][row],
          type: optional[3][row], colour: optional[4][row], coordinate: position.coordinate,
          elevationMetres: position.elevation.isNaN ? nil : position.elevation,
          time: Date(column: position.time), created: Date(stored: created[row]),
          trashed: Date(column: trashed[row]), groups: groups[keys[row]] ?? [])
        place.isNameMadeUp = nameless[row] != 0
        places.append(place)
      }
    }
    return places
  }

  func paths() throws -> [PathSnapshot] {
    if scope.paths == .none { return [] }
    let groups = try memberships(\Path.groups, of: scope.paths)
    let pointCounts = try pointCounts()
    var paths: [PathSnapshot] = []
    try forEachChunk(
      of: Path.self, scope.paths,
      [
        .key, .text(\.name), .text(\.notes), .text(\.comment), .text(\.details), .text(\.symbol),
        .text(\.type), .text(\.colour), .date(\.created), .date(\.trashed), .text(\.kind),
        .boolean(\.isNameless),
      ]
    ) { chunk in
      let keys = chunk.integers(0)
      let (names, notes, kinds) = (chunk.texts(1), chunk.texts(2), chunk.texts(10))
      let optional = (3...7).map { chunk.optionalTexts($0) }
      let (created, trashed) = (chunk.doubles(8), chunk.doubles(9))
      let nameless = chunk.integers(11)
      paths.reserveCapacity(paths.count + chunk.count)
      for row in 0..<chunk.count {
        var path = PathSnapshot(
          id: ItemID(.path, keys[row]), kind: PathKind(rawValue: kinds[row]) ?? .track,
          name: names[row], notes: notes[row], comment: optional[0][row],
          details: optional[1][row], symbol: optional[2][row], type: optional[3][row],
          colour: optional[4][row], created: Date(stored: created[row]),
          trashed: Date(column: trashed[row]), groups: groups[keys[row]] ?? [],
          pointCount: pointCounts.map { $0[keys[row]] ?? 0 })
        path.isNameMadeUp = nameless[row] != 0
        paths.append(path)
      }
    }
    return paths
  }

  func groups() throws -> [GroupSnapshot] {
    var groups: [GroupSnapshot] = []
    try forEachChunk(
      of: AnnotationGroup.self, scope.groups,
      [
        .key, .text(\.name), .text(\.notes), .text(\.colour), .date(\.created), .date(\.trashed),
        .text(\.firstDay),
      ]
    ) { chunk in
      let (keys, names, notes) = (chunk.integers(0), chunk.texts(1), chunk.texts(2))
      let (colours, firstDays) = (chunk.optionalTexts(3), chunk.optionalTexts(6))
      let (created, trashed) = (chunk.doubles(4), chunk.doubles(5))
      for row in 0..<chunk.count {
        groups.append(
          GroupSnapshot(
            id: ItemID(.group, keys[row]), name: names[row], notes: notes[row],
            colour: colours[row], created: Date(stored: created[row]),
            trashed: Date(column: trashed[row]), firstDay: firstDays[row]))
      }
    }
    return groups
  }

  private func forEachChunk<Model: PersistentModel>(
    of type: Model.Type, _ rows: SnapshotRows, _ fields: [BulkField<Model>],
    _ body: (BulkChunk) throws -> Void
  ) throws {
    switch rows {
    case .all: try context.forEachChunk(of: type, fields, body)
    case .keys(let keys): try context.forEachChunk(of: type, fields, rows: .keys(keys), body)
    }
  }

  /// Returns the groups of each place or path, indexed by the item's key.
  private func memberships<Member: PersistentModel>(
    _ keyPath: KeyPath<Member, [AnnotationGroup]>, of rows: SnapshotRows
  ) throws -> [Int64: [ItemID]] {
    let pairs =
      switch rows {
      case .all: try context.links(keyPath)
      case .keys(let keys): try context.links(keyPath, of: keys)
      }
    var groups: [Int64: [ItemID]] = [:]
    for pair in pairs { groups[pair.owner, default: []].append(ItemID(.group, pair.target)) }
    return groups
  }

  private struct Position {
    var coordinate: Coordinate
    var elevation: Double
    var time: Double
  }

  /// Returns the position of each place in the scope, with the key of the position's `Waypoint`
  /// row, in ascending order of the keys.
  private func positions() throws -> [(key: Int64, value: Position)] {
    let fields: [BulkField<Waypoint>] = [
      .key, .double(\.latitude), .double(\.longitude), .double(\.elevation), .date(\.timestamp),
    ]
    var positions: [(key: Int64, value: Position)] = []
    func add(_ chunk: BulkChunk) {
      let keys = chunk.integers(0)
      let (latitudes, longitudes) = (chunk.doubles(1), chunk.doubles(2))
      let (elevations, times) = (chunk.doubles(3), chunk.doubles(4))
      positions.reserveCapacity(positions.count + chunk.count)
      for row in 0..<chunk.count {
        positions.append(
          (
            keys[row],
            Position(
              coordinate: Coordinate(latitude: latitudes[row], longitude: longitudes[row]),
              elevation: elevations[row], time: times[row])
          ))
      }
    }
    switch scope.places {
    case .all:
      try context.forEachChunk(
        of: Waypoint.self, fields, where: #Predicate { $0.path == nil }, add)
    case .keys(let keys):
      var waypoints: [Int64] = []
      try context.forEachChunk(of: Location.self, [.reference(\.waypoint)], rows: .keys(keys)) {
        waypoints += $0.integers(0)
      }
      try context.forEachChunk(of: Waypoint.self, fields, rows: .keys(waypoints), add)
    }
    return positions
  }

  /// Returns the point count of each non-empty path. The result is nil if the scope
  /// does not include point counts.
  private func pointCounts() throws -> [Int64: Int]? {
    guard scope.countsPoints else { return nil }
    switch scope.paths {
    case .all: return try context.counts(of: Waypoint.self, by: \.path)
    case .keys(let keys): return try context.counts(of: Waypoint.self, by: \.path, keys: keys)
    }
  }
}

/// A collection of values sorted by their keys. Lookups are fastest in ascending key order.
struct KeyedValues<Value> {
  private let values: [(key: Int64, value: Value)]
  private var next = 0

  /// Creates a collection from values that are sorted by their keys.
  ///
  /// - Parameter values: The values, in ascending order of their keys.
  init(_ values: [(key: Int64, value: Value)]) {
    self.values = values
  }

  /// Returns the value stored for a key. The result is nil if no value is stored.
  ///
  /// - Complexity: O(log *n*) for *n* keys, or O(1) for the key after the previously looked-up key.
  subscript(key: Int64) -> Value? {
    mutating get {
      if next >= values.count || values[next].key != key {
        var (low, high) = (0, values.count)
        while low < high {
          let middle = (low + high) / 2
          if values[middle].key < key { low = middle + 1 } else { high = middle }
        }
        next = low
      }
      guard next < values.count, values[next].key == key else { return nil }
      defer { next += 1 }
      return values[next].value
    }
  }
}
