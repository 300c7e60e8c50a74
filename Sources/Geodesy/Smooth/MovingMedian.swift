/// A moving median, which replaces each value with the median of the value and its neighbours. The
/// window contains the same number of neighbours on either side, and is smaller near the ends.
struct MovingMedian {
  private let reach: Int

  init(points: Int) {
    reach = points / 2
  }

  /// Returns the moving medians for a series of values.
  ///
  /// - Complexity: O(*n* · *k*) for *n* values and a window size of *k*.
  ///   Each step moves *k* values in memory.
  func smooth(_ values: [Double]) -> [Double] { smooth(values) { () throws(Never) in } }

  /// Returns the moving medians for a series of values. A closure, which is called periodically,
  /// can cancel the computation.
  func smooth<Failure: Error>(
    _ values: [Double], check: () throws(Failure) -> Void
  ) throws(Failure) -> [Double] {
    var sorted: [Double] = []
    sorted.reserveCapacity(2 * reach + 2)
    var held = 0..<0
    return try values.indices.map { (index) throws(Failure) -> Double in
      if index % TrackError.pointsBetweenChecks == 0 { try check() }
      let window = window(index, values.count)
      for added in held.upperBound..<window.upperBound {
        sorted.insert(values[added], at: sorted.firstIndexSorted { $0 > values[added] })
      }
      for removed in held.lowerBound..<window.lowerBound {
        sorted.remove(at: sorted.firstIndexSorted { $0 >= values[removed] })
      }
      held = window
      return sorted[sorted.count / 2]
    }
  }

  /// Returns the moving medians for a series of upward vectors. For each vector, the medians of the
  /// eastward and northward offsets are taken in the vector's tangent plane.
  func smooth<Failure: Error>(
    _ normals: [EarthVector], check: () throws(Failure) -> Void
  ) throws(Failure) -> [EarthVector] {
    var offsets: [Double] = []
    /// Returns the median offset of the window's vectors from a centre, measured along the given
    /// direction.
    func median(_ window: Range<Int>, _ center: EarthVector, _ direction: EarthVector) -> Double {
      offsets.removeAll(keepingCapacity: true)
      for index in window { offsets.append((normals[index] - center).dot(direction)) }
      offsets.sort()
      return offsets[offsets.count / 2]
    }
    return try normals.indices.map { (index) throws(Failure) -> EarthVector in
      if index % TrackError.pointsBetweenChecks == 0 { try check() }
      let window = window(index, normals.count)
      guard window.count > 1 else { return normals[index] }
      let center = normals[index]
      let axis = abs(center.z) < 0.9 ? EarthVector(0, 0, 1) : EarthVector(1, 0, 0)
      let unscaled = axis.cross(center)
      let east = unscaled / unscaled.length
      let north = center.cross(east)
      let toEast = median(window, center, east)
      let toNorth = median(window, center, north)
      return toEast == 0 && toNorth == 0 ? center : center + east * toEast + north * toNorth
    }
  }

  /// Returns the range of indices in the window centred on the given index. The window has an odd
  /// number of values, so the median is one of the values.
  private func window(_ index: Int, _ count: Int) -> Range<Int> {
    let reach = min(reach, index, count - 1 - index)
    return index - reach..<index + reach + 1
  }
}
