import CartographerModel
import Foundation
import SwiftData

/// A library snapshot at one revision, and the ids of the items that changed since an earlier
/// snapshot.
package struct LibraryUpdate: Sendable {
  package let snapshot: LibrarySnapshot
  /// The places and paths that have changed since the earlier snapshot, including added and deleted
  /// ones. Nil if any place or path may have changed. Groups may have changed in either case.
  package let changed: Set<ItemID>?

  package init(snapshot: LibrarySnapshot, changed: Set<ItemID>?) {
    self.snapshot = snapshot
    self.changed = changed
  }
}

extension Library {
  /// Returns a snapshot of the current library, and the IDs of the items that have changed since an
  /// earlier snapshot. The new snapshot is a copy of the earlier one, with the items that any
  /// process has changed replaced by their current state.
  ///
  /// The new snapshot contains no point counts.
  ///
  /// - Parameter previous: An earlier snapshot of the whole library, without point counts.
  /// - Complexity: O(*n*) for *n* changed items, groups and stops, plus a copy of the old snapshot.
  ///   If the history does not record every change, or if many items changed, *n* is the number of
  ///   all items.
  package func update(after previous: LibrarySnapshot) throws -> LibraryUpdate {
    try LibraryError.translating {
      try SnapshotReader.consistently(in: container) { revision in
        if revision == previous.revision { return LibraryUpdate(snapshot: previous, changed: []) }
        if let update = try SnapshotUpdate(previous, container).update(at: revision) {
          return update
        }
        let reader = SnapshotReader(container, .whole(countingPoints: false))
        return LibraryUpdate(snapshot: try reader.readOnce(at: revision), changed: nil)
      }
    }
  }
}

/// A snapshot update that reads only the changed rows recorded in the history.
private struct SnapshotUpdate {
  /// The maximum number of changed rows per entity that an update reads. If more rows have changed,
  /// all items of the library are read again.
  private static let mostChanges = 2_000

  private let previous: LibrarySnapshot
  private let container: ModelContainer

  init(_ previous: LibrarySnapshot, _ container: ModelContainer) {
    self.previous = previous
    self.container = container
  }

  /// Returns an updated snapshot of the library. The result is nil if all items must be read again.
  func update(at revision: Int64) throws -> LibraryUpdate? {
    guard
      let changed = try container.changedRows(
        since: previous.revision,
        in: [
          WatchedEntity("Location"), WatchedEntity("Path"),
          // A repair of the store replaces the levels of detail and leaves the paths unchanged.
          WatchedEntity("PathDetail"),
          WatchedEntity("Waypoint", emptyReference: "path"),
        ], limit: Self.mostChanges)
    else { return nil }
    let places = try (changed["Location"] ?? []).union(owners(of: changed["Waypoint"] ?? []))
    let paths = try (changed["Path"] ?? []).union(owners(ofDetails: changed["PathDetail"] ?? []))
    let scope = SnapshotScope(
      places: .keys(Array(places)), paths: .keys(Array(paths)), groups: .all,
      hasItineraries: true, hasHistory: true)
    var snapshot = try SnapshotReader(container, scope).readOnce(at: revision)
    recount(&snapshot, places, paths)
    let changedPlaces = Set(places.map { ItemID(.location, $0) })
    let changedPaths = Set(paths.map { ItemID(.path, $0) })
    snapshot.places = previous.places.replacing(changedPlaces, with: snapshot.places)
    snapshot.paths = previous.paths.replacing(changedPaths, with: snapshot.paths)
    return LibraryUpdate(snapshot: snapshot, changed: changedPlaces.union(changedPaths))
  }

  /// Returns the database keys of the places whose positions are stored in the given waypoints.
  private func owners(of waypoints: Set<Int64>) throws -> [Int64] {
    var places: [Int64] = []
    try ModelContext(container).forEachChunk(
      of: Location.self, [.key], rows: .leading(to: \Location.waypoint, keys: Array(waypoints))
    ) { places += $0.integers(0) }
    return places
  }

  /// Returns the database keys of the paths to which the given level-of-detail rows belong.
  private func owners(ofDetails details: Set<Int64>) throws -> [Int64] {
    var paths: [Int64] = []
    try ModelContext(container).forEachChunk(
      of: PathDetail.self, [.reference(\.path)], rows: .keys(Array(details))
    ) { paths += $0.integers(0) }
    return paths.filter { $0 > 0 }
  }

  /// Corrects the groups' member counts in a snapshot that contains only the changed items, by
  /// adding the unchanged members.
  private func recount(
    _ snapshot: inout LibrarySnapshot, _ places: Set<Int64>, _ paths: Set<Int64>
  ) {
    var (placeCounts, pathCounts): ([ItemID: Int], [ItemID: Int]) = ([:], [:])
    for group in previous.groups {
      placeCounts[group.id] = group.placeCount
      pathCounts[group.id] = group.pathCount
    }
    for key in places {
      guard let place = previous.places.item(ItemID(.location, key)), place.trashed == nil
      else { continue }
      for group in place.groups { placeCounts[group, default: 0] -= 1 }
    }
    for key in paths {
      guard let path = previous.paths.item(ItemID(.path, key)), path.trashed == nil
      else { continue }
      for group in path.groups { pathCounts[group, default: 0] -= 1 }
    }
    for index in snapshot.groups.indices {
      snapshot.groups[index].placeCount += placeCounts[snapshot.groups[index].id] ?? 0
      snapshot.groups[index].pathCount += pathCounts[snapshot.groups[index].id] ?? 0
    }
  }
}
