/// A box to which lines are clipped.
struct ClipBox {
  let low: SIMD2<Double>
  let high: SIMD2<Double>

  func contains(_ point: SIMD2<Double>) -> Bool {
    point.x >= low.x && point.y >= low.y && point.x <= high.x && point.y <= high.y
  }

  /// Returns the part of a leg that lies inside the box. Returns nil if the whole leg lies outside.
  ///
  /// The algorithm is by Liang and Barsky (1984), ACM TOG 3(1):1–22.
  func part(
    from start: SIMD2<Double>, to end: SIMD2<Double>
  ) -> (from: SIMD2<Double>, to: SIMD2<Double>)? {
    if contains(start), contains(end) { return (start, end) }
    let leg = end - start
    var (enter, leave) = (0.0, 1.0)
    for axis in 0..<2 {
      for (room, speed) in [
        (start[axis] - low[axis], -leg[axis]), (high[axis] - start[axis], leg[axis]),
      ] {
        if speed == 0 {
          if room < 0 { return nil }
        } else if speed < 0 {
          enter = max(enter, room / speed)
        } else {
          leave = min(leave, room / speed)
        }
      }
    }
    guard enter <= leave else { return nil }
    return (enter == 0 ? start : start + leg * enter, leave == 1 ? end : start + leg * leave)
  }

  /// Returns the parts of a line that lie inside the box. A line with a single point becomes a leg
  /// of zero length.
  func parts(of points: [SIMD2<Double>]) -> [[SIMD2<Double>]] {
    guard points.count > 1 else { return points.filter(contains).map { [$0, $0] } }
    var parts: [[SIMD2<Double>]] = []
    var isOpen = false
    for index in 1..<points.count {
      guard let (start, end) = part(from: points[index - 1], to: points[index]) else {
        isOpen = false
        continue
      }
      if isOpen { parts[parts.count - 1].append(end) } else { parts.append([start, end]) }
      isOpen = end == points[index]
    }
    return parts
  }
}
