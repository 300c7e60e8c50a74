extension Coordinate {
  /// Returns the mean position of the valid coordinates, even if they lie on both sides of the
  /// antimeridian. Returns nil if no coordinate is valid.
  ///
  /// At the mean position, the ellipsoid's normal has the direction of the sum of the unit normals
  /// at all coordinates.
  /// - Complexity: O(*n*), where *n* is the number of coordinates.
  public static func centre(of coordinates: [Coordinate]) -> Coordinate? {
    let valid = coordinates.filter(\.isValid)
    guard !valid.isEmpty else { return nil }
    var sum = EarthVector()
    for coordinate in valid {
      sum += EarthVector(
        normalAtLatitude: coordinate.latitude, longitude: coordinate.longitude)
    }
    return sum.coordinateOfNormal
  }
}
