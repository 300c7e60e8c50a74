import CartographerModel
import Foundation
import Geodesy
import SwiftData

extension Library {
  /// The number of `PathDetail` rows that one task decodes.
  private static let detailsAtOnce = 1_024

  /// Returns the levels of detail of paths: their measures, overviews and lists of chunks, converted by
  /// a closure.
  ///
  /// If the levels of a path are missing or damaged, the path's points are read instead. This
  /// method runs concurrently with edits, and decodes the rows in several tasks while it reads.
  ///
  /// - Complexity: O(*n*), where *n* is the number of paths.
  @concurrent
  package nonisolated func details<Value: Sendable>(
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
    let rows: ModelContext.BulkRows<PathDetail> =
      paths == .all
      ? .leading(to: \PathDetail.path, keys: nil)
      : .leading(to: \PathDetail.path, keys: keys)
    var details = try await withThrowingTaskGroup(of: [(ItemID, Value)].self) { group in
      try LibraryError.translating {
        try context.forEachChunk(
          of: PathDetail.self, [.reference(\.path), .data(\.content)], rows: rows,
          size: Self.detailsAtOnce
        ) { chunk in
          let (paths, contents) = (chunk.integers(0), chunk.data(1))
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
    let missing = keys.filter { details[ItemID(.path, $0)] == nil }.sorted()
    guard !missing.isEmpty else { return details }
    try LibraryError.translating {
      try PathReader(context).forEachPath(missing, .track) { key, points in
        details[ItemID(.path, key)] = converted(TrackDetail(whole: points.trackColumns))
      }
    }
    return details
  }

  /// Returns the stored chunks of levels of detail with the given keys, indexed by key. Missing and
  /// damaged chunks are omitted.
  ///
  /// This method runs concurrently with edits.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the chunks.
  @concurrent
  package nonisolated func chunks(_ keys: [Int64]) async throws -> [Int64: TrackChunk] {
    try LibraryError.translating {
      var chunks: [Int64: TrackChunk] = [:]
      try ModelContext(container).forEachChunk(
        of: PathChunk.self, [.key, .data(\.content)], rows: .keys(keys), size: 1_024
      ) { rows in
        try Task.checkCancellation()
        for (key, content) in zip(rows.integers(0), rows.data(1)) {
          if let chunk = TrackChunk(content) { chunks[key] = chunk }
        }
      }
      return chunks
    }
  }
}
