import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// The items of one kind to include in a snapshot.
package enum SnapshotRows: Sendable, Equatable {
  case all
  /// The items with the given database keys, in any order.
  case keys([Int64])

  package static let none = SnapshotRows.keys([])
}

/// The part of the library that a snapshot contains.
package struct SnapshotScope: Sendable, Equatable {
  package var places: SnapshotRows
  package var paths: SnapshotRows
  package var groups: SnapshotRows
  /// Whether to count the points of each path.
  package var countsPoints: Bool
  package var hasItineraries: Bool
  /// Whether to read the numbers and titles of the next changes to undo and redo.
  package var hasHistory: Bool

  package init(
    places: SnapshotRows = .none, paths: SnapshotRows = .none, groups: SnapshotRows = .none,
    countsPoints: Bool = false, hasItineraries: Bool = false, hasHistory: Bool = false
  ) {
    self.places = places
    self.paths = paths
    self.groups = groups
    self.countsPoints = countsPoints
    self.hasItineraries = hasItineraries
    self.hasHistory = hasHistory
  }

  /// Returns the scope that covers the whole library.
  static func whole(countingPoints: Bool) -> SnapshotScope {
    SnapshotScope(
      places: .all, paths: .all, groups: .all, countsPoints: countingPoints,
      hasItineraries: true, hasHistory: true)
  }
}

extension Library {
  /// Returns a consistent snapshot of the whole library, without the paths' points.
  ///
  /// The items are read as database columns, without creating model objects.
  ///
  /// - Parameter countingPoints: Whether to count the points of each path.
  /// - Complexity: O(*n*), where *n* is the number of items.
  ///   If points are counted, the database index of the paths' points is also read once.
  package func snapshot(countingPoints: Bool = true) throws -> LibrarySnapshot {
    try snapshot(of: .whole(countingPoints: countingPoints))
  }

  /// Returns a consistent snapshot of some items in the library.
  ///
  /// The member counts of groups include only the places and paths in the scope.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items in the scope.
  package func snapshot(of scope: SnapshotScope) throws -> LibrarySnapshot {
    try LibraryError.translating { try SnapshotReader(container, scope).read() }
  }

  /// Returns a snapshot of the given items and their groups. Missing items are omitted.
  ///
  /// - Parameter ids: The ids of the items, which can be in the trash.
  /// - Parameter kinds: The kinds of members to read for each of the given groups.
  /// - Parameter withItineraries: Whether to read the groups' itineraries.
  /// - Complexity: O(*n*) for *n* items that are read, regardless of the library's size.
  package func snapshot(
    of ids: [ItemID], withMembers kinds: Set<ItemID.Kind> = [], withItineraries: Bool = false
  ) throws -> LibrarySnapshot {
    try LibraryError.translating {
      try SnapshotReader.items(
        ids, withMembers: kinds, withItineraries: withItineraries, in: container)
    }
  }
}

extension Library {
  /// Returns the items in the trash and their groups.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items in the library.
  package func trash() throws -> LibrarySnapshot {
    try LibraryError.translating {
      try SnapshotReader.consistently(in: container) { _ in
        let context = ModelContext(container)
        var ids: [ItemID] = []
        func read<Model: PersistentModel>(
          _ type: Model.Type, _ kind: ItemID.Kind, where trashed: Predicate<Model>
        ) throws {
          try context.forEachChunk(of: type, [.key], where: trashed) {
            ids += $0.integers(0).map { ItemID(kind, $0) }
          }
        }
        try read(Location.self, .location, where: #Predicate { $0.trashed != nil })
        try read(Path.self, .path, where: #Predicate { $0.trashed != nil })
        try read(AnnotationGroup.self, .group, where: #Predicate { $0.trashed != nil })
        return try SnapshotReader.items(ids, in: container)
      }
    }
  }
}

/// A reader that creates snapshots from database columns, without model objects.
struct SnapshotReader {
  private let container: ModelContainer
  let scope: SnapshotScope
  let context: ModelContext

  init(_ container: ModelContainer, _ scope: SnapshotScope) {
    self.container = container
    self.scope = scope
    context = ModelContext(container)
  }

  /// Returns a snapshot of the items in the scope. The snapshot is consistent unless other
  /// processes keep changing the store.
  func read() throws -> LibrarySnapshot {
    try Self.consistently(in: container) { try readOnce(at: $0) }
  }

  private static var maximumTries: Int { 9 }

  /// Reads a value, and repeats the read up to eight times if the store's revision changes in the
  /// meantime.
  ///
  /// - Parameter body: A closure that reads the value at the given revision of the store.
  static func consistently<Value>(
    in container: ModelContainer, _ body: (Int64) throws -> Value
  ) throws -> Value {
    // Another process may commit between two reads; the values are consistent only if the revision
    // stayed the same.
    var revision = try container.revision()
    var value = try body(revision)
    for _ in 1..<maximumTries {
      let now = try container.revision()
      if now == revision { break }
      revision = now
      value = try body(now)
    }
    return value
  }

  static func items(
    _ ids: [ItemID], withMembers kinds: Set<ItemID.Kind> = [], withItineraries: Bool = false,
    in container: ModelContainer
  ) throws -> LibrarySnapshot {
    let keys = Dictionary(grouping: ids, by: \.kind).mapValues { Set($0.map(\.key)) }
    return try consistently(in: container) { revision in
      let context = ModelContext(container)
      let named = Array(keys[.group] ?? [])
      var (places, paths) = (keys[.location] ?? [], keys[.path] ?? [])
      if kinds.contains(.location) {
        places.formUnion(try context.links(\Location.groups, to: named).map(\.owner))
      }
      if kinds.contains(.path) {
        paths.formUnion(try context.links(\Path.groups, to: named).map(\.owner))
      }
      let around =
        try context.links(\Location.groups, of: Array(places)).map(\.target)
        + context.links(\Path.groups, of: Array(paths)).map(\.target)
      let scope = SnapshotScope(
        places: .keys(Array(places)), paths: .keys(Array(paths)),
        groups: .keys(Array(Set(named + around))), hasItineraries: withItineraries)
      return try SnapshotReader(container, scope).readOnce(at: revision)
    }
  }

  func readOnce(at revision: Int64) throws -> LibrarySnapshot {
    var snapshot = LibrarySnapshot(revision: revision)
    snapshot.isWritable = container.isWritable
    snapshot.places = try places()
    snapshot.paths = try paths()
    snapshot.groups = try groups()
    count(&snapshot)
    if scope.hasItineraries { try readItineraries(into: &snapshot) }
    if scope.hasHistory { try readHistory(into: &snapshot) }
    return snapshot
  }

  func readHistory(into snapshot: inout LibrarySnapshot) throws {
    let counts = try container.historyCounts()
    snapshot.undoCount = counts.undo
    snapshot.redoCount = counts.redo
    let next = try container.nextInHistory()
    snapshot.nextUndo = next.undo.map(LibraryChange.init)
    snapshot.nextRedo = next.redo.map(LibraryChange.init)
    let imports = "ImportRecord"
    snapshot.undoesImport =
      try next.undo.map { try container.changes(of: $0.id, in: [imports]).inserted[imports] != nil }
      ?? false
  }

  /// Sets the groups' member counts. Members in the trash are not counted.
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
  /// Creates a date from a stored time, in seconds since 2001-01-01.
  init(stored seconds: Double) { self.init(timeIntervalSinceReferenceDate: seconds) }

  /// Creates a date from a column value in seconds since 2001-01-01, or returns nil for NaN, which
  /// represents a missing time.
  init?(column seconds: Double) {
    guard !seconds.isNaN else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}
