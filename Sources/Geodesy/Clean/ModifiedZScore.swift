/// The modified Z-score of a number: its deviation from the median, divided by a robust measure of
/// the spread.
///
/// The score of a number x is 0.6745 · (x − median) / MAD. MAD is the median absolute deviation.
/// Iglewicz and Hoaglin call a value with a score over 3.5 an outlier (“How to detect and handle
/// outliers”, ASQC Basic References in Quality Control 16 (1993), section 3). If more than half of
/// the numbers are equal, the MAD is 0 and the mean deviation is used: (x − median) / (1.253314 ·
/// mean deviation).
public struct ModifiedZScore: Sendable {
  public let median: Double
  /// A robust estimate of the standard deviation, assuming that the values are normally
  /// distributed.
  public let deviation: Double

  /// Computes the median and the robust standard deviation of the given values.
  ///
  /// - Parameter values: The values to evaluate. Values that are not finite are ignored.
  /// - Complexity: O(*n* log *n*), where *n* is the number of values.
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

  /// Returns the modified Z-score of a number. The score is 0 if there are no values or if all
  /// values are equal.
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
