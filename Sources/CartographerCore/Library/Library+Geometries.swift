import CartographerModel
import Geodesy
import SwiftData

extension Library {
  /// Returns the points and measurements of paths. Missing paths are omitted.
  ///
  /// The method runs concurrently with edits, so that the editor does not have to wait while a long
  /// path is read.
  ///
  /// - Complexity: O(*n*) for *n* points in the paths, which are read in one pass over the store.
  @concurrent
  package nonisolated func geometries(of ids: [ItemID]) async throws -> [PathGeometry] {
    try LibraryError.translating {
      let context = ModelContext(container)
      let revision = try container.revision()
      var geometries: [ItemID: PathGeometry] = [:]
      var empty: [Int64] = []
      func add(_ key: Int64, _ points: PathColumns) {
        let columns = points.trackColumns
        let id = ItemID(.path, key)
        geometries[id] = PathGeometry(
          id: id, revision: revision, keys: points.keys, columns: columns,
          measures: TrackMeasures(columns))
      }
      let paths = ids.filter { $0.kind == .path }
      try PathReader(context).forEachPath(Set(paths.map(\.key)).sorted(), .points) { key, points in
        try Task.checkCancellation()
        if points.count == 0 { empty.append(key) } else { add(key, points) }
      }
      for key in try context.contains(Path.self, empty) { add(key, PathColumns()) }
      return paths.compactMap { geometries[$0] }
    }
  }

  /// Computes a single value from the points of several paths, such as the total number of points.
  ///
  /// - Parameter value: The initial value.
  /// - Parameter add: A closure that updates the value with a path's ID, coordinates and times.
  /// - Complexity: O(*n*), where *n* is the number of points in the paths.
  ///   The points are read in one pass over the store, and only one path's points are in memory at
  ///   a time.
  @concurrent
  package nonisolated func reduce<Value: Sendable>(
    _ ids: [ItemID], into value: Value,
    _ add: @Sendable (inout Value, ItemID, TrackColumns) throws -> Void
  ) async throws -> Value {
    var value = value
    let keys = Set(ids.filter { $0.kind == .path }.map(\.key)).sorted()
    var failure: (any Error)?
    try LibraryError.translating {
      try PathReader(ModelContext(container)).forEachPath(keys, .track) { key, points in
        try Task.checkCancellation()
        guard failure == nil else { return }
        // An error of the closure must not be taken for an error of the library.
        do { try add(&value, ItemID(.path, key), points.trackColumns) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return value
  }

  /// Returns the length, point count and segment count of each existing path. The stored levels of
  /// detail contain these values.
  ///
  /// - Complexity: O(*n*), where *n* is the number of paths.
  package nonisolated func lengths(of ids: [ItemID]) async throws -> [ItemID: PathLength] {
    try await measures(of: ids).mapValues {
      PathLength(points: $0.points, segments: max($0.segments, 1), metres: $0.lengthMetres)
    }
  }

  /// Returns the measurements of each existing path, based on the default climb threshold and
  /// without per-segment values. The stored levels of detail contain these measurements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of paths.
  package nonisolated func measures(of ids: [ItemID]) async throws -> [ItemID: TrackMeasures] {
    try await levels(of: .keys(ids.filter { $0.kind == .path }.map(\.key)), \.measures)
  }
}

/// A path's length, point count and segment count.
package struct PathLength: Sendable, Equatable {
  package var points: Int
  /// The number of segments that have points, or 1 for a path without points.
  package var segments: Int
  /// The geodesic length on WGS 84, in metres.
  package var metres: Double
}
