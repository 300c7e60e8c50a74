import Foundation

/// A path's level of detail: a subset of the path's points that is accurate up to a maximum scale.
///
/// The points of a level are grouped into chunks, each with a bounding box. Levels are shared by
/// reference, since copying the arrays of a level takes longer than drawing a short path.
final class PathLevel: Sendable {
  /// The number of points in a chunk. A chunk's bounds also cover the first point of the next
  /// chunk.
  static let chunkLength = 256
  /// The number of points below which a level is not thinned further, because drawing so few points
  /// is fast.
  static let enoughPoints = 32
  /// The maximum distance, in dots, between an omitted point and the last kept point.
  ///
  /// Each level is computed by thinning the next finer level. The errors of all levels together are
  /// at most twice the tolerance.
  static let toleranceDots = 0.5

  /// The largest scale, in dots per world width, at which the level looks the same as the complete
  /// path.
  ///
  /// The value is infinite for the level that contains all the path's points.
  let maximumDotsPerWorld: Double
  /// The indices of the kept points in ascending order, or an empty array if all points are kept.
  let indices: ContiguousArray<Int32>
  let count: Int
  /// The position, in this level of detail, of each segment's first point.
  let runStarts: ContiguousArray<Int>
  /// The bounding box of each chunk, extended to the next chunk's first point.
  let chunks: ContiguousArray<WorldBounds>

  var bounds: WorldBounds? {
    guard var all = chunks.first else { return nil }
    for chunk in chunks.dropFirst() {
      all.minX = min(all.minX, chunk.minX)
      all.minY = min(all.minY, chunk.minY)
      all.maxX = max(all.maxX, chunk.maxX)
      all.maxY = max(all.maxY, chunk.maxY)
    }
    return all
  }

  /// Converts a position in this level of detail to the index of the same point in the complete
  /// path.
  @inline(__always)
  func index(at position: Int) -> Int { indices.isEmpty ? position : Int(indices[position]) }

  /// Finds the first kept point at or after an index in the complete path, and returns the point's
  /// position in this level.
  func position(notBefore index: Int) -> Int {
    indices.isEmpty ? min(index, count) : indices.firstPosition { Int($0) >= index }
  }

  private init(
    maximumDotsPerWorld: Double, indices: ContiguousArray<Int32>, count: Int,
    runStarts: ContiguousArray<Int>, xs: ContiguousArray<Double>, ys: ContiguousArray<Double>
  ) {
    self.maximumDotsPerWorld = maximumDotsPerWorld
    self.indices = indices
    self.count = count
    self.runStarts = runStarts
    var chunks = ContiguousArray<WorldBounds>()
    chunks.reserveCapacity(count / Self.chunkLength + 1)
    for start in stride(from: 0, to: count, by: Self.chunkLength) {
      var box = WorldBounds(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
      for position in start..<min(start + Self.chunkLength + 1, count) {
        let index = indices.isEmpty ? position : Int(indices[position])
        box.minX = min(box.minX, xs[index])
        box.maxX = max(box.maxX, xs[index])
        box.minY = min(box.minY, ys[index])
        box.maxY = max(box.maxY, ys[index])
      }
      chunks.append(box)
    }
    self.chunks = chunks
  }

  /// Returns a path's levels of detail, from the level with all points to the coarsest level.
  ///
  /// A level is added only if it omits at least a quarter of the next finer level's points. If the
  /// finer level has at most two chunks, the added level must omit at least half of these points.
  ///
  /// - Complexity: O(*n*) for *n* points, because the levels shrink geometrically.
  static func pyramid(
    xs: ContiguousArray<Double>, ys: ContiguousArray<Double>, segmentStarts: ContiguousArray<Int>
  ) -> [PathLevel] {
    var levels = [
      PathLevel(
        maximumDotsPerWorld: .infinity, indices: [], count: xs.count, runStarts: segmentStarts,
        xs: xs, ys: ys)
    ]
    guard xs.count > enoughPoints else { return levels }
    var dots = largestUsefulScale(xs: xs, ys: ys)
    // The array is reused, because most scales of a short path produce no level.
    var kept = ContiguousArray<Int32>()
    while dots >= 64, let finer = levels.last, finer.count > enoughPoints {
      let most = finer.count > 2 * chunkLength ? finer.count * 3 / 4 : finer.count / 2
      if let coarser = finer.thinned(dotsPerWorld: dots, xs: xs, ys: ys, most: most, &kept) {
        levels.append(coarser)
      }
      dots /= 2
    }
    return levels
  }

  /// Returns the scale, in dots per world width, at which the mean leg length is about twice the
  /// tolerance.
  private static func largestUsefulScale(
    xs: ContiguousArray<Double>, ys: ContiguousArray<Double>
  ) -> Double {
    var length = 0.0
    for index in 1..<xs.count {
      length += abs(xs[index] - xs[index - 1]) + abs(ys[index] - ys[index - 1])
    }
    let meanLeg = max(length / Double(xs.count - 1), 1e-12)
    let zoom = min(max((log2(2 * toleranceDots / meanLeg / 256)).rounded(.up), 0), 24)
    return 256 * exp2(zoom)
  }

  /// Returns a coarser level of detail for the given scale, with a subset of this level's points.
  /// Returns nil if the coarser level would contain more than `most` points.
  ///
  /// The coarser level keeps both ends of each segment. Each other point is kept if its distance
  /// from the last kept point is at least the tolerance.
  private func thinned(
    dotsPerWorld: Double, xs: ContiguousArray<Double>, ys: ContiguousArray<Double>, most: Int,
    _ kept: inout ContiguousArray<Int32>
  ) -> PathLevel? {
    let tolerance = Self.toleranceDots / dotsPerWorld
    let square = tolerance * tolerance
    kept.removeAll(keepingCapacity: true)
    kept.reserveCapacity(most + 1)
    var starts = ContiguousArray<Int>()
    starts.reserveCapacity(runStarts.count)
    for (run, start) in runStarts.enumerated() {
      let end = run + 1 < runStarts.count ? runStarts[run + 1] : count
      starts.append(kept.count)
      var last = index(at: start)
      kept.append(Int32(last))
      for position in (start + 1)..<max(end, start + 1) {
        let candidate = index(at: position)
        let across = xs[candidate] - xs[last]
        let down = ys[candidate] - ys[last]
        if position == end - 1 || across * across + down * down >= square {
          kept.append(Int32(candidate))
          last = candidate
          if kept.count > most { return nil }
        }
      }
    }
    guard kept.count <= most else { return nil }
    return PathLevel(
      maximumDotsPerWorld: dotsPerWorld, indices: ContiguousArray(kept[...]), count: kept.count,
      runStarts: starts, xs: xs, ys: ys)
  }
}
