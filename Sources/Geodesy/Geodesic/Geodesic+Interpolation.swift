extension Geodesic {
  /// The coordinate at a part of the shortest line between two.
  ///
  /// Between neighbours by the mean of their upward vectors (Gade 2010, (16)), which is right there
  /// to a millimetre; between others along the geodesic itself.
  /// - Parameter fraction: 0 at the start, 1 at the end; beyond, the line goes on.
  /// - Returns: The ends themselves, exactly, for 0 and 1.
  public static func interpolate(
    from start: Coordinate, to end: Coordinate, fraction: Double
  ) -> Coordinate {
    if fraction == 0 || start == end { return start }
    if fraction == 1 { return end }
    let east = (end.longitude - start.longitude).remainder(dividingBy: 360)
    guard abs(end.latitude - start.latitude) <= neighbourDegrees, abs(east) <= neighbourDegrees
    else {
      let line = inverse(from: start, to: end)
      return destination(
        from: start, bearingDegrees: line.initialBearingDegrees,
        distanceMetres: line.distanceMetres * fraction)
    }
    let from = EarthVector(normalAtLatitude: start.latitude, longitude: start.longitude)
    let to = EarthVector(normalAtLatitude: end.latitude, longitude: end.longitude)
    return (from + (to - from) * fraction).coordinateOfNormal
  }
}
