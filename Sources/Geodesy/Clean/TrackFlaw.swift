/// A point of a track that is probably erroneous, with the reason. Detection only marks points and
/// removes none.
public struct TrackFlaw: Hashable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    /// The point is a duplicate of an earlier one.
    case duplicate
    /// The point is a spike away from the path.
    case spike
    /// The point is too far away to have been reached in the time.
    case speed
    /// The point is drift recorded during a stop.
    case drift
    /// The time of the point is before that of an earlier point.
    case time
  }

  public var index: Int
  public var reason: Reason
  /// The size of the error: the modified Z-score of a spike, metres per second, metres from the
  /// centroid of a stop, or seconds backward; 0 for a duplicate.
  public var amount: Double

  public init(index: Int, reason: Reason, amount: Double = 0) {
    self.index = index
    self.reason = reason
    self.amount = amount
  }
}
