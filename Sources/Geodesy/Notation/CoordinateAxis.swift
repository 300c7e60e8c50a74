/// One of the two angles of a coordinate.
public enum CoordinateAxis: Sendable {
  case latitude
  case longitude
}
