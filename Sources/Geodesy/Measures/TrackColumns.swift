/// The points of one path as columns of equal length, made for a million of them.
public struct TrackColumns: Equatable, Sendable {
  /// Degrees north.
  public var latitudes: [Double]
  /// Degrees east.
  public var longitudes: [Double]
  /// Metres; NaN where a point has none.
  public var elevations: [Double]
  /// Seconds since 2001-01-01T00:00:00Z, as `Date.timeIntervalSinceReferenceDate`; NaN where a
  /// point has none.
  public var times: [Double]
  /// The index of the first point of each segment, ascending from 0.
  ///
  /// A segment without points starts where the next does.
  public var segmentStarts: [Int]

  /// - Precondition: The first four are of equal length.
  public init(
    latitudes: [Double] = [], longitudes: [Double] = [], elevations: [Double] = [],
    times: [Double] = [], segmentStarts: [Int] = [0]
  ) {
    precondition(
      latitudes.count == longitudes.count && latitudes.count == elevations.count
        && latitudes.count == times.count,
      "the columns of a track are of equal length")
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.elevations = elevations
    self.times = times
    self.segmentStarts = segmentStarts
  }

  /// How many points there are.
  public var count: Int { latitudes.count }

  /// The indices of each segment's points; an empty range for one without.
  public var segments: [Range<Int>] {
    segmentStarts.indices.map { number in
      let next = number + 1 < segmentStarts.count ? segmentStarts[number + 1] : count
      let end = min(max(next, 0), count)
      return min(max(segmentStarts[number], 0), end)..<end
    }
  }
}

extension Double {
  /// Whether two values of a column are the same, where NaN is that there is none.
  package func isSameValue(as other: Double) -> Bool {
    self == other || isNaN && other.isNaN
  }
}
