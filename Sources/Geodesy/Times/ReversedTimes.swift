/// What becomes of the times of a track that is turned round.
public enum ReversedTimes: String, CaseIterable, Sendable {
  /// The way back takes as long and begins when the way there did: each leg keeps its duration, and
  /// times still run forward.
  case mirrored
  /// None are left, since nobody went that way then.
  case stripped
}
