import TerminalUI

/// A buffer that collects the dots of a continuous line and draws many dots in one call. All dots
/// in the buffer have the same colour-scale step.
struct DotRun {
  /// The collected dots. The elements after the first `count` are unused.
  private var dots: [DotPoint]
  private var count = 0
  /// The colour-scale step of the collected dots, or ``MapColouring/noStep`` for dots without a
  /// step.
  private(set) var step = MapColouring.noStep
  /// The number of collected dots above which the buffer is drawn and emptied.
  private static let capacity = 4_096

  init() {
    // The extra space is for a chunk that is added just before the buffer is full.
    dots = Array(
      repeating: DotPoint(x: 0, y: 0), count: Self.capacity + PathLevel.chunkLength + 2)
  }

  var isFull: Bool { count >= Self.capacity }

  /// Appends the dot at a canvas position, unless it is the same as the last collected dot.
  @inline(__always)
  mutating func append(_ x: Double, _ y: Double) {
    let point = DotPoint(x: Int32(x), y: Int32(y))
    if count > 0, dots[count - 1].x == point.x, dots[count - 1].y == point.y { return }
    dots[count] = point
    count += 1
  }

  /// Appends the dot at each point of a chunk, and skips dots that equal the previous dot.
  ///
  /// - Parameter position: A closure that returns the position of a point.
  @inline(__always)
  mutating func append(_ points: ClosedRange<Int>, at position: (Int) -> (x: Double, y: Double)) {
    count = dots.withUnsafeMutableBufferPointer { [start = count] dots in
      var count = start
      for point in points {
        let (x, y) = position(point)
        let dot = DotPoint(x: Int32(x), y: Int32(y))
        // Comparing the whole dots calls a function of another module.
        if count > 0, dots[count - 1].x == dot.x, dots[count - 1].y == dot.y { continue }
        dots[count] = dot
        count += 1
      }
      return count
    }
  }

  /// Draws the collected dots and continues the line from the last dot.
  mutating func flush(_ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void) {
    guard count > 0 else { return }
    drawAll(draw)
    dots[0] = dots[count - 1]
    count = 1
  }

  /// Draws the collected dots, and continues the line from the last dot with another colour-scale
  /// step.
  mutating func change(
    to step: UInt8, _ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void
  ) {
    if count > 1 { flush(draw) }
    self.step = step
  }

  /// Draws the collected dots and ends the line.
  mutating func finish(_ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void) {
    guard count > 0 else { return }
    drawAll(draw)
    count = 0
  }

  private func drawAll(_ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void) {
    dots.withUnsafeBufferPointer { draw(UnsafeBufferPointer(rebasing: $0[..<count]), step) }
  }
}
