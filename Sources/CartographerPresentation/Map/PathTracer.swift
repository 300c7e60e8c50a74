import Geodesy
import TerminalUI

/// A converter that turns a path's visible part into runs of dots on a canvas.
///
/// Each run of dots forms a continuous line. A new run starts at the next segment, and where the
/// path enters the view again after leaving it. A point that falls on the same dot as the previous
/// point is dropped, and whole chunks outside the view are skipped. A leg that crosses the edge
/// keeps its ends outside the canvas, so that its visible part has the same dots while the view
/// moves.
struct PathTracer {
  /// The bounds of the view, in world units.
  private let visible: WorldBounds
  private let dotsPerWorld: Double
  /// The width of the canvas, in dots.
  private let width: Double
  /// The height of the canvas, in dots.
  private let height: Double
  /// The largest factor by which a polar view can enlarge a path far from the pole, compared with
  /// Web Mercator at the same zoom level.
  private static let polarDetail = 8.0
  /// The maximum distance of a dot from the canvas origin, in dots. Legs that reach farther are
  /// clipped at this distance.
  private static let reach = 16_777_216.0
  private var run = DotRun()
  private let viewport: MapViewport
  private let size: Size
  /// Whether each path is drawn once for every copy of the world in a view wider than the world.
  private let isRepeating: Bool

  init(viewport: MapViewport, size: Size, isRepeating: Bool = false) {
    self.isRepeating = isRepeating
    self.viewport = viewport
    self.size = size
    visible = viewport.visibleBounds(in: size)
    dotsPerWorld = viewport.dotsPerWorld
    width = Double(size.dotsWide)
    height = Double(size.dotsHigh)
  }

  /// Draws a whole path, or only the points in `range` and the legs between them.
  ///
  /// - Complexity: O(*v* + *n*/256) for *n* points in the level of detail, *v* of them in view.
  mutating func trace(
    _ shape: PathShape, range: Range<Int>? = nil, draw: (UnsafeBufferPointer<DotPoint>) -> Void
  ) {
    trace(shape, range: range, steps: []) { points, _ in draw(points) }
  }

  /// Draws a whole path, or only the points in `range`, as runs of dots. All dots of a run have the
  /// same colour-scale step. The leg between two points has the step of its second point.
  ///
  /// - Parameter steps: Each point's colour-scale step, for each level of detail.
  ///   The array is empty if the points have no steps.
  mutating func trace(
    _ shape: PathShape, range: Range<Int>? = nil, steps: [[UInt8]],
    draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void
  ) {
    guard let bounds = shape.bounds, width > 0, height > 0,
      bounds.minY <= visible.maxY, bounds.maxY >= visible.minY
    else { return }
    let number = shape.levelIndex(
      forDotsPerWorld: dotsPerWorld * (viewport.polar == nil ? 1 : Self.polarDetail))
    let level = shape.levels[number]
    let steps = steps.isEmpty ? [] : steps[number]
    let range = range.map { $0.clamped(to: 0..<shape.count) } ?? 0..<shape.count
    guard !range.isEmpty else { return }
    if viewport.polar != nil {
      return trace(shape, level: level, range: range, left: 0, steps, draw)
    }
    var firstTurn = (visible.minX - bounds.maxX).rounded(.up)
    var lastTurn = (visible.maxX - bounds.minX).rounded(.down)
    guard firstTurn <= lastTurn else { return }
    if visible.width > 1, !isRepeating {
      // More than the whole world is in view, so one copy of the path is enough.
      firstTurn = (visible.centre.x - bounds.centre.x).rounded()
      lastTurn = firstTurn
    }
    for turn in stride(from: firstTurn, through: lastTurn, by: 1) {
      trace(shape, level: level, range: range, left: visible.minX - turn, steps, draw)
    }
  }

  private mutating func trace(
    _ shape: PathShape, level: PathLevel, range: Range<Int>, left: Double, _ steps: [UInt8],
    _ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void
  ) {
    let isWhole = range.count == shape.count
    let first = isWhole ? 0 : level.position(notBefore: range.lowerBound)
    let limit = isWhole ? level.count : level.position(notBefore: range.upperBound)
    var segment = isWhole ? 0 : max(level.runStarts.firstPosition { $0 > first } - 1, 0)
    while segment < level.runStarts.count, level.runStarts[segment] < limit {
      let end = segment + 1 < level.runStarts.count ? level.runStarts[segment + 1] : level.count
      let start = max(level.runStarts[segment], first)
      traceSegment(
        shape, level: level, positions: start..<min(max(end, start), limit), left: left, steps, draw
      )
      segment += 1
    }
  }

  private mutating func traceSegment(
    _ shape: PathShape, level: PathLevel, positions: Range<Int>, left: Double, _ steps: [UInt8],
    _ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void
  ) {
    guard !positions.isEmpty else { return }
    shape.xs.withUnsafeBufferPointer { xs in
      shape.ys.withUnsafeBufferPointer { ys in
        level.indices.withUnsafeBufferPointer { indices in
          let points = LevelPoints(xs: xs, ys: ys, indices: indices, steps: steps)
          var position = positions.lowerBound
          run.change(to: points.step(position), draw)
          if positions.count == 1 {
            let dot = dot(points, position, left)
            if isInside(dot) { run.append(dot.x, dot.y) }
          }
          while position < positions.upperBound - 1 {
            let chunk = position / PathLevel.chunkLength
            let chunkEnd = (chunk + 1) * PathLevel.chunkLength
            // The chunk's last leg ends at the first point of the next chunk, if there is one.
            let last = min(chunkEnd, positions.upperBound - 1)
            guard viewport.polar == nil else {
              appendClipped(points, position...last, left, draw)
              position = last
              continue
            }
            switch relation(of: level.chunks[chunk], left: left) {
            case .outside:
              run.finish(draw)
            case .inside:
              appendAll(points, position...last, left, draw)
            case .crossing:
              appendClipped(points, position...last, left, draw)
            }
            position = last
          }
          run.finish(draw)
        }
      }
    }
  }

