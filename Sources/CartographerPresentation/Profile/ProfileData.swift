import Geodesy

/// The data for a profile: a path's elevations or another quantity, over distance or time.
///
/// The data can be charted at any width. The data is built once per path, quantity and axis, and
/// shared by reference.
package final class ProfileData: Sendable {
  package let quantity: ProfileQuantity
  package let axis: ProfileAxis
  /// The position of each point on the axis, relative to ``start``, in metres or seconds.
  ///
  /// Across a gap between segments, the distance does not increase, but the time does.
  package let places: [Double]
  /// The axis position of the first charted point, in metres or seconds from the start of the path.
  package let start: Double
  /// The first charted point's index in the path.
  package let firstPoint: Int
  /// The number of points in the whole path, including points that are not charted.
  package let pathCount: Int
  /// The quantity at each point, or NaN if the value is missing or implausible.
  package let values: [Double]
  /// The index of each segment's first point.
  package let segmentStarts: [Int]
  /// The lowest and the highest charted value. Nil if no point has a value.
  package let range: ClosedRange<Double>?
  /// Summaries of the values, one for each block of ``blockLength`` points. The summaries speed up
  /// drawing columns with many points.
  private let blocks: [ValueSummary]

  private static let blockLength = 256
  /// The largest plausible absolute value, in metres or in the quantity's own unit.
  ///
  /// Larger values are treated as missing, so that a single wrong value in a file does not flatten
  /// the chart.
  private static let greatestValue = 1e6

  /// Creates profile data from a value and an axis position for each point.
  ///
  /// - Parameter values: The quantity's values, one for each position in `places`.
  /// - Parameter segmentStarts: The indexes of the segments' first points, in ascending order.
  package init(
    _ values: [Double], of quantity: ProfileQuantity, at places: [Double], along axis: ProfileAxis,
    start: Double = 0, firstPoint: Int = 0, pathCount: Int? = nil,
    segmentStarts: [Int] = [0]
  ) {
    self.quantity = quantity
    self.axis = axis
    self.start = start
    self.firstPoint = firstPoint
    let count = min(places.count, values.count)
    self.pathCount = pathCount ?? firstPoint + count
    self.places = Self.ascending(places.prefix(count))
    // Usually all values are plausible; then the array shares its storage with the path's array.
    let canStay = count == values.count && !values.contains { abs($0) > Self.greatestValue }
    self.values =
      canStay ? values : values.prefix(count).map { abs($0) <= Self.greatestValue ? $0 : .nan }
    var starts: [Int] = count > 0 ? [0] : []
    for start in segmentStarts where start > (starts.last ?? count) && start < count {
      starts.append(start)
    }
    self.segmentStarts = starts
    var blocks: [ValueSummary] = []
    var all = ValueSummary()
    for start in stride(from: 0, to: count, by: Self.blockLength) {
      var block = ValueSummary()
      for index in start..<min(start + Self.blockLength, count) {
        block.add(self.values[index])
      }
      all.add(block)
      blocks.append(block)
    }
    self.blocks = blocks
    range = all.range
  }

  /// Returns the distances, with each decreasing or non-finite distance replaced by the previous
  /// one.
  package static func ascending(_ distances: ArraySlice<Double>) -> [Double] {
    var reached = 0.0
    return distances.map { distance in
      if distance > reached, distance.isFinite { reached = distance }
      return reached
    }
  }

  /// Creates the data for an elevation profile over distance.
  package convenience init(
    distancesMetres: [Double], elevationsMetres: [Double], segmentStarts: [Int] = [0]
  ) {
    self.init(
      elevationsMetres, of: .elevation, at: distancesMetres, along: .distance,
      segmentStarts: segmentStarts)
  }

  package convenience init(_ columns: TrackColumns) {
    self.init(
      distancesMetres: TrackMeasures.cumulativeMetres(columns),
      elevationsMetres: columns.elevations, segmentStarts: columns.segmentStarts)
  }

  package var count: Int { places.count }
  /// The charted section's length along the axis, in metres or seconds.
  package var length: Double { places.last ?? 0 }

  /// Converts a point's index in the path to an index in ``values``, or returns nil if the point is
  /// not charted.
  package func index(ofPoint point: Int) -> Int? {
    let index = point - firstPoint
    return index >= 0 && index < count ? index : nil
  }

  /// Returns the index, in the path, of the first point with the highest or the lowest charted
  /// value. Returns nil if no point has a value.
  ///
  /// - Complexity: O(*n*), where *n* is the number of charted points.
  package func extremePoint(isHighest: Bool) -> Int? {
    guard let range else { return nil }
    let wanted = isHighest ? range.upperBound : range.lowerBound
    return values.firstIndex(of: wanted).map { $0 + firstPoint }
  }

  /// The message shown instead of the chart, such as `no points`. Nil if there is a chart.
  package var absence: String? {
    if count == 0 { return "no points" }
    if range == nil { return "no \(quantity.title)" }
    if count == 1 { return "one point only" }
    return length > 0 ? nil : axis == .time ? "no time passes" : "no length"
  }

  /// Returns the lowest and highest value in a range of points. Returns nil if none of the points
  /// has a value.
  ///
  /// - Complexity: O(*k*/256), where *k* is the number of points in the range.
  func extremes(of points: Range<Int>) -> ClosedRange<Double>? { summary(of: points).range }

  /// Returns the mean of the values in a range of points. Returns nil if none of the points has a
  /// value.
  ///
  /// - Complexity: O(*k*/256), where *k* is the number of points in the range.
  func mean(of points: Range<Int>) -> Double? { summary(of: points).mean }

  private func summary(of points: Range<Int>) -> ValueSummary {
    var found = ValueSummary()
    var index = points.lowerBound
    while index < points.upperBound {
      let block = index / Self.blockLength
      let blockEnd = (block + 1) * Self.blockLength
      if index == block * Self.blockLength, blockEnd <= points.upperBound {
        found.add(blocks[block])
        index = blockEnd
      } else {
        found.add(values[index])
        index += 1
      }
    }
    return found
  }

  /// Returns the indices of all points in a segment. Segments are counted from 0.
  func points(ofSegment segment: Int) -> Range<Int> {
    let end = segment + 1 < segmentStarts.count ? segmentStarts[segment + 1] : count
    return segmentStarts[segment]..<end
  }

  /// Returns the index of the segment that contains a point.
  func segment(ofPoint index: Int) -> Int {
    max(segmentStarts.firstPosition { $0 > index } - 1, 0)
  }

  /// Returns the value at a distance from the start, interpolated between the two nearest points of
  /// a segment.
  ///
  /// The result is nil if the distance is outside the segment, or if one of the two points has no
  /// value.
  func elevationMetres(atMetres distance: Double, in points: Range<Int>) -> Double? {
    let after = firstPoint(in: points, notBeforeMetres: distance)
    guard after < points.upperBound else { return nil }
    let high = values[after]
    let gap = places[after] - distance
    if gap == 0 { return high.isNaN ? nil : high }
    guard after > points.lowerBound else { return nil }
    let low = values[after - 1]
    let leg = places[after] - places[after - 1]
    guard !low.isNaN, !high.isNaN, leg > 0 else { return nil }
    return high + (low - high) * (gap / leg)
  }

  /// Returns the first point in the given range that is at or beyond the given distance from the
  /// start.
  func firstPoint(in points: Range<Int>, notBeforeMetres distance: Double) -> Int {
    places[points].firstPosition { $0 >= distance }
  }
}

extension ProfileData: Equatable {
  /// Returns whether both arguments refer to the same object.
  ///
  /// Comparing object identities is enough, because profile data never changes: an edited path gets
  /// new data.
  package static func == (lhs: ProfileData, rhs: ProfileData) -> Bool { lhs === rhs }
}

/// A summary of a set of values: the minimum, the maximum and the mean, ignoring NaN.
private struct ValueSummary {
  private var low = Double.infinity
  private var high = -Double.infinity
  private var sum = 0.0
  private var count = 0

  var range: ClosedRange<Double>? { low <= high ? low...high : nil }
  var mean: Double? { count > 0 ? sum / Double(count) : nil }

  mutating func add(_ value: Double) {
    if value < low { low = value }
    if value > high { high = value }
    guard !value.isNaN else { return }
    sum += value
    count += 1
  }

  mutating func add(_ other: ValueSummary) {
    low = min(low, other.low)
    high = max(high, other.high)
    sum += other.sum
    count += other.count
  }
}
