import Geodesy

/// The part of a path nearest to something.
package struct PathHit: Equatable, Sendable {
  /// The point nearest along the nearest leg.
  package let point: Int
  /// The leg from this point to the next is the nearest; nil for a segment of a single point.
  package let leg: Int?
  /// On the Web Mercator plane.
  package let distanceWorldUnits: Double
}

extension PathShape {
  /// The nearest leg of the path, if any is within a distance on the Web Mercator plane.
  ///
  /// - Complexity: O(*n*/256 + *c*) in the number of points and of those in chunks nearby.
  package func nearest(to target: WorldPoint, within limit: Double) -> PathHit? {
    guard let bounds else { return nil }
    let turn = (bounds.centre.x - target.x).rounded()
    var search = NearestLeg(shape: self, limit: limit)
    for shift in [turn, turn - 1, turn + 1] {
      search.visit(WorldPoint(x: target.x + shift, y: target.y))
    }
    return search.found
  }

  /// Whether any point lies in the box.
  ///
  /// - Complexity: O(*n*/256 + *c*) in the number of points and of those in chunks nearby.
  package func hasPoint(in box: WorldBounds) -> Bool {
    points(in: box).contains { _ in true }
  }

  /// How many chunks of points may have some in a box.
  func chunksTouching(_ box: WorldBounds) -> Int {
    let copies = copies(of: box)
    return levels[0].chunks.count { chunk in copies.contains { chunk.intersects($0) } }
  }

  /// The points in a box, ascending, found as they are asked for; the box may lie whole worlds
  /// to the side.
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

  /// A box where this path is, and one world to each side of that.
  private func copies(of box: WorldBounds) -> [WorldBounds] {
    let turns = bounds.map { ($0.centre.x - box.centre.x).rounded() } ?? 0
    return [turns - 1, turns, turns + 1].map { turn in
      WorldBounds(
        minX: box.minX + turn, minY: box.minY, maxX: box.maxX + turn, maxY: box.maxY)
    }
  }
}

/// A search through the chunks of a path that skips those farther than what was found.
private struct NearestLeg {
  let shape: PathShape
  /// Squared.
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

  /// Only the last points of segments come here, so that segments of one point are found.
  private mutating func visitPoint(_ index: Int, _ target: WorldPoint) {
    let across = target.x - shape.xs[index]
    let down = target.y - shape.ys[index]
    let distance = across * across + down * down
    guard distance <= best, found == nil || distance < best else { return }
    let isAlone = shape.segment(containing: index).count == 1
    best = distance
    found = PathHit(
      point: index, leg: isAlone ? nil : index - 1,
      distanceWorldUnits: distance.squareRoot())
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
      distanceWorldUnits: distance.squareRoot())
  }
}
