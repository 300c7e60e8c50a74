/// One of a coordinate's two angles: latitude or longitude.
public enum CoordinateAxis: Sendable {
  case latitude
  case longitude
}
