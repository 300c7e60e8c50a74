/// The treatment of point times when a track is reversed.
public enum ReversedTimes: String, CaseIterable, Sendable {
  /// The times are recomputed so that each leg keeps its duration. The reversed track begins at the
  /// original start time, and its times increase.
  case mirrored
  /// The times are removed, because the track was not recorded in this direction.
  case stripped
}
