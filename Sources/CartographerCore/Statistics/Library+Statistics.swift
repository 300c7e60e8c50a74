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
    try await statistics(of: ids, StatisticsOptions(thresholdMetres: thresholdMetres))
  }

  /// As ``statistics(of:thresholdMetres:)``, and what else is asked about each path.
  ///
  /// - Throws: ``LibraryError`` `invalid` for points that a path does not have.
  @concurrent
  package nonisolated func statistics(
    of ids: [ItemID], _ options: StatisticsOptions
  ) async throws -> StatisticsReport {
    try LibraryError.translating {
      let snapshot = try SnapshotReader(container).read()
      let wanted = try Self.paths(of: ids, snapshot)
      let context = ModelContext(container)
      var parts: [PathStatistics] = []
      var breakdowns: [PathBreakdown] = []
      for path in snapshot.paths where wanted.contains(path.id) {
        try Task.checkCancellation()
        guard let whole = try PathColumns(of: path.id, in: context)?.trackColumns else { continue }
        var columns = whole
        var sensors = try PathSensors(of: path.id, in: context)
        if let range = options.points {
          columns = try Self.part(range, of: whole, path)
          sensors = sensors.part(range)
        }
        parts.append(
          PathStatistics(
            id: path.id, name: path.name,
            TrackMeasures(columns, thresholdMetres: options.thresholdMetres), sensors))
        if options.hasPieces {
          breakdowns.append(try PathBreakdown(path.id, path.name, columns, options))
        }
      }
      return StatisticsReport(
        paths: parts, total: PathStatistics(sumOf: parts, threshold: options.thresholdMetres),
        breakdowns: breakdowns)
    }
  }

  private static func part(
    _ range: Range<Int>, of columns: TrackColumns, _ path: PathSnapshot
  ) throws -> TrackColumns {
    guard range.upperBound <= columns.count else {
      throw LibraryError(
        .invalid,
        "\(path.name): there is no point \(range.upperBound); its last is \(columns.count).",
        ids: [path.id])
    }
    return TrackSelection(indices: Array(range), of: columns).columns(of: columns)
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
