/// A test that determines whether a path's times are in a plausible order for a recorded track.
///
/// A receiver occasionally records a time that is earlier than the previous time. A route's times
/// can be the creation times of its points, in no particular order. Durations and speeds computed
/// from such times would be meaningless.
public struct TimeOrder: Sendable {
  private var changes = 0
  private var changesBack = 0
  private var previous = Double.nan

  public init() {}

  /// Whether the times increase along each segment, apart from occasional errors. At most a third
  /// of the steps between consecutive times may go back in time.
  public var isAscending: Bool { 3 * changesBack <= changes }

  /// Adds the next point.
  ///
  /// - Parameter time: The time in seconds, or NaN for a point without a time.
  public mutating func add(_ time: Double) {
    guard !time.isNaN else { return }
    if time > previous {
      changes += 1
    } else if time < previous {
      changes += 1
      changesBack += 1
    }
    previous = time
  }

  /// Ends the segment. The next segment can begin earlier than this segment ends.
  public mutating func endSegment() { previous = .nan }
}

extension TrackColumns {
  /// Whether the order of the times is plausible for a recorded track (see
  /// ``TimeOrder/isAscending``).
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  var areTimesAscending: Bool {
    var order = TimeOrder()
    for range in segments {
      for index in range { order.add(times[index]) }
      order.endSegment()
    }
    return order.isAscending
  }
}
