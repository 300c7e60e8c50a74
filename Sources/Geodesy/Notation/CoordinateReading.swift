/// One possible meaning of text that was read as a coordinate.
public struct CoordinateReading: Hashable, Sendable {
  public let coordinate: Coordinate
  /// The notation's name, such as `British grid` or `decimal comma`.
  public let name: String
  /// Unambiguous text that denotes the position. Empty if the original text was unambiguous.
  public let unambiguousText: String

  /// The minimum distance, in metres, between positions that count as different. Links often
  /// contain the same position with fewer decimals.
  private static let differentMetres = 10.0

  /// Returns the preferred reading of a coordinate's text, followed by the other reading if it has
  /// a different position.
  static func different(
    _ used: CoordinateReading, _ other: CoordinateReading?
  ) -> [CoordinateReading] {
    guard let other,
      Geodesic.distanceMetres(from: used.coordinate, to: other.coordinate) >= differentMetres
    else { return [used] }
    return [used, other]
  }

  init(_ coordinate: Coordinate, name: String, unambiguousText: String = "") {
    self.coordinate = coordinate
    self.name = name
    self.unambiguousText = unambiguousText
  }
}
