/// A kind of sensor value that a device records at a point, in addition to position, elevation and
/// time.
///
/// In GPX files, these values are in Garmin's TrackPointExtension 1 and 2, in the `power` elements
/// of training programs, and in GPX 1.0's `course` and `speed`.
public enum GeoSensor: Int, CaseIterable, Hashable, Sendable, Codable {
  /// The heart rate in beats per minute.
  case heartRate
  /// The cadence: crank revolutions, or steps of one foot, per minute.
  case cadence
  /// The air temperature in degrees Celsius.
  case airTemperature
  /// The water temperature in degrees Celsius.
  case waterTemperature
  /// The depth below the water surface, in metres.
  case depth
  /// The speed in metres per second.
  case speed
  /// The direction of travel in degrees from true north.
  case course
  /// The direction to the navigation target, in degrees from true north.
  case bearing
  /// The power in watts.
  case power
  /// The distance from the start, in metres, as measured by the device.
  case distance
}
