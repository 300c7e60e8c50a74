import Foundation

/// Functions that compute each point's importance to the shape of a line.
///
/// A point's significance is the smallest tolerance, in metres, at which the Ramer–Douglas–Peucker
/// algorithm (1972, 1973) removes the point. Removing all points whose significance is below a
/// tolerance moves the line by at most that tolerance. The significance is computed once;
/// simplification to any tolerance or number of points then requires only comparisons.
///
/// The algorithm measures a point's distance to the segment between two points, not to the infinite
/// line through the two points. Distances are computed on the ellipsoid, also across the 180°
/// meridian and the poles, with a relative error of 10⁻⁴ for lines of up to 100 km.
public enum Significance {
  /// Returns the significance of each point on a line. The line's ends and invalid coordinates have
  /// infinite significance.
  ///
  /// Usually, the algorithm divides a line at the point farthest from the straight line between its
  /// ends. If these divisions are so unequal that the running time would become quadratic, it
  /// divides the line near its middle instead. The simplified line then keeps more points than
  /// necessary, but is still within the tolerance.
  /// - Parameter latitudes: The latitudes in degrees.
  /// - Parameter longitudes: The longitudes in degrees, one for each latitude.
  /// - Complexity: O(*n* log *n*) for *n* points, without recursion.
  public static func metres(latitudes: [Double], longitudes: [Double]) -> [Double] {
    metres(latitudes: latitudes, longitudes: longitudes) { () throws(Never) in }
  }

  /// Computes the significance of each point on a line. A closure, which is called periodically,
  /// can cancel the computation.
  ///
  /// - Parameter check: A closure that can cancel the computation by throwing an error.
  ///   The closure is called periodically.
  static func metres<Failure: Error>(
    latitudes: [Double], longitudes: [Double], check: () throws(Failure) -> Void
  ) throws(Failure) -> [Double] {
    let points = zip(latitudes, longitudes).map {
      EarthVector(surfaceAtLatitude: $0, longitude: $1)
    }
    var result = [Double](repeating: .infinity, count: points.count)
    var start = 0
    for index in points.indices where !points[index].length.isFinite {
      try measure(points, start..<index, &result, check)
      start = index + 1
    }
    try measure(points, start..<points.count, &result, check)
    return result
  }

  /// Returns the indices of a line's `count` most significant points, in ascending order. The two
  /// ends of the line are always included.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of points.
  public static func most(_ count: Int, of significance: [Double]) -> [Int] {
    guard significance.count > max(count, 2) else { return Array(significance.indices) }
    let order = significance.indices.sorted {
      significance[$0] == significance[$1] ? $0 < $1 : significance[$0] > significance[$1]
    }
    return order.prefix(max(count, 2)).sorted()
  }

  private struct Stretch {
    let first: Int
    let last: Int
    /// An upper bound for the significance of the points in this part of the line. The bound is the
    /// significance of the point at which the line was last divided.
    let bound: Double
    let depth: Int
  }

  private static func measure<Failure: Error>(
    _ points: [EarthVector], _ range: Range<Int>, _ result: inout [Double],
    _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    guard range.count > 2 else { return }
    // A deeper stretch is cut near its middle, so that a spiral does not make the work quadratic.
    let depthLimit = 4 * (Int.bitWidth - range.count.leadingZeroBitCount)
    var open = [
      Stretch(first: range.lowerBound, last: range.upperBound - 1, bound: .infinity, depth: 0)
    ]
    var unchecked = 0
    while let stretch = open.popLast() {
      let (first, last) = (stretch.first, stretch.last)
      guard last - first > 1 else { continue }
      unchecked += last - first
      if unchecked >= TrackError.pointsBetweenChecks {
        unchecked = 0
        try check()
      }
      let leg = EarthLeg(points[first], points[last])
      var (farthest, measure) = (first, 0.0)
      var (inMiddle, middleMeasure) = (first, -1.0)
      let quarter = stretch.depth < depthLimit ? 0 : (last - first) / 4
      for index in first + 1..<last {
        let found = leg.measure(points[index])
        if found > measure { (farthest, measure) = (index, found) }
        if quarter > 0, found > middleMeasure, index - first > quarter, last - index > quarter {
          (inMiddle, middleMeasure) = (index, found)
        }
      }
      guard measure > 0 else {
        for index in first + 1..<last { result[index] = 0 }
        continue
      }
      let cut = inMiddle > first ? inMiddle : farthest
      // A point counts at most as much as the point that cut its stretch, so that a smaller
      // tolerance keeps a superset of the points.
      let value = min(EarthLeg.metres(measure), stretch.bound)
      result[cut] = value
      for (from, to) in [(first, cut), (cut, last)] {
        open.append(Stretch(first: from, last: to, bound: value, depth: stretch.depth + 1))
      }
    }
  }
}
