import Foundation

/// The measurements of a path: its length, ascent, times, speeds and bounds, computed in one pass.
///
/// Distances across gaps between segments are not counted.
public struct TrackMeasures: Equatable, Sendable {
  public var points: Int
  /// The number of segments, including empty segments.
  public var segments: Int
  /// The geodesic length on WGS 84, in metres.
  public var lengthMetres: Double
  /// The total ascent in metres. Nil if no point has an elevation.
  ///
  /// In each segment, the ascent minus the descent equals the difference between the last and the
  /// first elevation.
  public var ascentMetres: Double?
  public var descentMetres: Double?
  /// The lowest elevation in metres. Nil if no point has an elevation.
  public var elevationMin: Double?
  /// The highest elevation in metres. Nil if no point has an elevation.
  public var elevationMax: Double?
  /// The number of points that have an elevation. Nil if there are no such points, or if the
  /// measurements were read from the store, which does not contain the number.
  public var elevationCount: Int?
  /// The earliest point time. Nil if no point has a time.
  public var timeFirst: Date?
  /// The latest point time. Nil if no point has a time.
  public var timeLast: Date?
  /// The time from the earliest to the latest point, in seconds, including gaps and rests.
  ///
  /// The duration, the moving time and the speeds are nil if the points' times are not in order
  /// (see ``TimeOrder``). An example is a route whose points carry their creation times.
  public var durationSeconds: Double?
  /// The time spent moving, in seconds: the total duration of the legs travelled faster than 0.5
  /// km/h. Gaps between segments are excluded.
  public var movingSeconds: Double?
  /// The mean speed while moving, in metres per second. Nil if there was no movement.
  public var speedMean: Double?
  /// The maximum speed in metres per second, averaged over 10 s. A leg that takes more than 10 s is
  /// averaged as a whole. Nil if no segment's times span at least 10 s.
  public var speedMax: Double?
  /// The minimum change in elevation that counts as an ascent or a descent, in metres.
  public var thresholdMetres: Double
  public var segmentMeasures: [SegmentMeasures]
  /// The path's bounding box. Nil if the path has no points.
  public var bounds: GeoBounds?
}

extension TrackMeasures {
  /// Whether the elevations are incomplete: some points have an elevation, but more than a tenth of
  /// the points have none. The ascent and the descent are then minimum values. A smaller share of
  /// missing elevations is ignored.
  ///
  /// The value is false if ``elevationCount`` is unknown.
  public var hasPartialElevations: Bool {
    elevationCount.map { $0 > 0 && (points - $0) * 10 > points } ?? false
  }

  /// Computes a path's measurements.
  ///
  /// - Parameter thresholdMetres: The minimum elevation change that counts as ascent or descent.
  ///   For elevations from a satellite receiver, use 5 to 7 metres; for a barometer or a terrain
  ///   model, less.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public init(_ columns: TrackColumns, thresholdMetres: Double = 5) {
    var meter = TrackMeter(thresholdMetres: thresholdMetres)
    var measures: [SegmentMeasures] = []
    for range in columns.segments {
      for index in range {
        meter.add(
          latitude: columns.latitudes[index], longitude: columns.longitudes[index],
          elevation: columns.elevations[index], time: columns.times[index])
      }
      measures.append(meter.endSegment())
    }
    self = meter.measures(measures)
    points = columns.count
  }

  /// Sets the duration, the moving time and the speeds to nil.
  mutating func removeDuration() {
    durationSeconds = nil
    movingSeconds = nil
    speedMean = nil
    speedMax = nil
  }

  /// Returns the distance travelled from the start to each point, in metres. Gaps between segments
  /// are not counted.
  public static func cumulativeMetres(_ columns: TrackColumns) -> [Double] {
    var distances = [Double](repeating: 0, count: columns.count)
    var total = 0.0
    for range in columns.segments {
      for index in range {
        total += columns.legMetres(to: index, in: range)
        distances[index] = total
      }
    }
    return distances
  }
}

extension TrackColumns {
  /// The length of all segments, in metres, which equals ``TrackMeasures/lengthMetres``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  public var lengthMetres: Double {
    segments.reduce(0) { total, range in
      total + range.reduce(0) { $0 + legMetres(to: $1, in: range) }
    }
  }
}
