import CartographerModel
import Geodesy
import SwiftData

extension Library {
  /// Returns the statistics of individual paths, and the totals over these paths.
  ///
  /// - Parameter ids: The paths and groups to measure, or no ids for all paths outside the trash.
  ///   A group is replaced by its paths. Places are ignored.
  /// - Parameter thresholdMetres: The climb threshold in metres.
  ///   Smaller ascents and descents are not counted.
  /// - Complexity: O(*n*), where *n* is the total number of points in the measured paths.
  ///   With the default threshold, only the points' sensor values are read. Only one path's points
  ///   are in memory at a time.
  @concurrent
  package nonisolated func statistics(
    of ids: [ItemID], thresholdMetres: Double = 5
  ) async throws -> StatisticsReport {
    try await statistics(of: ids, StatisticsOptions(thresholdMetres: thresholdMetres))
  }

  /// Returns the statistics of each path, the totals over all of these paths and, if requested,
  /// each path's breakdown by splits, days and slopes.
  ///
  /// - Throws: ``LibraryError`` `invalid` if a path has too few points for the requested range.
  @concurrent
  package nonisolated func statistics(
    of ids: [ItemID], _ options: StatisticsOptions
  ) async throws -> StatisticsReport {
    let paths = try LibraryError.translating { try Self.paths(of: ids, in: container) }
    let keys = paths.map(\.id.key)
    // With the default options, the stored levels of detail contain the measurements, and only the
    // sensor values of the points are read. Of short paths, the elevations are read too.
    let stored =
      options == StatisticsOptions()
      ? try await levels(of: .keys(keys), countingElevations: true) {
        (measures: $0.measures, start: $0.start)
      } : nil
    let quantities: [SensorQuantity] = [.heartRate, .cadence, .power]
    return try LibraryError.translating {
      var parts: [PathStatistics] = []
      var breakdowns: [PathBreakdown] = []
      var rest = paths[...]
      try PathReader(ModelContext(container)).forEachPath(
        keys, stored == nil ? .track : .order, sensors: [\.heartRate, \.cadence, \.power]
      ) { _, points in
        try Task.checkCancellation()
        let path = rest.removeFirst()
        var sensors = PathSensors(quantities, points.sensors)
        if let stored {
          // Another program may have deleted the path in the meantime.
          guard let (measures, start) = stored[path.id] else { return }
          parts.append(
            PathStatistics(id: path.id, name: path.name, measures, sensors, start: start))
          return
        }
        var columns = points.trackColumns
        if let range = options.points {
          let range = try Self.existing(range, of: columns, path)
          columns = TrackSelection(indices: Array(range), of: columns).columns(of: columns)
          sensors = sensors.part(range)
        }
        parts.append(
          PathStatistics(
            id: path.id, name: path.name,
            TrackMeasures(columns, thresholdMetres: options.thresholdMetres), sensors,
            start: columns.count > 0 ? columns.coordinate(0) : nil))
        if options.hasPieces {
          breakdowns.append(try PathBreakdown(path.id, path.name, columns, options))
        }
      }
      return StatisticsReport(
        paths: parts, total: PathStatistics(sumOf: parts, threshold: options.thresholdMetres),
        breakdowns: breakdowns)
    }
  }

  private static func existing(
    _ range: Range<Int>, of columns: TrackColumns, _ path: PathSnapshot
  ) throws -> Range<Int> {
    if let missing = range.missingPoint(ofPathWith: columns.count) {
      throw LibraryError.noPoint(missing, of: path.id, path.name, count: columns.count)
    }
    return range.clamped(to: 0..<columns.count)
  }

  /// Returns the given paths and the paths in the given groups, in the order of their database
  /// keys.
  ///
  /// If the list of items is empty, all paths outside the trash are returned.
  private static func paths(
    of ids: [ItemID], in container: ModelContainer
  ) throws -> [PathSnapshot] {
    if ids.isEmpty {
      return try SnapshotReader(container, SnapshotScope(paths: .all)).read().paths
        .filter { $0.trashed == nil }
    }
    let snapshot = try SnapshotReader.items(ids, withMembers: [.path], in: container)
    let known = Set(
      snapshot.places.map(\.id) + snapshot.paths.map(\.id) + snapshot.groups.map(\.id))
    if let missing = ids.first(where: { !known.contains($0) }) {
      throw LibraryError.missing(missing)
    }
    let named = Set(ids)
    return snapshot.paths.filter { $0.trashed == nil || named.contains($0.id) }
  }
}
