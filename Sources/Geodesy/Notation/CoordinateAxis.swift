/// One of the two angles of a coordinate.
public enum CoordinateAxis: Sendable {
  case latitude
  case longitude

  /// The largest absolute value of the angle, in degrees.
  var limitDegrees: Double { self == .latitude ? 90 : 180 }
}
