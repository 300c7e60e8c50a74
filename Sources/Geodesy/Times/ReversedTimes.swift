/// The treatment of point times when a track is reversed.
public enum ReversedTimes: String, CaseIterable, Sendable {
  /// The times are mirrored. The reversed track begins at the original start time, each leg keeps
  /// its duration, and times still increase.
  case mirrored
  /// The times are removed, because the track was not recorded in this direction.
  case stripped
}
