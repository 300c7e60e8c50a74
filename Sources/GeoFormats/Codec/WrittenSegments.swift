/// The number of non-empty segments in the path being written, from which the number of empty
/// segments can be derived.
struct WrittenSegments {
  private var last = -1
  private(set) var count = 0

  /// Counts the next point's segment, unless it is already counted.
  ///
  /// - Parameter segment: The segment's number, counted from 0. The numbers are ascending.
  @inline(__always)
  mutating func add(_ segment: Int) {
    guard segment != last else { return }
    last = segment
    count += 1
  }

  /// Returns the number of empty segments in the path. The result is 0 for a route, and for a path
  /// without points.
  func emptyCount(_ header: GeoPathHeader) -> Int {
    guard header.kind == .track, count > 0 else { return 0 }
    return max(header.segments, last + 1) - count
  }
}