  /// The world coordinates of a path's points, accessed by their positions in a level of detail.
  private struct LevelPoints {
    let xs: UnsafeBufferPointer<Double>
    let ys: UnsafeBufferPointer<Double>
    let indices: UnsafeBufferPointer<Int32>
    /// The colour-scale step of each point in the level of detail. The array is empty if the points
    /// have no steps.
    let steps: [UInt8]

    @inline(__always)
    func index(_ position: Int) -> Int { indices.isEmpty ? position : Int(indices[position]) }

    @inline(__always)
    func step(_ position: Int) -> UInt8 {
      steps.isEmpty ? MapColouring.noStep : steps[position]
    }
  }

  private enum Relation { case outside, inside, crossing }

  private func relation(of box: WorldBounds, left: Double) -> Relation {
    let x0 = (box.minX - left) * dotsPerWorld
    let x1 = (box.maxX - left) * dotsPerWorld
    let y0 = (box.minY - visible.minY) * dotsPerWorld
    let y1 = (box.maxY - visible.minY) * dotsPerWorld
    if x1 < 0 || x0 >= width || y1 < 0 || y0 >= height { return .outside }
    return x0 >= 0 && x1 < width && y0 >= 0 && y1 < height ? .inside : .crossing
  }

  @inline(__always)
  private func dot(
    _ points: LevelPoints, _ position: Int, _ left: Double
  ) -> (x: Double, y: Double) {
    let index = points.index(position)
    if viewport.polar != nil {
      return viewport.dot(at: WorldPoint(x: points.xs[index], y: points.ys[index]), in: size)
    }
    return (
      (points.xs[index] - left) * dotsPerWorld, (points.ys[index] - visible.minY) * dotsPerWorld
    )
  }

  @inline(__always)
  private func isInside(_ dot: (x: Double, y: Double)) -> Bool {
    dot.x >= 0 && dot.x < width && dot.y >= 0 && dot.y < height
  }

  private mutating func appendAll(
    _ points: LevelPoints, _ positions: ClosedRange<Int>, _ left: Double,
    _ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void
  ) {
    if points.steps.isEmpty {
      let (scale, top) = (dotsPerWorld, visible.minY)
      run.append(positions) { position in
        let index = points.index(position)
        return ((points.xs[index] - left) * scale, (points.ys[index] - top) * scale)
      }
      if run.isFull { run.flush(draw) }
      return
    }
    for position in positions {
      let dot = dot(points, position, left)
      if points.step(position) != run.step {
        run.change(to: points.step(position), draw)
      }
      run.append(dot.x, dot.y)
      if run.isFull { run.flush(draw) }
    }
  }

  private mutating func appendClipped(
    _ points: LevelPoints, _ positions: ClosedRange<Int>, _ left: Double,
    _ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void
  ) {
    let hasSteps = !points.steps.isEmpty
    var start = dot(points, positions.lowerBound, left)
    for position in positions.dropFirst() {
      let end = dot(points, position, left)
      if hasSteps, points.step(position) != run.step {
        run.change(to: points.step(position), draw)
      }
      if !mayCross(start, end) {
        run.finish(draw)
      } else if isInReach(start), isInReach(end) {
        run.append(start.x.rounded(.down), start.y.rounded(.down))
        run.append(end.x.rounded(.down), end.y.rounded(.down))
      } else {
        run.finish(draw)
        if let leg = cut(start, end) {
          run.append(leg.from.x.rounded(.down), leg.from.y.rounded(.down))
          run.append(leg.to.x.rounded(.down), leg.to.y.rounded(.down))
          run.finish(draw)
        }
      }
      if run.isFull { run.flush(draw) }
      start = end
    }
  }

  /// Returns whether a leg of the path could be visible. The result is false if both ends of the
  /// leg lie beyond the same edge of the canvas.
  @inline(__always)
  private func mayCross(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) -> Bool {
    max(start.x, end.x) >= 0 && min(start.x, end.x) < width && max(start.y, end.y) >= 0
      && min(start.y, end.y) < height
  }

  @inline(__always)
  private func isInReach(_ dot: (x: Double, y: Double)) -> Bool {
    abs(dot.x) <= Self.reach && abs(dot.y) <= Self.reach
  }

  /// Returns the part of a leg that lies within ``reach``. Returns nil if the whole leg lies
  /// outside.
  private func cut(
    _ start: (x: Double, y: Double), _ end: (x: Double, y: Double)
  ) -> (from: SIMD2<Double>, to: SIMD2<Double>)? {
    ClipBox(low: SIMD2(repeating: -Self.reach), high: SIMD2(repeating: Self.reach))
      .part(from: SIMD2(start.x, start.y), to: SIMD2(end.x, end.y))
  }
}
