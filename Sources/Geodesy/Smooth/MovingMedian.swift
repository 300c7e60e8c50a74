/// The median of some neighbours of each value, as many on either side; fewer towards the ends.
struct MovingMedian {
  private let reach: Int

  init(points: Int) {
    reach = points / 2
  }

  func smooth(_ values: [Double]) -> [Double] {
    values.indices.map { index in
      Self.median(values[window(index, values.count)])
    }
  }

  /// Upward vectors, by the medians of their offsets east and north in the plane of each.
  func smooth(_ normals: [EarthVector]) -> [EarthVector] {
    normals.indices.map { index in
      let window = window(index, normals.count)
      guard window.count > 1 else { return normals[index] }
      let center = normals[index]
      let axis = abs(center.z) < 0.9 ? EarthVector(0, 0, 1) : EarthVector(1, 0, 0)
      let unscaled = axis.cross(center)
      let east = unscaled / unscaled.length
      let north = center.cross(east)
      let offsets = normals[window].map { $0 - center }
      let toEast = Self.median(offsets.map { $0.dot(east) }[...])
      let toNorth = Self.median(offsets.map { $0.dot(north) }[...])
      return toEast == 0 && toNorth == 0 ? center : center + east * toEast + north * toNorth
    }
  }

  private func window(_ index: Int, _ count: Int) -> Range<Int> {
    let reach = min(reach, index, count - 1 - index)
    return index - reach..<index + reach + 1
  }

  /// Of an odd number of values.
  private static func median(_ values: ArraySlice<Double>) -> Double {
    guard values.count > 1 else { return values.first ?? .nan }
    let sorted = values.sorted()
    return sorted[sorted.count / 2]
  }
}
