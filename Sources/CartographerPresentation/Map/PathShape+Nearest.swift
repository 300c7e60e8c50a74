import Geodesy

/// The result of a search for the path leg that is nearest to a target point.
package struct PathHit: Equatable, Sendable {
  /// The path index of the nearest leg's first or last point, whichever is closer to the target.
  package let point: Int
  /// The index of the nearest leg's first point, or nil for a segment with a single point.
  package let leg: Int?
  /// The distance from the leg to the target point on the Web Mercator plane, in world units.
  package let distanceWorldUnits: Double
  /// The position on the leg that is nearest to the target point.
  package let position: WorldPoint
}

extension PathShape {
  /// Returns the leg of the path that is nearest to a target point. Returns nil if no leg is within
  /// the limit.
  ///
  /// - Parameter limit: The maximum distance on the Web Mercator plane, in world units.
  /// - Complexity: O(*n*/256 + *c*) for *n* points, *c* of them in chunks near the target.
  package func nearest(to target: WorldPoint, within limit: Double) -> PathHit? {
    guard let bounds else { return nil }
    let turn = (bounds.centre.x - target.x).rounded()
    var search = NearestLeg(shape: self, limit: limit)
    for shift in [turn, turn - 1, turn + 1] {
      search.visit(WorldPoint(x: target.x + shift, y: target.y))
    }
    return search.found
  }

  /// Returns whether at least one point of the path lies in an area.
  ///
  /// - Complexity: O(*n*/256 + *c*) for *n* points, *c* of them in chunks that touch the bounds.
  package func hasPoint(in area: MapArea) -> Bool {
    points(in: area.bounds).contains { area.contains(WorldPoint(x: xs[$0], y: ys[$0])) }
  }

  /// Returns the number of point chunks whose bounding box intersects a box.
  func chunksTouching(_ box: WorldBounds) -> Int {
    let copies = copies(of: box)
    return levels[0].chunks.count { chunk in copies.contains { chunk.intersects($0) } }
  }

  /// Returns the sections of the path that can lie in a box, as closed ranges of point indices. The
  /// last point of a section is the first point of the next section.
  ///
  /// - Complexity: O(*n*/256) for *n* points.
  func sections(in box: WorldBounds) -> [ClosedRange<Int>] {
    let copies = copies(of: box)
    return levels[0].chunks.indices.compactMap { number in
      guard copies.contains(where: { self.levels[0].chunks[number].intersects($0) }) else {
        return nil
      }
      let start = number * PathLevel.chunkLength
      return start...min(start + PathLevel.chunkLength, count - 1)
    }
  }

  /// Returns a lazy sequence of the indices of the points in a box, in ascending order.
  ///
  /// The box may be offset from the path by any number of world widths to the west or east.
  func points(in box: WorldBounds) -> some Sequence<Int> {
    let copies = copies(of: box)
    return levels[0].chunks.indices.lazy.flatMap { number -> [Int] in
      let near = copies.filter { self.levels[0].chunks[number].intersects($0) }
      guard !near.isEmpty else { return [] }
      let start = number * PathLevel.chunkLength
      return (start..<min(start + PathLevel.chunkLength, self.count)).filter { index in
        near.contains {
          self.xs[index] >= $0.minX && self.xs[index] <= $0.maxX && self.ys[index] >= $0.minY
            && self.ys[index] <= $0.maxY
        }
      }
    }
  }

  /// Returns the copy of a box that is nearest to this path, and the copies one world width to the
  /// west and to the east.
  private func copies(of box: WorldBounds) -> [WorldBounds] {
    let turns = bounds.map { ($0.centre.x - box.centre.x).rounded() } ?? 0
    return [turns - 1, turns, turns + 1].map { turn in
      WorldBounds(
        minX: box.minX + turn, minY: box.minY, maxX: box.maxX + turn, maxY: box.maxY)
    }
  }
}

/// A search for the leg of a path that is nearest to a target point. The search skips chunks
/// farther away than the best result so far.
private struct NearestLeg {
  let shape: PathShape
  /// The squared distance of the best result so far; initially, the squared limit.
  private var best: Double
  private(set) var found: PathHit?

  init(shape: PathShape, limit: Double) {
    self.shape = shape
    best = limit * limit
  }

  mutating func visit(_ target: WorldPoint) {
    for (number, chunk) in shape.levels[0].chunks.enumerated() {
      let across = max(chunk.minX - target.x, target.x - chunk.maxX, 0)
      let down = max(chunk.minY - target.y, target.y - chunk.maxY, 0)
      if across * across + down * down <= best { visitChunk(number, target) }
    }
  }

  private mutating func visitChunk(_ number: Int, _ target: WorldPoint) {
    let start = number * PathLevel.chunkLength
    let end = min(start + PathLevel.chunkLength, shape.count)
    var nextBreak = shape.segmentStarts.firstPosition { $0 > start }
    for index in start..<end {
      let next = index + 1
      if nextBreak < shape.segmentStarts.count, shape.segmentStarts[nextBreak] == next {
        nextBreak += 1
        visitPoint(index, target)
      } else if next < shape.count {
        visitLeg(index, target)
      } else {
        visitPoint(index, target)
      }
    }
  }

  /// Compares a segment's last point with the best result so far, so that segments with a single
  /// point are also found.
  private mutating func visitPoint(_ index: Int, _ target: WorldPoint) {
    let across = target.x - shape.xs[index]
    let down = target.y - shape.ys[index]
    let distance = across * across + down * down
    guard distance <= best, found == nil || distance < best else { return }
    let isAlone = shape.segment(containing: index).count == 1
    best = distance
    found = PathHit(
      point: index, leg: isAlone ? nil : index - 1,
      distanceWorldUnits: distance.squareRoot(), position: shape.point(at: index))
  }

  private mutating func visitLeg(_ index: Int, _ target: WorldPoint) {
    let legX = shape.xs[index + 1] - shape.xs[index]
    let legY = shape.ys[index + 1] - shape.ys[index]
    let square = legX * legX + legY * legY
    let along =
      ((target.x - shape.xs[index]) * legX + (target.y - shape.ys[index]) * legY)
    let share = square > 0 ? min(max(along / square, 0), 1) : 0
    let across = target.x - (shape.xs[index] + share * legX)
    let down = target.y - (shape.ys[index] + share * legY)
    let distance = across * across + down * down
    guard distance <= best, found == nil || distance < best else { return }
    best = distance
    found = PathHit(
      point: share < 0.5 ? index : index + 1, leg: index,
      distanceWorldUnits: distance.squareRoot(),
      position: WorldPoint(
        x: shape.xs[index] + share * legX, y: shape.ys[index] + share * legY))
  }
}
