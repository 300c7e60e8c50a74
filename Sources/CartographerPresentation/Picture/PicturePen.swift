/// A position, an offset or a size in a picture, in pixels.
typealias PicturePoint = SIMD2<Double>

/// A pen that converts lines and rings to SVG path data. The pen clips them to a box, simplifies
/// them to the resolution of the picture, and rounds their positions.
struct PicturePen {
  /// The box to which drawing is clipped, in pixels.
  let box: ClipBox
  /// The maximum distance between an omitted point and the drawn line, in pixels.
  let tolerance: Double
  /// The rounding step for positions, in hundredths of a pixel.
  private let step: Int

  /// Creates a pen that clips to the box between two corners, in pixels.
  ///
  /// - Parameter magnification: The largest factor by which the finished picture is magnified.
  init(low: PicturePoint, high: PicturePoint, magnification: Double) {
    box = ClipBox(low: low, high: high)
    tolerance = 0.3 / magnification
    step = magnification > 1 ? 1 : 10
  }

  // MARK: Path data

  /// Returns the SVG path data of a line, or an empty string if the line is outside the box.
  func line(_ points: [PicturePoint]) -> String {
    box.parts(of: points).map { data(simplified($0), isClosed: false) }.joined()
  }

  /// Returns the SVG path data of a shape's segments. If the area contains two copies of a segment,
  /// for example on both sides of the antimeridian, both copies are drawn.
  func lines(of shape: PathShape, in view: PictureView, _ area: WorldBounds) -> String {
    guard let box = shape.bounds else { return "" }
    var data = ""
    for turn in view.turns(of: box, in: area) {
      for start in shape.segmentStarts {
        data += line(
          shape.segment(containing: start).map {
            view.position(x: shape.xs[$0] + turn, y: shape.ys[$0])
          })
      }
    }
    return data
  }

  /// Returns the SVG path data of a ring around an area, or an empty string if the area is outside
  /// the box. The first point of the ring is not repeated.
  ///
  /// - Parameter isKept: Whether each point is kept even if omitting it would not change the ring.
  ///   Areas that touch each other need the same points on their common edge, because a gap would
  ///   be visible.
  func ring(_ points: [PicturePoint], isKept: [Bool]) -> String {
    guard points.count > 2 else { return "" }
    let first = isKept.firstIndex(of: true) ?? 0
    let turned = points[first...] + points[...first]
    let keeps = isKept[first...] + isKept[...first]
    var ring: [PicturePoint] = []
    var section: [PicturePoint] = []
    for (point, isKept) in zip(turned, keeps) {
      section.append(point)
      guard isKept, section.count > 1 else { continue }
      ring += simplified(section).dropLast()
      section = [point]
    }
    // Without a kept point, the whole ring is one section.
    if section.count > 1 { ring += simplified(section).dropLast() }
    let clipped = clippedRing(ring)
    return clipped.count > 2 ? data(clipped, isClosed: true) : ""
  }

  private func data(_ points: [PicturePoint], isClosed: Bool) -> String {
    var text = ""
    var last = SIMD2<Int>(0, 0)
    for (index, point) in points.enumerated() {
      let rounded = SIMD2(
        Int((point.x * 100 / Double(step)).rounded()) * step,
        Int((point.y * 100 / Double(step)).rounded()) * step)
      guard index > 0 else {
        text = "M" + Self.pair(rounded)
        last = rounded
        continue
      }
      // A line of one point is visible as a dot.
      guard rounded != last || points.count == 2 else { continue }
      let isFirst = text.last != " "
      text += (isFirst ? "l" : "") + Self.pair(rounded &- last) + " "
      last = rounded
    }
    if text.last == " " { text.removeLast() }
    return text.contains("l") ? text + (isClosed ? "z" : "") : ""
  }

  private static func pair(_ point: SIMD2<Int>) -> String {
    let second = MarkupText.number(hundredths: point.y)
    return MarkupText.number(hundredths: point.x) + (second.first == "-" ? "" : " ") + second
  }

  // MARK: Simplification

  /// Returns the points needed to draw a line within the tolerance, using the Ramer–Douglas–Peucker
  /// algorithm. The first and the last point are kept.
  func simplified(_ line: [PicturePoint]) -> [PicturePoint] {
    let points = thinned(line)
    guard points.count > 2 else { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    var ranges = [(0, points.count - 1)]
    while let (first, last) = ranges.popLast() {
      var farthest = (index: first, distance: tolerance * tolerance)
      for index in stride(from: first + 1, to: last, by: 1) {
        let distance = Self.squaredDistance(points[index], points[first], points[last])
        if distance > farthest.distance { farthest = (index, distance) }
      }
      guard farthest.index > first else { continue }
      isKept[farthest.index] = true
      ranges.append((first, farthest.index))
      ranges.append((farthest.index, last))
    }
    return zip(points, isKept).filter(\.1).map(\.0)
  }

  /// Returns a line without the points that lie very near the last kept point. This step makes the
  /// simplification of a long path fast.
  private func thinned(_ line: [PicturePoint]) -> [PicturePoint] {
    guard let first = line.first, let end = line.last, line.count > 2 else { return line }
    let nearest = tolerance * tolerance / 4
    var points = [first]
    var last = first
    for point in line.dropFirst().dropLast() {
      let leg = point - last
      guard (leg * leg).sum() > nearest else { continue }
      points.append(point)
      last = point
    }
    points.append(end)
    return points
  }

  private static func squaredDistance(
    _ point: PicturePoint, _ start: PicturePoint, _ end: PicturePoint
  ) -> Double {
    let leg = end - start
    let length = (leg * leg).sum()
    let share = length > 0 ? min(max(((point - start) * leg).sum() / length, 0), 1) : 0
    let offset = point - (start + leg * share)
    return (offset * offset).sum()
  }

  // MARK: Clipping

  /// Returns the part of a ring that lies inside the box (Sutherland and Hodgman).
  private func clippedRing(_ points: [PicturePoint]) -> [PicturePoint] {
    var ring = points
    for axis in 0..<2 {
      for (limit, sign) in [(box.low[axis], 1.0), (box.high[axis], -1.0)] {
        guard let last = ring.last else { return [] }
        var kept: [PicturePoint] = []
        var before = last
        for point in ring {
          let (depth, depthBefore) = ((point[axis] - limit) * sign, (before[axis] - limit) * sign)
          if (depth < 0) != (depthBefore < 0) {
            kept.append(before + (point - before) * (depthBefore / (depthBefore - depth)))
          }
          if depth >= 0 { kept.append(point) }
          before = point
        }
        ring = kept
      }
    }
    return ring
  }
}
