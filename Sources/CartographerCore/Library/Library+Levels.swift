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
  /// - Complexity: O(*n*), where *n* is the number of paths.
  @concurrent
  package nonisolated func levels<Value: Sendable>(
    of paths: SnapshotRows, _ converted: @escaping @Sendable (TrackDetail) -> Value
  ) async throws -> [ItemID: Value] {
    let context = ModelContext(container)
    var keys: [Int64] = []
    try LibraryError.translating {
      switch paths {
      case .all: try context.forEachChunk(of: Path.self, [.key]) { keys += $0.integers(0) }
      case .keys(let named): keys = Array(try context.contains(Path.self, named))
      }
    }
    // Without keys, one query reads the whole table in its order, which is faster than a list of all keys.
    let rows: ModelContext.BulkRows<PathDetail> =
      paths == .all
      ? .leading(to: \PathDetail.path, keys: nil)
      : .leading(to: \PathDetail.path, keys: keys)
    var details = try await withThrowingTaskGroup(of: [(ItemID, Value)].self) { group in
      try LibraryError.translating {
        try context.forEachChunk(
          of: PathDetail.self, [.reference(\.path), .data(\.content)], rows: rows,
          size: Self.rowsAtOnce
        ) { chunk in
          let (paths, contents) = (chunk.integers(0), chunk.data(1))
          // The next rows are read while other tasks decode these.
          group.addTask {
            zip(paths, contents).compactMap { key, content in
              TrackDetail(content).map { (ItemID(.path, key), converted($0)) }
            }
          }
        }
      }
      var details: [ItemID: Value] = [:]
      details.reserveCapacity(keys.count)
      for try await part in group {
        for (id, value) in part { details[id] = value }
      }
      return details
    }
    // Paths without valid levels are drawn from all their points, so that a damaged row hides nothing.
    let missing = keys.filter { details[ItemID(.path, $0)] == nil }.sorted()
    guard !missing.isEmpty else { return details }
    try LibraryError.translating {
      try PathReader(context).forEachPath(missing, .track) { key, points in
        details[ItemID(.path, key)] = converted(TrackDetail(whole: points.trackColumns))
      }
    }
    return details
  }

  /// Returns, for each path that has times, the stored first and last time.
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
  /// This method runs concurrently with edits.
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
