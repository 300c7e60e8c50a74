/// One possible meaning of text that was read as a coordinate.
public struct CoordinateReading: Hashable, Sendable {
  public let coordinate: Coordinate
  /// The notation's name, such as `British grid` or `decimal comma`.
  public let name: String
  /// A text for the same position that has only one meaning. Empty if the original text was
  /// unambiguous.
  public let unambiguousText: String

  init(_ coordinate: Coordinate, name: String, unambiguousText: String = "") {
    self.coordinate = coordinate
    self.name = name
    self.unambiguousText = unambiguousText
  }
}
