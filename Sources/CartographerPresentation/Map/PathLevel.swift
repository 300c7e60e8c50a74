import Foundation

/// A selection of a path's points, dense enough up to some scale, in chunks with bounds.
struct PathLevel: Sendable {
  /// Points in a chunk; a chunk's bounds also cover the first point of the next one.
  static let chunkLength = 256
  /// A selection of no more points is not thinned further: drawing it costs next to nothing.
  static let enoughPoints = 32
  /// How far a left-out point may lie from the one kept before it, in dots; the error of a level
  /// made from finer ones sums up to at most twice that.
  static let toleranceDots = 0.5

  /// The largest scale at which the level looks like the whole path; infinite for all points.
  let maximumDotsPerWorld: Double
  /// The points kept, ascending; empty when all are.
  let indices: ContiguousArray<Int32>
  let count: Int
  /// Positions in the selection at which a segment begins.
  let runStarts: ContiguousArray<Int>
  /// Bounds of each ``chunkLength`` positions and the one after them.
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

  /// The point at a position of the selection.
  @inline(__always)
  func index(at position: Int) -> Int { indices.isEmpty ? position : Int(indices[position]) }

  /// The first position whose point is not before the given one.
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

  /// All points, and coarser and coarser selections of them while each saves a quarter, or half
  /// where they are few.
  ///
  /// - Complexity: O(*n*), as the levels shrink geometrically.
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
    while dots >= 64, let finer = levels.last, finer.count > enoughPoints {
      let coarser = finer.thinned(dotsPerWorld: dots, xs: xs, ys: ys)
      let most = finer.count > 2 * chunkLength ? finer.count * 3 / 4 : finer.count / 2
      if coarser.count <= most { levels.append(coarser) }
      dots /= 2
    }
    return levels
  }

  /// The scale, as dots a world, at which the mean leg comes near the tolerance.
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

  /// The points at least the tolerance away from the last kept, and both ends of each segment.
  private func thinned(
    dotsPerWorld: Double, xs: ContiguousArray<Double>, ys: ContiguousArray<Double>
  ) -> PathLevel {
    let tolerance = Self.toleranceDots / dotsPerWorld
    let square = tolerance * tolerance
    var kept = ContiguousArray<Int32>()
    kept.reserveCapacity(count / 2)
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
        }
      }
    }
    return PathLevel(
      maximumDotsPerWorld: dotsPerWorld, indices: kept, count: kept.count, runStarts: starts,
      xs: xs, ys: ys)
  }
}
