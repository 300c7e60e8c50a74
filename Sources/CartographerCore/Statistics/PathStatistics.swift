import Foundation
import Geodesy

/// One path's statistics, or the totals for several paths.
package struct PathStatistics: Sendable, Equatable {
  /// The path's id, or nil for totals.
  package var id: ItemID?
  package var name: String?
  package var points = 0
  package var segments = 0
  package var lengthMetres = 0.0
  /// The total ascent in metres. Nil if no point has an elevation.
  package var ascentMetres: Double?
  package var descentMetres: Double?
  /// Whether the ascent and the descent are lower bounds, as defined by
  /// ``TrackMeasures/hasPartialElevations``. For totals, the value is true if at least one path's
  /// values are lower bounds.
  package var hasPartialElevations = false
  package var elevationMin: Double?
  package var elevationMax: Double?
  /// The position of the path's first point, or nil for totals.
  package var start: Coordinate?
  package var timeFirst: Date?
  package var timeLast: Date?
  /// The bounding box around the points. Nil if there are no points.
  package var bounds: GeoBounds?
  /// The time in seconds from the first to the last point, or the sum of these durations for
  /// totals.
  package var durationSeconds: Double?
  package var movingSeconds: Double?
  /// The mean speed while moving, in metres per second.
  package var speedMean: Double?
  package var speedMax: Double?
  /// The mean heart rate in beats per minute, computed from the points that have a heart rate. The
  /// cadence properties are in revolutions per minute, and the power properties in watts.
  package var heartRateMean: Double?
  package var heartRateMax: Double?
  package var cadenceMean: Double?
  package var cadenceMax: Double?
  package var powerMean: Double?
  package var powerMax: Double?
  /// The climb threshold in metres: smaller ascents and descents are not counted.
  package var threshold: Double

  package init(
    id: ItemID, name: String, _ measures: TrackMeasures, _ sensors: PathSensors = PathSensors(),
    start: Coordinate? = nil
  ) {
    self.id = id
    self.start = start
    self.name = name
    points = measures.points
    segments = measures.segments
    lengthMetres = measures.lengthMetres
    ascentMetres = measures.ascentMetres
    descentMetres = measures.descentMetres
    hasPartialElevations = measures.hasPartialElevations
    elevationMin = measures.elevationMin
    elevationMax = measures.elevationMax
    timeFirst = measures.timeFirst
    timeLast = measures.timeLast
    bounds = measures.bounds
    durationSeconds = measures.durationSeconds
    movingSeconds = measures.movingSeconds
    speedMean = measures.speedMean
    speedMax = measures.speedMax
    threshold = measures.thresholdMetres
    if let (mean, maximum) = sensors.meanAndMaximum(of: .heartRate) {
      (heartRateMean, heartRateMax) = (mean, maximum)
    }
    if let (mean, maximum) = sensors.meanAndMaximum(of: .cadence) {
      (cadenceMean, cadenceMax) = (mean, maximum)
    }
    if let (mean, maximum) = sensors.meanAndMaximum(of: .power) {
      (powerMean, powerMax) = (mean, maximum)
    }
  }

  /// Creates the totals for several paths.
  ///
  /// Lengths, ascents, descents and durations are added up. Minimum and maximum values are
  /// determined over all paths. The mean speed is based on the total moving time. Sensor means are
  /// omitted.
  package init(sumOf parts: [PathStatistics], threshold: Double) {
    self.threshold = threshold
    var movingMetres = 0.0
    for part in parts {
      points += part.points
      segments += part.segments
      lengthMetres += part.lengthMetres
      ascentMetres = Self.sum(ascentMetres, part.ascentMetres)
      descentMetres = Self.sum(descentMetres, part.descentMetres)
      hasPartialElevations = hasPartialElevations || part.hasPartialElevations
      durationSeconds = Self.sum(durationSeconds, part.durationSeconds)
      movingSeconds = Self.sum(movingSeconds, part.movingSeconds)
      elevationMin = Self.either(elevationMin, part.elevationMin, min)
      elevationMax = Self.either(elevationMax, part.elevationMax, max)
      timeFirst = Self.either(timeFirst, part.timeFirst, min)
      timeLast = Self.either(timeLast, part.timeLast, max)
      bounds = Self.either(bounds, part.bounds) { $0.union($1) }
      speedMax = Self.either(speedMax, part.speedMax, max)
      heartRateMax = Self.either(heartRateMax, part.heartRateMax, max)
      cadenceMax = Self.either(cadenceMax, part.cadenceMax, max)
      powerMax = Self.either(powerMax, part.powerMax, max)
      movingMetres += (part.speedMean ?? 0) * (part.movingSeconds ?? 0)
    }
    if let movingSeconds, movingSeconds > 0 { speedMean = movingMetres / movingSeconds }
  }

  private static func sum(_ first: Double?, _ second: Double?) -> Double? {
    either(first, second, +)
  }

  private static func either<Value>(
    _ first: Value?, _ second: Value?, _ combine: (Value, Value) -> Value
  ) -> Value? {
    guard let first, let second else { return first ?? second }
    return combine(first, second)
  }
}

/// The statistics of individual paths, and the totals over these paths.
package struct StatisticsReport: Sendable {
  package var paths: [PathStatistics]
  package var total: PathStatistics
  /// The breakdowns of the paths by splits, days and slopes. Empty if no breakdown was requested.
  package var breakdowns: [PathBreakdown] = []

  /// Returns a report on the paths that begin in a time span, with their totals.
  package func beginning(in times: Range<Date>) -> StatisticsReport {
    let parts = paths.filter { path in path.timeFirst.map { times.contains($0) } ?? false }
    let ids = Set(parts.compactMap(\.id))
    return StatisticsReport(
      paths: parts, total: PathStatistics(sumOf: parts, threshold: total.threshold),
      breakdowns: breakdowns.filter { ids.contains($0.id) })
  }
}
