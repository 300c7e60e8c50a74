import Geodesy

/// Points whose latitude and longitude seem to be swapped. Their latitudes are out of
/// range, but would be valid as longitudes.
struct SwappedPoints {
  private(set) var count = 0
  private var extent = GeoExtent()

  /// The maximum distance, in degrees, between points that are considered close together.
  private static let nearness = 2.0

  /// Adds a point with the coordinates as written in the file.
  mutating func add(latitude: Double, longitude: Double) {
    count += 1
    extent.add(latitude: latitude, longitude: longitude)
  }

  /// Returns the diagnostic about swapped coordinates. Returns nil if swapping them back would not
  /// repair the file.
  ///
  /// - Parameters:
  ///   - bounds: The bounding box of the valid points, or nil if no point is valid.
  ///   - others: The number of points whose coordinates are invalid in either order.
  func diagnostic(beside bounds: GeoBounds?, others: Int) -> Diagnostic? {
    guard count > 0, others == 0, let own = extent.bounds else { return nil }
    guard let bounds else {
      return Self.diagnostic(
        """
        all latitudes are out of range, but latitude and longitude would be valid if they were \
        swapped
        """, .swapCoordinates)
    }
    if Self.areNear(own, bounds) {
      return Self.diagnostic(
        """
        \(Numbers.counted(count, "latitude")) \(count == 1 ? "is" : "are") out of range, but near the other \
        positions, so latitude and longitude are probably swapped in the whole file
        """, .swapCoordinates)
    }
    let corrected = GeoBounds(
      south: own.west, west: own.south, north: own.east, east: own.north)
    guard Self.areNear(corrected, bounds) else { return nil }
    // Swapping all coordinates is no remedy here, since it would damage the other points.
    return Self.diagnostic(
      """
      \(Numbers.counted(count, "latitude")) \(count == 1 ? "is" : "are") out of range, and would be near the \
      other positions if latitude and longitude of these points were swapped; correct these \
      points in the file
      """)
  }

  private static func diagnostic(
    _ message: String, _ remedy: Diagnostic.Remedy? = nil
  ) -> Diagnostic {
    Diagnostic(code: .coordinateSwapped, action: .skipped, message: message, remedy: remedy)
  }

  private static func areNear(_ one: GeoBounds, _ other: GeoBounds) -> Bool {
    one.south <= other.north + nearness && other.south <= one.north + nearness
      && one.west <= other.east + nearness && other.west <= one.east + nearness
  }
}
