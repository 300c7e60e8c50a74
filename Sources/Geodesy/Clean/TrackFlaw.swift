/// A point of a track that looks wrong, and why. Nothing is removed: marking is all that finding does.
public struct TrackFlaw: Hashable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    /// Says again what a point before it says.
    case duplicate
    /// Beside the way, there and back.
    case spike
    /// Too far to have been reached in the time.
    case speed
    /// The wandering of a receiver at rest.
    case drift
    /// A time before that of a point before it.
    case time
  }

  public var index: Int
  public var reason: Reason
  /// How wrong, in the reason's terms: the modified Z-score of a spike, metres per second, metres
  /// from the middle of a stop, seconds backward; 0 for a duplicate.
  public var amount: Double

  public init(index: Int, reason: Reason, amount: Double = 0) {
    self.index = index
    self.reason = reason
    self.amount = amount
  }
}
