/// Functions that write and read Swiss coordinates in the LV95 frame, such as `2600000 1200000`.
/// Coordinates in the older LV03 frame, such as `600000 200000`, are also read.
///
/// ``SwissProjection`` computes the projection. LV03 coordinates are read as LV95 coordinates after
/// 2 000 km are added to the easting and 1 000 km to the northing. The result is within 1.6 m of
/// the transformation FINELTRA (swisstopo, “New coordinates for Switzerland”, 2007).
enum SwissGrid {
  /// The area of the national maps: Switzerland, Liechtenstein and the regions near their borders.
  private static let eastings = 2_480_000.0...2_840_000
  private static let northings = 1_070_000.0...1_300_000

  @Sendable static func write(_ position: Coordinate) -> String? {
    // Far from Switzerland, the oblique projection is not defined.
    guard (44...49).contains(position.latitude), (4...12).contains(position.longitude) else {
      return nil
    }
    let (easting, northing) = SwissProjection.project(position)
    guard eastings.contains(easting), northings.contains(northing) else { return nil }
    return "\(Int(easting.rounded())) \(Int(northing.rounded()))"
  }

  @Sendable static func read(
    _ text: CoordinateText
  ) throws(CoordinateParseError) -> [Coordinate] {
    guard let (first, second) = MetrePair(text.text)?.values else { return [] }
    let isReversed = (1_000_000..<2_000_000).contains(first)
    var (easting, northing) = isReversed ? (second, first) : (first, second)
    if (400_000..<1_000_000).contains(easting), (0..<400_000).contains(northing) {
      easting += 2_000_000
      northing += 1_000_000
    } else if !((2_000_000..<3_000_000).contains(easting)
      && (1_000_000..<2_000_000).contains(northing))
    {
      return []
    }
    guard eastings.contains(easting), northings.contains(northing) else {
      // A pair of numbers that is outside Switzerland may belong to another grid.
      guard text.isLabelled || first >= 1_000_000 else { return [] }
      throw CoordinateParseError(
        code: .outOfRange,
        message: """
          the position is outside the Swiss grid, whose eastings are 2480000…2840000 and \
          northings 1070000…1300000
          """, place: text.text)
    }
    return [SwissProjection.position(easting: easting, northing: northing)]
  }
}
