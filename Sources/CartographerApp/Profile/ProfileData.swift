import Geodesy

/// The elevations of a path over the distance along it, ready to be charted at any width.
///
/// Built once per path and shared by reference.
package final class ProfileData: Sendable {
  /// Metres along the path at each point, never growing across a segment break.
  package let distancesMetres: [Double]
  /// Metres above sea level at each point; NaN where the point has none that can be true.
  package let elevationsMetres: [Double]
  /// The first point of each segment.
  package let segmentStarts: [Int]
  /// Lowest and highest elevation; nil when no point has one.
  package let range: ClosedRange<Double>?
  /// Extremes of each ``blockLength`` points, so that a column costs little however many it has.
  private let blocks: [Extremes]

  private static let blockLength = 256
  /// What lies higher or deeper, in metres, is no elevation: a file's error is not to flatten
  /// the rest of the chart beyond use.
  private static let greatestElevation = 1e6

  /// Arrays of equal length; `segmentStarts` ascending.
  package init(
    distancesMetres: [Double], elevationsMetres: [Double], segmentStarts: [Int] = [0]
  ) {
    let count = min(distancesMetres.count, elevationsMetres.count)
    self.distancesMetres = Self.ascending(distancesMetres.prefix(count))
    self.elevationsMetres = elevationsMetres.prefix(count).map {
      abs($0) <= Self.greatestElevation ? $0 : .nan
    }
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
        block.add(self.elevationsMetres[index])
      }
      all.add(block)
      blocks.append(block)
    }
    self.blocks = blocks
    range = all.range
  }

  /// The distances, with any that is less than the one before it, or no number, as that one.
  private static func ascending(_ distances: ArraySlice<Double>) -> [Double] {
    var reached = 0.0
    return distances.map { distance in
      if distance > reached, distance.isFinite { reached = distance }
      return reached
    }
  }

  package convenience init(_ columns: TrackColumns) {
    self.init(
      distancesMetres: TrackMeasures.cumulativeMetres(columns),
      elevationsMetres: columns.elevations, segmentStarts: columns.segmentStarts)
  }

  package var count: Int { distancesMetres.count }
  package var lengthMetres: Double { distancesMetres.last ?? 0 }

  /// Why there is nothing to chart, for a person; nil when there is something.
  package var absence: String? {
    if count == 0 { return "no points" }
    if range == nil { return "no elevation" }
    if count == 1 { return "one point only" }
    return lengthMetres > 0 ? nil : "no length"
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
        found.add(elevationsMetres[index])
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
    let high = elevationsMetres[after]
    let gap = distancesMetres[after] - distance
    if gap == 0 { return high.isNaN ? nil : high }
    guard after > points.lowerBound else { return nil }
    let low = elevationsMetres[after - 1]
    let leg = distancesMetres[after] - distancesMetres[after - 1]
    guard !low.isNaN, !high.isNaN, leg > 0 else { return nil }
    return high + (low - high) * (gap / leg)
  }

  /// The first of some points of a segment that is at or after a distance.
  func firstPoint(in points: Range<Int>, notBeforeMetres distance: Double) -> Int {
    distancesMetres[points].firstPosition { $0 >= distance }
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
