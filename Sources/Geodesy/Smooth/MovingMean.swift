/// A moving mean, which replaces each point of a curve with the curve's mean over a window around
/// the point.
///
/// The curve consists of straight lines between neighbouring points. The mean is the integral of
/// the curve over the window, so that many points at one position have no more weight than a single
/// point. Near the ends, the window is narrowed symmetrically.
struct MovingMean {
  private let axis: [Double]
  private let halfWidth: Double

  /// Creates a moving mean with the given window width.
  ///
  /// - Parameter axis: The positions of the points along the axis, in ascending order.
  init(axis: [Double], width: Double) {
    self.axis = axis
    halfWidth = width / 2
  }

  func smooth(_ values: [Double], times: Int) -> [Double] {
    smooth(values.map { SIMD4($0, 0, 0, 0) }, times: times).map(\.x)
  }

  func smooth(_ values: [EarthVector], times: Int) -> [EarthVector] {
    smooth(values.map { SIMD4($0, 0) }, times: times).map { EarthVector($0.x, $0.y, $0.z) }
  }

  /// Smooths up to four columns together, so that each window's bounds are determined only once.
  private func smooth(_ values: [SIMD4<Double>], times: Int) -> [SIMD4<Double>] {
    guard let first = axis.first, let last = axis.last, values.count > 2, last > first else {
      return values
    }
    // Differences from the first value leave the sums below more digits for the fraction.
    let origin = values[0]
    let shifted = values.map { $0 - origin }
    var smooth = shifted
    var integrals = [SIMD4<Double>](repeating: .zero, count: values.count)
    for _ in 0..<times {
      for index in 1..<values.count {
        let width = axis[index] - axis[index - 1]
        integrals[index] =
          integrals[index - 1] + (smooth[index] + smooth[index - 1]) * (width / 2)
      }
      smooth = mean(smooth, integrals, first, last)
    }
    return values.indices.map { index in
      smooth[index] == shifted[index] ? values[index] : smooth[index] + origin
    }
  }

  /// Returns the mean of the curve over the window around each point.
  ///
  /// - Complexity: O(*n*) for *n* points, because the window's two ends never move backward.
  private func mean(
    _ values: [SIMD4<Double>], _ integrals: [SIMD4<Double>], _ first: Double, _ last: Double
  ) -> [SIMD4<Double>] {
    var result = values
    var low = 1
    var high = 1
    for index in 1..<values.count - 1 {
      let half = min(halfWidth, axis[index] - first, last - axis[index])
      guard half > 0 else { continue }
      let (start, end) = (axis[index] - half, axis[index] + half)
      while low < index, axis[low] < start { low += 1 }
      while high < values.count - 1, axis[high] < end { high += 1 }
      let area =
        integral(end, high, values, integrals) - integral(start, low, values, integrals)
      result[index] = area * (0.5 / half)
    }
    return result
  }

  /// Returns the integral of the curve from its start to a position. The position is on the leg
  /// that ends at the given point.
  @inline(__always)
  private func integral(
    _ position: Double, _ end: Int, _ values: [SIMD4<Double>], _ integrals: [SIMD4<Double>]
  ) -> SIMD4<Double> {
    let width = axis[end] - axis[end - 1]
    guard width > 0 else { return integrals[end] }
    let part = position - axis[end - 1]
    let rise = (values[end] - values[end - 1]) * (part / width / 2)
    return integrals[end - 1] + (values[end - 1] + rise) * part
  }
}
