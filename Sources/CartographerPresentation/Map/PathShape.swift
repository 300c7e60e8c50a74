import Foundation
import Geodesy

/// The course of a path on the Web Mercator plane, ready to be drawn at any zoom.
///
/// Built once per path (projection costs far more than drawing) and shared by reference. The x
/// of its points is unwrapped: where the path crosses ±180° x goes on past 0 or 1, so that every
/// leg is as short as on the globe. Thinned copies for small scales (``PathLevel``) keep the work
/// of a frame proportional to what can be seen, not to the number of points.
package final class PathShape: Sendable {
  /// World coordinates by point, y south; x unwrapped.
  package let xs: ContiguousArray<Double>
  package let ys: ContiguousArray<Double>
  /// The index of the first point of each segment, ascending; empty only for an empty path.
  package let segmentStarts: ContiguousArray<Int>
  /// nil for an empty path.
  package let bounds: WorldBounds?
  /// All points first, then ever coarser copies.
  let levels: [PathLevel]

  /// - Parameter segmentStarts: Index of the first point of each segment, ascending; starts
  ///   outside the columns are ignored.
  /// - Complexity: O(*n*); about 60 ms for a million points.
  package init(latitudes: [Double], longitudes: [Double], segmentStarts: [Int] = [0]) {
    let count = min(latitudes.count, longitudes.count)
    var xs = ContiguousArray<Double>()
    var ys = ContiguousArray<Double>()
    xs.reserveCapacity(count)
    ys.reserveCapacity(count)
    var previous = WorldPoint(x: 0.5, y: 0.5)
    for index in 0..<count {
      var point = WebMercator.project(
        Coordinate(latitude: latitudes[index], longitude: longitudes[index]))
      if !point.x.isFinite || !point.y.isFinite { point = previous }
      if index > 0 { point.x += (previous.x - point.x).rounded() }
      xs.append(point.x)
      ys.append(point.y)
      previous = point
    }
    var starts = ContiguousArray<Int>()
    if count > 0 { starts.append(0) }
    for start in segmentStarts where start > (starts.last ?? count) && start < count {
      starts.append(start)
    }
    self.xs = xs
    self.ys = ys
    self.segmentStarts = starts
    levels = PathLevel.pyramid(xs: xs, ys: ys, segmentStarts: starts)
    bounds = levels[0].bounds
  }

  package convenience init(_ columns: TrackColumns) {
    self.init(
      latitudes: columns.latitudes, longitudes: columns.longitudes,
      segmentStarts: columns.segmentStarts)
  }

  package convenience init(_ coordinates: [Coordinate]) {
    self.init(
      latitudes: coordinates.map(\.latitude), longitudes: coordinates.map(\.longitude))
  }

  package var count: Int { xs.count }

  /// The place of a point on the plane; x may lie outside 0...1.
  package func point(at index: Int) -> WorldPoint { WorldPoint(x: xs[index], y: ys[index]) }

  /// The points of the segment that holds the point.
  package func segment(containing index: Int) -> Range<Int> {
    let position = segmentStarts.firstPosition { $0 > index }
    let end = position < segmentStarts.count ? segmentStarts[position] : count
    return (position > 0 ? segmentStarts[position - 1] : 0)..<end
  }

  /// The coarsest level that still looks right at this many dots a world.
  func level(forDotsPerWorld dots: Double) -> PathLevel {
    levels.last { $0.maximumDotsPerWorld >= dots } ?? levels[0]
  }
}

extension PathShape: Equatable {
  /// Identity: a shape never changes, and an edited path gets a new one.
  package static func == (lhs: PathShape, rhs: PathShape) -> Bool { lhs === rhs }
}

extension RandomAccessCollection where Index == Int {
  /// The first position whose element satisfies a condition that, once true, stays true.
  ///
  /// - Complexity: O(log *n*).
  package func firstPosition(where condition: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
