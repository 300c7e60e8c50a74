import Foundation
import Geodesy

/// What a path, or several together, amount to.
package struct PathStatistics: Sendable, Equatable {
  /// Nil for a sum.
  package var id: ItemID?
  package var name: String?
  package var points = 0
  package var segments = 0
  package var lengthMetres = 0.0
  /// Nil where no point has an elevation.
  package var ascentMetres: Double?
  package var descentMetres: Double?
  package var elevationMin: Double?
  package var elevationMax: Double?
  package var timeFirst: Date?
  package var timeLast: Date?
  /// From the first to the last time of each path.
  package var durationSeconds: Double?
  package var movingSeconds: Double?
  /// Metres per second, while moving.
  package var speedMean: Double?
  package var speedMax: Double?
  /// Beats a minute, revolutions a minute, watts: the mean over the points that have a value, and
  /// the highest.
  package var heartRateMean: Double?
  package var heartRateMax: Double?
  package var cadenceMean: Double?
  package var cadenceMax: Double?
  package var powerMean: Double?
  package var powerMax: Double?
  /// Metres the elevation must turn for a climb to count.
  package var threshold: Double

  package init(
    id: ItemID, name: String, _ measures: TrackMeasures, _ sensors: PathSensors = PathSensors()
  ) {
    self.id = id
    self.name = name
    points = measures.points
    segments = measures.segments
    lengthMetres = measures.lengthMetres
    ascentMetres = measures.ascentMetres
    descentMetres = measures.descentMetres
    elevationMin = measures.elevationMin
    elevationMax = measures.elevationMax
    timeFirst = measures.timeFirst
    timeLast = measures.timeLast
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

  /// The sum of several: lengths, climbs and durations are added, extremes are the extremes of
  /// all, and the mean speed is that of all the moving time together. Means of sensors are of one
  /// path only.
  package init(sumOf parts: [PathStatistics], threshold: Double) {
    self.threshold = threshold
    var movingMetres = 0.0
    for part in parts {
      points += part.points
      segments += part.segments
      lengthMetres += part.lengthMetres
      ascentMetres = Self.sum(ascentMetres, part.ascentMetres)
      descentMetres = Self.sum(descentMetres, part.descentMetres)
      durationSeconds = Self.sum(durationSeconds, part.durationSeconds)
      movingSeconds = Self.sum(movingSeconds, part.movingSeconds)
      elevationMin = Self.either(elevationMin, part.elevationMin, min)
      elevationMax = Self.either(elevationMax, part.elevationMax, max)
      timeFirst = Self.either(timeFirst, part.timeFirst, min)
      timeLast = Self.either(timeLast, part.timeLast, max)
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

/// Each path's statistics and their sum.
package struct StatisticsReport: Sendable {
  package var paths: [PathStatistics]
  package var total: PathStatistics
  /// What else was asked about each path.
  package var breakdowns: [PathBreakdown] = []
}
