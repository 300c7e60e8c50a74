import CartographerModel
import Foundation
import Geodesy
import SwiftData

extension Library {
  /// Everything but the points of paths, as one moment has it; by columns, without objects.
  ///
  /// - Parameter countingPoints: Whether it is to be known how many points each path has.
  /// - Complexity: O(items), and one pass over the index of the paths' points to count them.
  package func snapshot(countingPoints: Bool = true) throws -> LibrarySnapshot {
    try LibraryError.translating {
      try SnapshotReader(container, countingPoints: countingPoints).read()
    }
  }
}

/// Reads the columns of the three kinds and puts them together.
struct SnapshotReader {
  private let container: ModelContainer
  private let countsPoints: Bool
  let context: ModelContext

  init(_ container: ModelContainer, countingPoints: Bool = true) {
    self.container = container
    countsPoints = countingPoints
    context = ModelContext(container)
  }

  /// Everything as one moment has it, unless others go on and on changing it.
  func read() throws -> LibrarySnapshot {
    // Another process may commit between two reads: what was read together is one moment's
    // only when the revision stayed the same.
    var snapshot = try readOnce()
    var tries = 1
    while tries < Self.maximumTries, try container.revision() != snapshot.revision {
      snapshot = try readOnce()
      tries += 1
    }
    return snapshot
  }

  private static var maximumTries: Int { 9 }

  private func readOnce() throws -> LibrarySnapshot {
    var snapshot = LibrarySnapshot(revision: try container.revision())
    let counts = try container.historyCounts()
    snapshot.undoCount = counts.undo
    snapshot.redoCount = counts.redo
    let next = try container.nextInHistory()
    snapshot.nextUndo = next.undo.map(HistoryEntry.init)
    snapshot.nextRedo = next.redo.map(HistoryEntry.init)
    let imports = "ImportRecord"
    snapshot.undoesImport =
      try next.undo.map { try container.changes(of: $0.id, in: [imports]).inserted[imports] != nil }
      ?? false
    snapshot.isWritable = container.isWritable
    snapshot.places = try places(groups: memberships(\Location.groups))
    snapshot.paths = try paths(groups: memberships(\Path.groups))
    snapshot.groups = try groups()
    count(&snapshot)
    try readItineraries(into: &snapshot)
    return snapshot
  }

  private func memberships<Member: PersistentModel>(
    _ keyPath: KeyPath<Member, [AnnotationGroup]>
  ) throws -> [Int64: [ItemID]] {
    var groups: [Int64: [ItemID]] = [:]
    for pair in try context.links(keyPath) {
      groups[pair.owner, default: []].append(ItemID(.group, pair.target))
    }
    return groups
  }

  private struct Position {
    var coordinate: Coordinate
    var elevation: Double
    var time: Double
  }

  private func positions() throws -> [Int64: Position] {
    var positions: [Int64: Position] = [:]
    try context.forEachChunk(
      of: Waypoint.self,
      [
        .key, .double(\.latitude), .double(\.longitude), .double(\.elevation), .date(\.timestamp),
      ], where: #Predicate { $0.path == nil }
    ) { chunk in
      let keys = chunk.integers(0)
      let (latitudes, longitudes) = (chunk.doubles(1), chunk.doubles(2))
      let (elevations, times) = (chunk.doubles(3), chunk.doubles(4))
      for row in 0..<chunk.count {
        positions[keys[row]] = Position(
          coordinate: Coordinate(latitude: latitudes[row], longitude: longitudes[row]),
          elevation: elevations[row], time: times[row])
      }
    }
    return positions
  }

  private func places(groups: [Int64: [ItemID]]) throws -> [PlaceSnapshot] {
    let positions = try positions()
    var places: [PlaceSnapshot] = []
    try context.forEachChunk(
      of: Location.self,
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
        // Without its waypoint, which `check` reports, a place could be nowhere on the map.
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

  private func paths(groups: [Int64: [ItemID]]) throws -> [PathSnapshot] {
    let pointCounts = countsPoints ? try context.counts(of: Waypoint.self, by: \.path) : nil
    var paths: [PathSnapshot] = []
    try context.forEachChunk(
      of: Path.self,
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

  private func groups() throws -> [GroupSnapshot] {
    var groups: [GroupSnapshot] = []
    try context.forEachChunk(
      of: AnnotationGroup.self,
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

  /// Members in the trash do not count.
  private func count(_ snapshot: inout LibrarySnapshot) {
    var places: [ItemID: Int] = [:]
    var paths: [ItemID: Int] = [:]
    for place in snapshot.places where place.trashed == nil {
      for group in place.groups { places[group, default: 0] += 1 }
    }
    for path in snapshot.paths where path.trashed == nil {
      for group in path.groups { paths[group, default: 0] += 1 }
    }
    for index in snapshot.groups.indices {
      snapshot.groups[index].placeCount = places[snapshot.groups[index].id] ?? 0
      snapshot.groups[index].pathCount = paths[snapshot.groups[index].id] ?? 0
    }
  }
}

extension Date {
  /// A time as a column holds it.
  init(stored seconds: Double) { self.init(timeIntervalSinceReferenceDate: seconds) }

  /// A time as a column holds it; nil for NaN, which stands for none.
  init?(column seconds: Double) {
    guard !seconds.isNaN else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}
