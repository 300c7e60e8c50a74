/// A track point that is probably erroneous, with the reason. Detecting an erroneous point does not
/// remove it.
public struct TrackFlaw: Hashable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    /// The point is a duplicate of an earlier point.
    case duplicate
    /// The point is a spike: a single point that lies off the track's line.
    case spike
    /// The point is so far from its neighbours that an impossible speed would be needed to reach
    /// it.
    case speed
    /// The point was recorded while the user stood still and the measured position drifted.
    case drift
    /// The point's time is out of order.
    case time
  }

  public var index: Int
  public var reason: Reason
  /// The size of the error, in a unit that depends on the reason. For a spike, it is the modified
  /// Z-score; for an impossible speed, the speed in metres per second; for drift, the distance from
  /// the stop's centroid in metres; for a time out of order, the step back in seconds; for a
  /// duplicate, 0.
  public var amount: Double

  public init(index: Int, reason: Reason, amount: Double = 0) {
    self.index = index
    self.reason = reason
    self.amount = amount
  }
}
