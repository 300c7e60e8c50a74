/// What changes along a track, at each of its points.
public enum TrackSeries {
  /// Speeds are means over so much time, since a receiver's error makes any single second fast.
  public static let speedWindowSeconds = 10.0
  /// Slopes are means over so much way.
  public static let slopeWindowMetres = 50.0

  /// Metres per second at each point: the way from half a window before it to half a window after,
  /// or to the next points where those are farther, over the time between.
  ///
  /// - Returns: NaN for a point without a time, with one that is not after those before, or alone in
  ///   its segment.
  /// - Complexity: O(*n*).
  public static func speeds(
    of columns: TrackColumns, windowSeconds: Double = speedWindowSeconds
  ) -> [Double] {
    rates(
      of: TrackMeasures.cumulativeMetres(columns), along: columns.times, columns,
      window: windowSeconds)
  }

  /// Metres upward for each metre of way, at each point: over half a window before it and half a
  /// window after, or to the next points where those are farther.
  ///
  /// - Returns: NaN for a point without an elevation, or without way in its segment.
  /// - Complexity: O(*n*).
  public static func slopes(
    of columns: TrackColumns, windowMetres: Double = slopeWindowMetres
  ) -> [Double] {
    rates(
      of: columns.elevations, along: TrackMeasures.cumulativeMetres(columns), columns,
      window: windowMetres)
  }

  /// The slope of the leg to a point: the mean of those at its ends, or the one that is known.
  static func legSlope(_ slopes: [Double], to index: Int) -> Double {
    let (start, end) = (slopes[index - 1], slopes[index])
    return start.isNaN ? end : end.isNaN ? start : (start + end) / 2
  }

  /// By how much one column changes for each unit of another, over a window.
  private static func rates(
    of values: [Double], along axis: [Double], _ columns: TrackColumns, window: Double
  ) -> [Double] {
    var result = [Double](repeating: .nan, count: columns.count)
    for range in columns.segments {
      var highest = -Double.infinity
      let known = range.filter {
        guard axis[$0] >= highest, !values[$0].isNaN else { return false }
        highest = axis[$0]
        return true
      }
      guard known.count > 1 else { continue }
      var (low, high) = (0, 0)
      for (place, index) in known.enumerated() {
        let (start, end) = (axis[index] - window / 2, axis[index] + window / 2)
        while low + 1 < place, axis[known[low + 1]] <= start { low += 1 }
        while high < known.count - 1, high <= place || axis[known[high]] < end { high += 1 }
        let (first, last) = (known[min(low, place)], known[max(high, place)])
        let width = axis[last] - axis[first]
        if width > 0 { result[index] = (values[last] - values[first]) / width }
      }
    }
    return result
  }
}
