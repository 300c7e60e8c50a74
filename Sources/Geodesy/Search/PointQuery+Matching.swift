import Foundation

/// The point data that a ``PointQuery`` searches.
public struct PointQueryColumns {
  public var columns: TrackColumns
  /// Each sensor's values at all points, with NaN for missing values.
  public var sensors: [PointQuery.Quality: [Double]]
  /// A closure that returns the name of the point at an index. The name is nil if the point is
  /// unnamed.
  public var name: (Int) -> String?
  /// The time zone in which times of day are compared.
  public var zone: TimeZone

  public init(
    _ columns: TrackColumns, sensors: [PointQuery.Quality: [Double]] = [:],
    zone: TimeZone, name: @escaping (Int) -> String? = { _ in nil }
  ) {
    self.columns = columns
    self.sensors = sensors
    self.zone = zone
    self.name = name
  }
}

extension PointQuery {
  /// Returns, in ascending order, the indices of the points that satisfy all query terms.
  ///
  /// A point without a value for a field does not satisfy any comparison with that field. A gap is
  /// measured from the previous point, even if that point is in another segment.
  /// - Complexity: O(*n* · *t*) for *n* points and *t* terms.
  public func matches(in points: PointQueryColumns) -> [Int] {
    terms.reduce(Array(0..<points.columns.count)) { found, term in
      guard !found.isEmpty else { return [] }
      switch term {
      case .compare(let quality, let comparison, let value):
        let values = points.values(of: quality)
        return found.filter { $0 < values.count && comparison.holds(values[$0], value) }
      case .timeOfDay(let comparison, let seconds):
        var clock = WallClock(points.zone)
        return found.filter {
          let time = points.columns.times[$0]
          return time.isFinite && comparison.holds(clock.secondsOfDay(at: time), seconds)
        }
      case .text(let text):
        return found.filter {
          points.name($0)?.range(of: text, options: [.caseInsensitive, .diacriticInsensitive])
            != nil
        }
      }
    }
  }
}

extension PointQueryColumns {
  fileprivate func values(of quality: PointQuery.Quality) -> [Double] {
    switch quality {
    case .elevation: columns.elevations
    case .distance: TrackMeasures.cumulativeMetres(columns)
    case .speed: TrackSeries.speeds(of: columns)
    case .slope: TrackSeries.slopes(of: columns)
    case .gapSeconds:
      (0..<columns.count).map { $0 == 0 ? .nan : columns.times[$0] - columns.times[$0 - 1] }
    case .gapMetres:
      (0..<columns.count).map { $0 == 0 ? .nan : columns.metres(from: $0 - 1, to: $0) }
    case .heartRate, .cadence, .power, .temperature: sensors[quality] ?? []
    case .segment:
      columns.segments.enumerated().flatMap { number, points in
        points.map { _ in Double(number + 1) }
      }
    }
  }
}

/// A calculator for the local time of day at a given time. The zone's offset from UTC is cached for
/// a quarter of an hour, because offsets change only at full quarter-hours.
private struct WallClock {
  private let zone: TimeZone
  private var quarter = Double.nan
  private var offset = 0.0

  init(_ zone: TimeZone) {
    self.zone = zone
  }

  mutating func secondsOfDay(at time: Double) -> Double {
    let quarter = (time / 900).rounded(.down)
    if quarter != self.quarter {
      self.quarter = quarter
      offset =
        abs(time) < DayFinder.calendarLimit
        ? Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: time))) : 0
    }
    let local = time + offset
    return local - (local / 86_400).rounded(.down) * 86_400
  }
}
