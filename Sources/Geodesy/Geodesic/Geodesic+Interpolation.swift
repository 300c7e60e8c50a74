extension Geodesic {
  /// Returns the coordinate at the given fraction of the shortest line between two coordinates.
  ///
  /// For neighbouring coordinates, the result is the weighted mean of their upward vectors (Gade
  /// 2010, equation (16)), which is accurate to within a millimetre. For other coordinates, the
  /// method uses the geodesic itself.
  /// - Parameter fraction: 0 at the start, 1 at the end; other values extrapolate the line.
  /// - Returns: The coordinate; exactly the start for 0 and the end for 1.
  public static func interpolate(
    from start: Coordinate, to end: Coordinate, fraction: Double
  ) -> Coordinate {
    LegInterpolation(from: start, to: end).coordinate(at: fraction)
  }
}

/// The shortest line between two coordinates, with precomputed values for interpolating positions
/// on the line.
struct LegInterpolation {
  private let start: Coordinate
  private let end: Coordinate
  private let line: Line

  private enum Line {
    case none
    /// The upward vector at the start, and its change from the start to the end.
    case normals(EarthVector, EarthVector)
    case geodesic(GeodesicLine)
  }

  init(from start: Coordinate, to end: Coordinate) {
    self.start = start
    self.end = end
    let east = (end.longitude - start.longitude).remainder(dividingBy: 360)
    if start == end {
      line = .none
    } else if abs(end.latitude - start.latitude) <= Geodesic.neighbourDegrees,
      abs(east) <= Geodesic.neighbourDegrees
    {
      let from = EarthVector(normalAtLatitude: start.latitude, longitude: start.longitude)
      let to = EarthVector(normalAtLatitude: end.latitude, longitude: end.longitude)
      line = .normals(from, to - from)
    } else {
      line = .geodesic(Geodesic.inverse(from: start, to: end))
    }
  }

  func coordinate(at fraction: Double) -> Coordinate {
    if fraction == 0 { return start }
    if fraction == 1 { return end }
    switch line {
    case .none: return start
    case .normals(let from, let step): return (from + step * fraction).coordinateOfNormal
    case .geodesic(let line):
      return Geodesic.destination(
        from: start, bearingDegrees: line.initialBearingDegrees,
        distanceMetres: line.distanceMetres * fraction)
    }
  }
}
