import Geodesy
import SwiftData

extension Library {
  /// The statistics of paths and of their sum.
  ///
  /// - Parameters:
  ///   - ids: Paths, and groups, which stand for their paths; all paths outside the trash when
  ///     empty. Places count nothing.
  ///   - thresholdMetres: How much the elevation must turn for a climb or a fall to count.
  /// - Complexity: O(points); one path's points are in memory at a time.
  @concurrent
  package nonisolated func statistics(
    of ids: [ItemID], thresholdMetres: Double = 5
  ) async throws -> StatisticsReport {
    try LibraryError.translating {
      let snapshot = try SnapshotReader(container).read()
      let wanted = try Self.paths(of: ids, snapshot)
      let context = ModelContext(container)
      var parts: [PathStatistics] = []
      for path in snapshot.paths where wanted.contains(path.id) {
        try Task.checkCancellation()
        guard let columns = try PathColumns(of: path.id, in: context) else { continue }
        parts.append(
          PathStatistics(
            id: path.id, name: path.name,
            TrackMeasures(columns.trackColumns, thresholdMetres: thresholdMetres),
            try PathSensors(of: path.id, in: context)))
      }
      return StatisticsReport(
        paths: parts, total: PathStatistics(sumOf: parts, threshold: thresholdMetres))
    }
  }

  private static func paths(
    of ids: [ItemID], _ snapshot: LibrarySnapshot
  ) throws -> Set<ItemID> {
    let current = snapshot.paths.filter { $0.trashed == nil }
    if ids.isEmpty { return Set(current.map(\.id)) }
    let known = Set(
      snapshot.places.map(\.id) + snapshot.paths.map(\.id) + snapshot.groups.map(\.id))
    var wanted: Set<ItemID> = []
    for id in ids {
      guard known.contains(id) else { throw LibraryError.missing(id) }
      if id.kind == .path { wanted.insert(id) }
      if id.kind == .group {
        wanted.formUnion(current.filter { $0.groups.contains(id) }.map(\.id))
      }
    }
    return wanted
  }
}
