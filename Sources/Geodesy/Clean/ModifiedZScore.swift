/// How far a number is out of the ordinary of others, whatever those few are that are out of it.
///
/// 0.6745 · (x − median) / MAD, with the median of the absolute deviations; over 3.5 is called an
/// outlier by B. Iglewicz and D. Hoaglin, "How to detect and handle outliers", ASQC Basic
/// References in Quality Control 16 (1993), section 3. Where more than half of the numbers are equal
/// and that median is 0, their mean takes its place: (x − median) / (1.253314 · mean deviation).
public struct ModifiedZScore: Sendable {
  public let median: Double
  /// What is one standard deviation of a normal distribution.
  public let deviation: Double

  /// - Parameter values: Those that are no numbers count for nothing.
  /// - Complexity: O(*n* log *n*).
  public init(_ values: [Double]) {
    let known = values.filter(\.isFinite)
    let median = Self.median(known)
    let deviations = known.map { abs($0 - median) }
    let middle = Self.median(deviations)
    self.median = median
    deviation =
      middle > 0
      ? middle / 0.6745
      : 1.253314 * (deviations.reduce(0, +) / Double(max(deviations.count, 1)))
  }

  /// The score of a number; 0 where all others are equal or there are none.
  public func score(_ value: Double) -> Double {
    deviation > 0 ? (value - median) / deviation : 0
  }

  private static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
