import Foundation
import Geodesy

/// The projected points of a path on the Web Mercator plane, ready to be drawn at any zoom level.
///
/// A shape is built once per path and shared by reference, since projection is much slower than
/// drawing. The x coordinates are unwrapped: if the path crosses ±180°, x continues below 0 or
/// above 1, so that every leg is as short as on the globe. Thinned copies for small scales
/// (``PathLevel``) keep the work per frame proportional to the visible detail, not to the number of
/// points.
package final class PathShape: Sendable {
  /// The points' unwrapped x coordinates, in world units.
  package let xs: ContiguousArray<Double>
  /// The points' y coordinates, in world units, increasing southwards.
  package let ys: ContiguousArray<Double>
  /// The index of each segment's first point, in ascending order; empty only for an empty path.
  package let segmentStarts: ContiguousArray<Int>
  /// The path's bounding box, or nil for an empty path.
  package let bounds: WorldBounds?
  /// The levels of detail, from the level with all points to the coarsest level.
  let levels: [PathLevel]

  /// Creates a shape by projecting a path's points and building the levels of detail.
  ///
  /// - Parameter segmentStarts: The index of each segment's first point, in ascending order.
  ///   Indices that are out of range are ignored.
  /// - Complexity: O(*n*), where *n* is the number of points; about 60 ms for a million points.
  package convenience init(
    latitudes: [Double], longitudes: [Double], segmentStarts: [Int] = [0]
  ) {
    let count = min(latitudes.count, longitudes.count)
    var xs = ContiguousArray<Double>()
    var ys = ContiguousArray<Double>()
    xs.reserveCapacity(count)
    ys.reserveCapacity(count)
    var previous = WorldPoint(x: 0.5, y: 0.5)
    for index in 0..<count {
      var point = WebMercator.projectBeyondSquare(
        Coordinate(latitude: latitudes[index], longitude: longitudes[index]))
      if !point.x.isFinite || !point.y.isFinite { point = previous }
      if index > 0 { point.x += (previous.x - point.x).rounded() }
      xs.append(point.x)
      ys.append(point.y)
      previous = point
    }
    self.init(xs: xs, ys: ys, segmentStarts: segmentStarts)
  }

  /// Creates a shape from points that are already projected, in world units.
  init(xs: ContiguousArray<Double>, ys: ContiguousArray<Double>, segmentStarts: [Int]) {
    let count = xs.count
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

  /// Returns the position of a point on the Web Mercator plane. The x coordinate may lie outside
  /// 0...1.
  package func point(at index: Int) -> WorldPoint { WorldPoint(x: xs[index], y: ys[index]) }

  /// Returns the points on the plane of a polar projection.
  func projected(on map: PolarMap) -> [WorldPoint] {
    (0..<count).map { map.project(WebMercator.unproject(point(at: $0))) }
  }

  /// Returns the indices of all points in the segment that contains the given point.
  package func segment(containing index: Int) -> Range<Int> {
    let position = segmentStarts.firstPosition { $0 > index }
    let end = position < segmentStarts.count ? segmentStarts[position] : count
    return (position > 0 ? segmentStarts[position - 1] : 0)..<end
  }

  /// Returns the index of the coarsest level that is accurate enough for a scale, given in dots per
  /// world width.
  func levelIndex(forDotsPerWorld dots: Double) -> Int {
    var index = levels.count - 1
    while index > 0, levels[index].maximumDotsPerWorld < dots { index -= 1 }
    return index
  }
}

extension PathShape: Equatable {
  /// Returns whether two path shapes are the same object.
  ///
  /// Comparing object identities is enough, because a shape never changes: an edited path gets a
  /// new shape.
  package static func == (lhs: PathShape, rhs: PathShape) -> Bool { lhs === rhs }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the position of the first element that satisfies a monotonic condition, found by
  /// binary search.
  ///
  /// A condition that is true for an element must be true for all later elements. If no element
  /// satisfies the condition, the result is the end index.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
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
