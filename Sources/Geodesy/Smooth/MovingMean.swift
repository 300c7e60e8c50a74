/// The mean of a line over a window that moves along it.
///
/// The line runs straight between its points, and the mean is that of all of it in the window, so
/// that many points in one place weigh no more than one. Towards the ends the window shrinks on both
/// sides alike.
struct MovingMean {
  private let axis: [Double]
  private let halfWidth: Double

  /// - Parameter axis: Where each point is, ascending.
  init(axis: [Double], width: Double) {
    self.axis = axis
    halfWidth = width / 2
  }

  func smooth(_ values: [Double], times: Int) -> [Double] {
    var values = values
    for _ in 0..<times { values = mean(values) }
    return values
  }

  func smooth(_ values: [EarthVector], times: Int) -> [EarthVector] {
    let x = smooth(values.map(\.x), times: times)
    let y = smooth(values.map(\.y), times: times)
    let z = smooth(values.map(\.z), times: times)
    return values.indices.map { EarthVector(x[$0], y[$0], z[$0]) }
  }

  /// - Complexity: O(*n*): both ends of the window only go forward, up to the shrinking at the end.
  private func mean(_ values: [Double]) -> [Double] {
    guard let first = axis.first, let last = axis.last, values.count > 2, last > first else {
      return values
    }
    // Integrals of the difference from the first value, which keeps their digits for the window.
    let origin = values[0]
    var integrals = [0.0]
    integrals.reserveCapacity(values.count)
    for index in 1..<values.count {
      let sum = (values[index] - origin) + (values[index - 1] - origin)
      integrals.append(integrals[index - 1] + sum * (axis[index] - axis[index - 1]) / 2)
    }
    /// The integral up to a place of the axis in the leg that ends at a point.
    let integral = { (place: Double, end: Int) -> Double in
      let width = axis[end] - axis[end - 1]
      guard width > 0 else { return integrals[end] }
      let part = place - axis[end - 1]
      let start = values[end - 1] - origin
      let rise = (values[end] - values[end - 1]) * part / width
      return integrals[end - 1] + (start + rise / 2) * part
    }
    var result = values
    var low = 1
    var high = 1
    for index in 1..<values.count - 1 {
      let half = min(halfWidth, axis[index] - first, last - axis[index])
      guard half > 0 else { continue }
      let (start, end) = (axis[index] - half, axis[index] + half)
      while low < index, axis[low] < start { low += 1 }
      while high < values.count - 1, axis[high] < end { high += 1 }
      let area = integral(end, high) - integral(start, low)
      result[index] = origin + area / (2 * half)
    }
    return result
  }
}
