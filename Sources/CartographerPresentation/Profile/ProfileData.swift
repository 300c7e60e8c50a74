import Geodesy

/// The elevations of a path over the distance along it, or another quantity, or over time, ready
/// to be charted at any width.
///
/// Built once for each and shared by reference.
package final class ProfileData: Sendable {
  package let quantity: ProfileQuantity
  package let axis: ProfileAxis
  /// Where each point is on the axis, from ``start`` on: metres, which do not grow
  /// across a segment break, or seconds, which do.
  package let places: [Double]
  /// Where on the path's axis the first point is.
  package let start: Double
  /// The path's number of the first point.
  package let firstPoint: Int
  /// How many points the path has.
  package let pathCount: Int
  /// The quantity at each point; NaN where there is none that can be true.
  package let values: [Double]
  /// The first point of each segment.
  package let segmentStarts: [Int]
  /// Lowest and highest value; nil when no point has one.
  package let range: ClosedRange<Double>?
  /// Extremes of each ``blockLength`` points, so that a column costs little however many it has.
  private let blocks: [Extremes]

  private static let blockLength = 256
  /// What is greater, as metres or what it is in, cannot be true: a file's error is not to flatten
  /// the rest of the chart beyond use.
  private static let greatestValue = 1e6

  /// Arrays of equal length; `segmentStarts` ascending.
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
    // Mostly they can stay as they are, and are the path's own.
    let canStay = count == values.count && !values.contains { abs($0) > Self.greatestValue }
    self.values =
      canStay ? values : values.prefix(count).map { abs($0) <= Self.greatestValue ? $0 : .nan }
    var starts: [Int] = count > 0 ? [0] : []
    for start in segmentStarts where start > (starts.last ?? count) && start < count {
      starts.append(start)
    }
    self.segmentStarts = starts
    var blocks: [Extremes] = []
    var all = Extremes()
    for start in stride(from: 0, to: count, by: Self.blockLength) {
      var block = Extremes()
      for index in start..<min(start + Self.blockLength, count) {
        block.add(self.values[index])
      }
      all.add(block)
      blocks.append(block)
    }
    self.blocks = blocks
    range = all.range
  }

  /// The distances, with any that is less than the one before it, or no number, as that one.
  package static func ascending(_ distances: ArraySlice<Double>) -> [Double] {
    var reached = 0.0
    return distances.map { distance in
      if distance > reached, distance.isFinite { reached = distance }
      return reached
    }
  }

  /// Elevations over distance.
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
  /// Of the axis, in metres or seconds.
  package var length: Double { places.last ?? 0 }

  /// The place in the columns of a point of the path; nil where it is not among them.
  package func index(ofPoint point: Int) -> Int? {
    let index = point - firstPoint
    return index >= 0 && index < count ? index : nil
  }

  /// Why there is nothing to chart, for a person; nil when there is something.
  package var absence: String? {
    if count == 0 { return "no points" }
    if range == nil { return "no \(quantity.title)" }
    if count == 1 { return "one point only" }
    return length > 0 ? nil : axis == .time ? "no time passes" : "no length"
  }

  /// The lowest and highest elevation of some points; nil when none has one.
  ///
  /// - Complexity: O(*k*/256) in the number of points.
  func extremes(of points: Range<Int>) -> ClosedRange<Double>? {
    var found = Extremes()
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
    return found.range
  }

  /// The points of a segment, counted from 0.
  func points(ofSegment segment: Int) -> Range<Int> {
    let end = segment + 1 < segmentStarts.count ? segmentStarts[segment + 1] : count
    return segmentStarts[segment]..<end
  }

  /// The number of the segment a point is in.
  func segment(ofPoint index: Int) -> Int {
    max(segmentStarts.firstPosition { $0 > index } - 1, 0)
  }

  /// Elevation at a distance inside a segment, on the line between its neighbours; nil where one
  /// of them has no elevation or the distance is outside.
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

  /// The first of some points of a segment that is at or after a distance.
  func firstPoint(in points: Range<Int>, notBeforeMetres distance: Double) -> Int {
    places[points].firstPosition { $0 >= distance }
  }
}

extension ProfileData: Equatable {
  /// Identity: the data of a path never changes; an edited path gets new data.
  package static func == (lhs: ProfileData, rhs: ProfileData) -> Bool { lhs === rhs }
}

/// The least and the greatest of some values, NaN left out.
private struct Extremes {
  var low = Double.infinity
  var high = -Double.infinity

  var range: ClosedRange<Double>? { low <= high ? low...high : nil }

  mutating func add(_ value: Double) {
    if value < low { low = value }
    if value > high { high = value }
  }

  mutating func add(_ other: Extremes) {
    low = min(low, other.low)
    high = max(high, other.high)
  }
}
