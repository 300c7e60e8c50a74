/// A track point that is probably erroneous, with the reason. Detection only marks points and
/// removes none.
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
  /// The size of the error: the modified Z-score of a spike, the impossible speed in metres per
  /// second, the distance from a stop's centroid in metres, or the step back in time in seconds; 0
  /// for a duplicate.
  public var amount: Double

  public init(index: Int, reason: Reason, amount: Double = 0) {
    self.index = index
    self.reason = reason
    self.amount = amount
  }
}
