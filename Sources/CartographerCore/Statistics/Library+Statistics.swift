import CartographerModel
import Geodesy
import SwiftData

extension Library {
  /// Returns the statistics of individual paths, and the totals over these paths.
  ///
  /// - Parameter ids: The paths and groups to measure, or an empty list for all paths outside the
  ///   trash. A group is replaced by its paths. Places are ignored.
  /// - Parameter thresholdMetres: The climb threshold in metres: smaller ascents and descents are
  ///   not counted.
  /// - Complexity: O(*n*), where *n* is the total number of points in the measured paths. With the
  ///   default threshold, only the points' sensor values are read. Only one path's points are in
  ///   memory at a time.
  @concurrent
  package nonisolated func statistics(
    of ids: [ItemID], thresholdMetres: Double = 5
  ) async throws -> StatisticsReport {
    try await statistics(of: ids, StatisticsOptions(thresholdMetres: thresholdMetres))
  }

  /// Calculates the statistics as ``statistics(of:thresholdMetres:)`` does, and optionally breaks
  /// them down by splits, days and slopes.
  ///
  /// - Throws: ``LibraryError`` `invalid` if a path has too few points for the requested range.
  @concurrent
  package nonisolated func statistics(
    of ids: [ItemID], _ options: StatisticsOptions
  ) async throws -> StatisticsReport {
    let paths = try LibraryError.translating { try Self.paths(of: ids, in: container) }
    if options == StatisticsOptions() { return try await storedStatistics(of: paths) }
    return try LibraryError.translating {
      var parts: [PathStatistics] = []
      var breakdowns: [PathBreakdown] = []
      var rest = paths[...]
      try PathReader(ModelContext(container)).forEachPath(
        paths.map(\.id.key), .track, sensors: Self.sensorColumns
      ) { _, points in
        try Task.checkCancellation()
        let path = rest.removeFirst()
        var columns = points.trackColumns
        var measured = PathSensors(Self.sensors, points.sensors)
        if let range = options.points {
          let range = try Self.existing(range, of: columns, path)
          columns = TrackSelection(indices: Array(range), of: columns).columns(of: columns)
          measured = measured.part(range)
        }
        var part = PathStatistics(
          id: path.id, name: path.name,
          TrackMeasures(columns, thresholdMetres: options.thresholdMetres), measured)
        part.start = columns.count > 0 ? columns.coordinate(0) : nil
        parts.append(part)
        if options.hasPieces {
          breakdowns.append(try PathBreakdown(path.id, path.name, columns, options))
        }
      }
      return StatisticsReport(
        paths: parts, total: PathStatistics(sumOf: parts, threshold: options.thresholdMetres),
        breakdowns: breakdowns)
    }
  }

  private static let sensors: [SensorQuantity] = [.heartRate, .cadence, .power]
  private static var sensorColumns: [KeyPath<Waypoint, Double?>] {
    [\.heartRate, \.cadence, \.power]
  }

  /// Returns the statistics of whole paths with the default climb threshold. The stored levels of
  /// detail contain the measurements, so only the sensor values of the points are read.
  ///
  /// - Parameter paths: The paths, in the order of their database keys. Paths deleted in the
  ///   meantime are omitted.
  private nonisolated func storedStatistics(
    of paths: [PathSnapshot]
  ) async throws -> StatisticsReport {
    let stored = try await levels(of: .keys(paths.map(\.id.key))) { ($0.measures, $0.start) }
    var parts: [PathStatistics] = []
    try LibraryError.translating {
      var rest = paths[...]
      try PathReader(ModelContext(container)).forEachPath(
        paths.map(\.id.key), .order, sensors: Self.sensorColumns
      ) { _, points in
        try Task.checkCancellation()
        let path = rest.removeFirst()
        guard let (measures, start) = stored[path.id] else { return }
        var part = PathStatistics(
          id: path.id, name: path.name, measures, PathSensors(Self.sensors, points.sensors))
        part.start = start
        parts.append(part)
      }
    }
    return StatisticsReport(
      paths: parts,
      total: PathStatistics(sumOf: parts, threshold: StatisticsOptions().thresholdMetres))
  }

  private static func existing(
    _ range: Range<Int>, of columns: TrackColumns, _ path: PathSnapshot
  ) throws -> Range<Int> {
    if let missing = range.missingPoint(ofPathWith: columns.count) {
      throw LibraryError.noPoint(missing, of: path.id, path.name, count: columns.count)
    }
    return range.clamped(to: 0..<columns.count)
  }

  /// Returns the paths among the given items and groups, in the order of the paths' database keys.
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
