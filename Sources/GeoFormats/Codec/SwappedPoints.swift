import Geodesy

/// Points whose latitude and longitude seem to be swapped, either in the file or because of
/// ``GeoReadingOptions/swapsCoordinates``. Their latitudes are out of range, but would be valid as
/// longitudes.
struct SwappedPoints {
  private(set) var count = 0
  private var extent = GeoExtent()

  /// The maximum distance, in degrees, between points that are considered close together.
  private static let nearness = 2.0

  /// Adds a point with the coordinates as read. If the import swaps latitude and longitude, the
  /// arguments are the coordinates after the swap.
  mutating func add(latitude: Double, longitude: Double) {
    count += 1
    extent.add(latitude: latitude, longitude: longitude)
  }

  /// Returns the diagnostic about swapped coordinates. Returns nil if swapping the coordinates back
  /// would not repair the file.
  ///
  /// The remedy is to swap the coordinates. If the import already swaps the coordinates, the
  /// message advises against swapping, and there is no remedy.
  ///
  /// - Parameters:
  ///   - bounds: The bounding box of the valid points, or nil if no point is valid.
  ///   - others: The number of points whose coordinates are invalid in either order.
  ///   - isSwapping: Whether the import swaps latitude and longitude.
  func diagnostic(
    beside bounds: GeoBounds?, others: Int, isSwapping: Bool
  ) -> Diagnostic? {
    guard count > 0, others == 0, let own = extent.bounds else { return nil }
    let counted = Numbers.counted(count, "latitude")
    let latitudes = "\(counted) \(count == 1 ? "is" : "are") out of range"
    let areNear = bounds.map { Self.areNear(own, $0) } ?? true
    if isSwapping, areNear {
      return Self.diagnostic(
        """
        \(bounds == nil ? "all latitudes are out of range" : latitudes) because this import swaps \
        latitude and longitude; import the file without swapping them
        """)
    }
    guard let bounds else {
      return Self.diagnostic(
        """
        all latitudes are out of range, but latitude and longitude would be valid if they were \
        swapped
        """, .swapCoordinates)
    }
    if areNear {
      return Self.diagnostic(
        """
        \(latitudes), but near the other positions, so latitude and longitude are probably swapped \
        in the whole file
        """, .swapCoordinates)
    }
    let corrected = GeoBounds(
      south: own.west, west: own.south, north: own.east, east: own.north)
    guard Self.areNear(corrected, bounds) else { return nil }
    // Swapping all coordinates is no remedy here, since it would damage the other points.
    return Self.diagnostic(
      """
      \(latitudes), and would be near the other positions if latitude and longitude of these points \
      were swapped; correct these points in the file
      """)
  }

  /// Returns whether swapping latitude and longitude would bring these points into range and keep
  /// the valid points in range. Unlike ``diagnostic(beside:others:isSwapping:)``, the result does
  /// not depend on the distances between the points, or on points whose coordinates are invalid in
  /// either order.
  ///
  /// - Parameter bounds: The bounding box of the valid points, or nil if no point is valid.
  func areMended(beside bounds: GeoBounds?) -> Bool {
    count > 0 && bounds.map { $0.west >= -90 && $0.east <= 90 } ?? true
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
