import TerminalUI

/// A buffer that collects the dots of a continuous line and draws many dots in one call. All dots
/// in the buffer have the same colour-scale step.
struct DotRun {
  private(set) var points: [DotPoint] = []
  /// The colour-scale step of the collected dots, or ``MapColouring/noStep``.
  private(set) var step = MapColouring.noStep
  private static let capacity = 4_096

  init() {
    points.reserveCapacity(Self.capacity + 2)
  }

  var isFull: Bool { points.count >= Self.capacity }

  /// Appends the dot at a canvas position, unless it equals the last collected dot.
  @inline(__always)
  mutating func append(_ x: Double, _ y: Double) {
    let point = DotPoint(x: Int32(x), y: Int32(y))
    if let last = points.last, last.x == point.x, last.y == point.y { return }
    points.append(point)
  }

  /// Draws the collected dots and continues the line from the last dot.
  mutating func flush(_ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void) {
    guard let last = points.last else { return }
    points.withUnsafeBufferPointer { draw($0, step) }
    points.removeAll(keepingCapacity: true)
    points.append(last)
  }

  /// Draws the collected dots, and continues the line from the last dot with another colour-scale
  /// step.
  mutating func change(
    to step: UInt8, _ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void
  ) {
    if points.count > 1 { flush(draw) }
    self.step = step
  }

  /// Draws the collected dots and ends the line.
  mutating func finish(_ draw: (UnsafeBufferPointer<DotPoint>, UInt8) -> Void) {
    guard !points.isEmpty else { return }
    points.withUnsafeBufferPointer { draw($0, step) }
    points.removeAll(keepingCapacity: true)
  }
}
