/// The storage in which a ``DotPen`` sets the dots of a canvas.
protocol DotCells {
  /// Sets a dot on the canvas.
  ///
  /// - Precondition: The dot is on the canvas.
  func plot(_ x: Int, _ y: Int)
}

/// The bit masks of a cell's dots.
enum DotBits {
  /// The bit masks of a cell's eight dots, one mask per byte. The dots are ordered by row from the
  /// top, and from left to right within a row.
  private static let bits: UInt64 = 0x8040_2004_1002_0801

  /// Returns the bit mask of a dot within its cell.
  @inline(__always)
  static func mask(_ x: Int, _ y: Int) -> UInt8 {
    let shift = UInt64(truncatingIfNeeded: ((y & 3) &<< 4) | ((x & 1) &<< 3))
    return UInt8(truncatingIfNeeded: bits &>> shift)
  }
}

/// The storage of a ``DotCanvas``, used by a pen that draws in a single style.
struct InkCells: DotCells {
  let masks: UnsafeMutablePointer<UInt8>
  let inks: UnsafeMutablePointer<UInt16>
  let ink: UInt16
  let columns: Int

  @inline(__always)
  func plot(_ x: Int, _ y: Int) {
    let cell = (y &>> 2) &* columns &+ (x &>> 1)
    masks[cell] |= DotBits.mask(x, y)
    inks[cell] = ink
  }
}

/// A pen that draws lines directly into a canvas's storage.
///
/// Lines are drawn with Bresenham's algorithm (1965). The error term is computed for the first
/// column or row inside the canvas, so that the visible dots do not depend on the clipped part of
/// the line.
struct DotPen<Cells: DotCells> {
  let cells: Cells
  /// The canvas's width, in dots.
  let width: Int
  /// The canvas's height, in dots.
  let height: Int

  /// The maximum absolute value of a dot's coordinate. Larger values are clamped to this limit,
  /// since products of two coordinates must fit into 63 bits.
  private static var limit: Int32 { 1 << 29 }

  @inline(__always)
  private func plot(_ x: Int, _ y: Int) { cells.plot(x, y) }

  @inline(__always)
  private func isInside(_ x: Int, _ y: Int) -> Bool {
    UInt(bitPattern: x) < UInt(bitPattern: width) && UInt(bitPattern: y) < UInt(bitPattern: height)
  }

  func polyline(_ points: UnsafeBufferPointer<DotPoint>) {
    guard var last = points.first else { return }
    var lastIsInside = isInside(Int(last.x), Int(last.y))
    if lastIsInside { plot(Int(last.x), Int(last.y)) }
    for point in points.dropFirst() where point.x != last.x || point.y != last.y {
      let x = Int(point.x)
      let y = Int(point.y)
      let inside = isInside(x, y)
      let isStep = abs(x - Int(last.x)) <= 1 && abs(y - Int(last.y)) <= 1
      if isStep {
        if inside { plot(x, y) }
      } else if inside || lastIsInside || mayCross(last, point) {
        line(from: last, to: point)
      }
      last = point
      lastIsInside = inside
    }
  }

  /// Returns whether a line might touch the canvas. A line cannot touch the canvas if both of its
  /// ends lie beyond the same edge.
  @inline(__always)
  private func mayCross(_ a: DotPoint, _ b: DotPoint) -> Bool {
    !(max(a.x, b.x) < 0 || max(a.y, b.y) < 0 || Int(min(a.x, b.x)) >= width
      || Int(min(a.y, b.y)) >= height)
  }

  func line(from start: DotPoint, to end: DotPoint) {
    let x0 = DotPen.limited(start.x)
    let y0 = DotPen.limited(start.y)
    let x1 = DotPen.limited(end.x)
    let y1 = DotPen.limited(end.y)
    if abs(x1 - x0) >= abs(y1 - y0) {
      let ascending = x0 <= x1
      scan(
        ascending ? (x0, y0) : (x1, y1), ascending ? (x1, y1) : (x0, y0), extent: width,
        crossExtent: height
      ) { plot($0, $1) }
    } else {
      let ascending = y0 <= y1
      scan(
        ascending ? (y0, x0) : (y1, x1), ascending ? (y1, x1) : (y0, x0), extent: height,
        crossExtent: width
      ) { plot($1, $0) }
    }
  }

  private static func limited(_ value: Int32) -> Int {
    Int(min(max(value, -limit), limit))
  }

  /// Draws a line by stepping along its longer axis `u` from `start` to `end`. The coordinate `v`
  /// on the shorter axis is rounded to the nearest dot.
  @inline(__always)
  private func scan(
    _ start: (u: Int, v: Int), _ end: (u: Int, v: Int), extent: Int, crossExtent: Int,
    _ plot: (Int, Int) -> Void
  ) {
    let length = end.u - start.u
    let rise = end.v - start.v
    if length == 0 {
      if isWithin(start.u, extent), isWithin(start.v, crossExtent) { plot(start.u, start.v) }
      return
    }
    var from = max(start.u, 0)
    var to = min(end.u, extent - 1)
    narrow(&from, &to, start: start, length: length, rise: rise, crossExtent: crossExtent)
    guard from <= to else { return }
    // v = floor((2·rise·(u − u0) + length) / 2·length) + v0: rounding half up.
    let divisor = 2 * length
    let numerator = 2 * rise * (from - start.u) + length
    var (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: divisor)
    if remainder < 0 {
      remainder += divisor
      quotient -= 1
    }
    var v = start.v + quotient
    for u in from...to {
      if isWithin(v, crossExtent) { plot(u, v) }
      remainder += 2 * rise
      if remainder >= divisor {
        remainder -= divisor
        v += 1
      } else if remainder < 0 {
        remainder += divisor
        v -= 1
      }
    }
  }

  @inline(__always)
  private func isWithin(_ value: Int, _ extent: Int) -> Bool {
    UInt(bitPattern: value) < UInt(bitPattern: extent)
  }

  /// Narrows the range of positions along a line's longer axis `u` that must be drawn. The narrowed
  /// range excludes positions at which the coordinate `v` on the shorter axis is more than one dot
  /// outside the canvas.
  @inline(__always)
  private func narrow(
    _ from: inout Int, _ to: inout Int, start: (u: Int, v: Int), length: Int, rise: Int,
    crossExtent: Int
  ) {
    guard rise != 0, from <= to else { return }
    let perDot = Double(length) / Double(rise)
    let atFirst = Double(start.u) + Double(-1 - start.v) * perDot
    let atLast = Double(start.u) + Double(crossExtent - start.v) * perDot
    from = max(from, Int(min(atFirst, atLast).rounded(.down)) - 1)
    to = min(to, Int(max(atFirst, atLast).rounded(.up)) + 1)
  }
}
