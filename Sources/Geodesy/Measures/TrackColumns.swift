/// A path's points, stored as one array (column) for each quantity. The columnar layout is suitable
/// for paths with millions of points.
public struct TrackColumns: Equatable, Sendable {
  /// The latitudes in degrees north.
  public var latitudes: [Double]
  /// The longitudes in degrees east.
  public var longitudes: [Double]
  /// The elevations in metres, with NaN for points without an elevation.
  public var elevations: [Double]
  /// The times in seconds since 2001-01-01T00:00:00Z (see `Date.timeIntervalSinceReferenceDate`),
  /// with NaN for points without a time.
  public var times: [Double]
  /// The index of each segment's first point, in ascending order. The first index is 0.
  ///
  /// An empty segment has the same start index as the next segment.
  public var segmentStarts: [Int]

  /// Creates a track from columns of coordinates, elevations and times.
  ///
  /// - Precondition: The columns of coordinates, elevations and times have equal length.
  public init(
    latitudes: [Double] = [], longitudes: [Double] = [], elevations: [Double] = [],
    times: [Double] = [], segmentStarts: [Int] = [0]
  ) {
    precondition(
      latitudes.count == longitudes.count && latitudes.count == elevations.count
        && latitudes.count == times.count,
      "the columns of a track must have the same length")
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.elevations = elevations
    self.times = times
    self.segmentStarts = segmentStarts
  }

  /// The number of points in the track.
  public var count: Int { latitudes.count }

  /// The index range of each segment's points, which is empty for an empty segment.
  public var segments: [Range<Int>] {
    segmentStarts.indices.map { number in
      let next = number + 1 < segmentStarts.count ? segmentStarts[number + 1] : count
      let end = min(max(next, 0), count)
      return min(max(segmentStarts[number], 0), end)..<end
    }
  }
}

extension Double {
  /// Returns whether this value equals another value, treating two missing values (NaN) as equal.
  package func isSameValue(as other: Double) -> Bool {
    self == other || isNaN && other.isNaN
  }
}
