/// What a device measured at a point besides its position, elevation and time.
///
/// These are what the extensions of many programs agree on: Garmin's TrackPointExtension 1 and 2,
/// the `power` of training programs, and the `course` and `speed` of GPX 1.0.
public enum GeoSensor: Int, CaseIterable, Hashable, Sendable, Codable {
  /// Beats a minute.
  case heartRate
  /// Revolutions, or steps of one foot, a minute.
  case cadence
  /// Degrees Celsius.
  case airTemperature
  /// Degrees Celsius.
  case waterTemperature
  /// Metres below the surface.
  case depth
  /// Metres a second.
  case speed
  /// The direction of travel, degrees from true north.
  case course
  /// The direction to a target, degrees from true north.
  case bearing
  /// Watts.
  case power
  /// Metres from the start, as the device counted them.
  case distance
}
