import CartographerModel
import Foundation
import Geodesy
import SwiftData

extension Library {
  /// The maximum number of level-of-detail rows decoded by one task.
  private static let rowsAtOnce = 1_024

  /// Reads the given paths' levels of detail, converts them with a closure, and returns the
  /// results. Levels of detail consist of measures, overviews and chunk lists.
  ///
  /// If the levels of a path are missing or damaged, the path's points are read instead. This
  /// method runs concurrently with edits, and decodes the rows in several tasks while it reads.
  ///
  /// - Parameter countingElevations: Whether to count the points that have an elevation.
  ///   See ``TrackMeasures/elevationCount``. The stored levels do not contain this count.
  ///   Elevations are counted only for paths without times and with at most about 64 points. Such
  ///   paths are usually drawn or planned, and often only some of their points have elevations.
  /// - Complexity: O(*n*), where *n* is the number of paths.
  @concurrent
  package nonisolated func levels<Value: Sendable>(
    of paths: SnapshotRows, countingElevations: Bool = false,
    _ converted: @escaping @Sendable (TrackDetail) -> Value
  ) async throws -> [ItemID: Value] {
    let context = ModelContext(container)
    var keys: [Int64] = []
    try LibraryError.translating {
      switch paths {
      case .all: try context.forEachChunk(of: Path.self, [.key]) { keys += $0.integers(0) }
      case .keys(let named): keys = Array(try context.contains(Path.self, named))
      }
    }
    // Without keys, one query reads the whole table in its order, which is faster than a list of
    // all keys.
    let rows: ModelContext.BulkRows<PathDetail> =
      paths == .all
      ? .leading(to: \PathDetail.path, keys: nil)
      : .leading(to: \PathDetail.path, keys: keys)
    var uncounted: [Int64: TrackDetail] = [:]
    var details = try await withThrowingTaskGroup(of: DecodedLevels<Value>.self) { group in
      try LibraryError.translating {
        try context.forEachChunk(
          of: PathDetail.self, [.reference(\.path), .data(\.content)], rows: rows,
          size: Self.rowsAtOnce
        ) { chunk in
          let (paths, contents) = (chunk.integers(0), chunk.data(1))
          // The next rows are read while other tasks decode these.
          group.addTask {
            var decoded = DecodedLevels<Value>()
            for (key, content) in zip(paths, contents) {
              guard let detail = TrackDetail(content) else { continue }
              if countingElevations, detail.needsElevationCount {
                decoded.uncounted.append((key, detail))
              } else {
                decoded.values.append((ItemID(.path, key), converted(detail)))
              }
            }
            return decoded
          }
        }
      }
      var details: [ItemID: Value] = [:]
      details.reserveCapacity(keys.count)
      for try await part in group {
        for (id, value) in part.values { details[id] = value }
        for (key, detail) in part.uncounted { uncounted[key] = detail }
      }
      return details
    }
    for (key, count) in try elevationCounts(of: uncounted.keys.sorted(), in: context) {
      uncounted[key]?.measures.elevationCount = count
    }
    for (key, detail) in uncounted { details[ItemID(.path, key)] = converted(detail) }
    // Paths without valid levels are drawn from all their points, so that a damaged row hides
    // nothing.
    let missing = keys.filter { details[ItemID(.path, $0)] == nil }.sorted()
    guard !missing.isEmpty else { return details }
    try LibraryError.translating {
      try PathReader(context).forEachPath(missing, .track) { key, points in
        details[ItemID(.path, key)] = converted(TrackDetail(whole: points.trackColumns))
      }
    }
    return details
  }

  /// Returns, for each of the given paths with elevations, the number of points that have an
  /// elevation.
  private nonisolated func elevationCounts(
    of paths: [Int64], in context: ModelContext
  ) throws -> [Int64: Int] {
    guard !paths.isEmpty else { return [:] }
    return try LibraryError.translating {
      var counts: [Int64: Int] = [:]
      try context.forEachChunk(
        of: Waypoint.self, [.reference(\.path), .double(\.elevation)],
        rows: .leading(to: \Waypoint.path, keys: paths)
      ) { chunk in
        for (path, elevation) in zip(chunk.integers(0), chunk.doubles(1)) where !elevation.isNaN {
          counts[path, default: 0] += 1
        }
      }
      return counts
    }
  }

  /// Returns the stored earliest and latest time of each path that has times.
  ///
  /// - Complexity: O(*n*), where *n* is the number of paths.
  package nonisolated func recordedTimes(
    of ids: [ItemID]
  ) async throws -> [ItemID: ClosedRange<Date>] {
    let keys = ids.filter { $0.kind == .path }.map(\.key)
    return try await levels(of: .keys(keys)) { detail -> ClosedRange<Date>? in
      guard let first = detail.measures.timeFirst, let last = detail.measures.timeLast else {
        return nil
      }
      return first...max(first, last)
    }.compactMapValues(\.self)
  }

  /// Reads the level-of-detail chunks with the given keys, converts them with a closure, and
  /// returns the results. Missing and damaged chunks are omitted.
  ///
  /// This method can run concurrently with edits.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the chunks.
  @concurrent
  package nonisolated func chunks<Value: Sendable>(
    _ keys: [Int64], _ converted: @escaping @Sendable (TrackChunk) -> Value
  ) async throws -> [Int64: Value] {
    try LibraryError.translating {
      var chunks: [Int64: Value] = [:]
      try ModelContext(container).forEachChunk(
        of: PathChunk.self, [.key, .data(\.content)], rows: .keys(keys), size: 128
      ) { rows in
        try Task.checkCancellation()
        for (key, content) in zip(rows.integers(0), rows.data(1)) {
          chunks[key] = TrackChunk(content).map(converted)
        }
      }
      return chunks
    }
  }
}

/// The decoded levels of detail of some paths.
private struct DecodedLevels<Value: Sendable>: Sendable {
  var values: [(ItemID, Value)] = []
  /// The levels of detail of paths whose elevations have not been counted yet, with the paths'
  /// keys.
  var uncounted: [(Int64, TrackDetail)] = []
}

extension TrackDetail {
  /// Whether the path's stored elevations must be read to detect missing values.
  fileprivate var needsElevationCount: Bool {
    levels.isEmpty && measures.points > 1 && measures.ascentMetres != nil
      && measures.timeFirst == nil
  }
}
