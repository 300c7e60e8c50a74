/// Functions that compute a quantity, such as speed, at each point of a track.
public enum TrackSeries {
  /// The duration over which speeds are averaged, in seconds. Because of position errors, speeds
  /// over a single second would be too high.
  public static let speedWindowSeconds = 10.0
  /// The distance over which slopes are averaged, in metres.
  public static let slopeWindowMetres = 50.0

  /// Returns the speed at each point in metres per second, averaged over a time window centred on
  /// the point.
  ///
  /// If a point's neighbour is farther away than half the window's width, the window extends to
  /// that neighbour.
  ///
  /// - Returns: The speeds, with NaN for points whose speed is unknown.
  ///   The speed is unknown if the point has no time, is not later than the previous point, or is
  ///   the only point in its segment. All speeds are unknown if the track's times are not in order
  ///   (see ``TimeOrder``).
  /// - Complexity: O(*n*), where *n* is the number of points.
  public static func speeds(of columns: TrackColumns) -> [Double] {
    guard columns.areTimesAscending else {
      return [Double](repeating: .nan, count: columns.count)
    }
    return rates(
      of: TrackMeasures.cumulativeMetres(columns), along: columns.times, columns,
      window: speedWindowSeconds)
  }

  /// Returns the slope at each point, averaged over a stretch of the track around the point. Slopes
  /// are in metres of climb per metre of distance.
  ///
  /// If a point's neighbour is farther away than half the window's width, the window extends to
  /// that neighbour.
  ///
  /// - Returns: The slopes, with NaN for points whose slope is unknown.
  ///   The slope is unknown for a point without an elevation, and for all points of a segment whose
  ///   length is zero.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public static func slopes(
    of columns: TrackColumns, windowMetres: Double = slopeWindowMetres
  ) -> [Double] {
    rates(
      of: columns.elevations, along: TrackMeasures.cumulativeMetres(columns), columns,
      window: windowMetres)
  }

  /// Returns the slope at each point in a segment, computed as in ``slopes(of:windowMetres:)``.
  ///
  /// - Parameter metres: The distance of each point from the segment's start, in metres.
  static func slopes(_ elevations: [Double], along metres: [Double]) -> [Double] {
    var result = [Double](repeating: .nan, count: metres.count)
    addRates(of: elevations, along: metres, metres.indices, slopeWindowMetres, to: &result)
    return result
  }

  /// Returns the slope of the leg that ends at a point. The result is the mean of the known slopes
  /// at the leg's two ends.
  static func legSlope(_ slopes: [Double], to index: Int) -> Double {
    let (start, end) = (slopes[index - 1], slopes[index])
    return start.isNaN ? end : end.isNaN ? start : (start + end) / 2
  }

  /// Returns, for each point, the rate of change of the values with respect to the axis, averaged
  /// over a window.
  private static func rates(
    of values: [Double], along axis: [Double], _ columns: TrackColumns, window: Double
  ) -> [Double] {
    var result = [Double](repeating: .nan, count: columns.count)
    for range in columns.segments { addRates(of: values, along: axis, range, window, to: &result) }
    return result
  }

  /// Computes the rates of change at the points of one segment, and stores the rates in the result.
  private static func addRates(
    of values: [Double], along axis: [Double], _ range: Range<Int>, _ window: Double,
    to result: inout [Double]
  ) {
    var highest = -Double.infinity
    let known = range.filter {
      guard axis[$0] >= highest, !values[$0].isNaN else { return false }
      highest = axis[$0]
      return true
    }
    guard known.count > 1 else { return }
    var (low, high) = (0, 0)
    for (position, index) in known.enumerated() {
      let (start, end) = (axis[index] - window / 2, axis[index] + window / 2)
      while low + 1 < position, axis[known[low + 1]] <= start { low += 1 }
      while high < known.count - 1, high <= position || axis[known[high]] < end { high += 1 }
      let (first, last) = (known[min(low, position)], known[max(high, position)])
      let width = axis[last] - axis[first]
      if width > 0 { result[index] = (values[last] - values[first]) / width }
    }
  }
}
