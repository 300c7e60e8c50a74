/// Dots of a line without gaps, collected for one drawing call.
struct DotRun {
  private(set) var xs = ContiguousArray<Int32>()
  private(set) var ys = ContiguousArray<Int32>()
  private static let capacity = 4_096

  init() {
    xs.reserveCapacity(Self.capacity + 2)
    ys.reserveCapacity(Self.capacity + 2)
  }

  var isFull: Bool { xs.count >= Self.capacity }

  /// Adds the dot at a position on the canvas unless it is the one added last.
  @inline(__always)
  mutating func append(_ x: Double, _ y: Double) {
    let column = Int32(x)
    let row = Int32(y)
    if let last = xs.last, last == column, ys[ys.count - 1] == row { return }
    xs.append(column)
    ys.append(row)
  }

  /// Draws what was collected and goes on from the last dot.
  mutating func flush(_ draw: (borrowing DotRun) -> Void) {
    guard let lastX = xs.last, let lastY = ys.last else { return }
    draw(self)
    xs.removeAll(keepingCapacity: true)
    ys.removeAll(keepingCapacity: true)
    xs.append(lastX)
    ys.append(lastY)
  }

  /// Draws what was collected and ends the line.
  mutating func finish(_ draw: (borrowing DotRun) -> Void) {
    guard !xs.isEmpty else { return }
    draw(self)
    xs.removeAll(keepingCapacity: true)
    ys.removeAll(keepingCapacity: true)
  }
}
