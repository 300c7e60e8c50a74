/// One meaning of a coordinate's text.
public struct CoordinateReading: Hashable, Sendable {
  public let coordinate: Coordinate
  /// The name of the notation, such as `British grid` or `decimal comma`.
  public let name: String
  /// A text that has only this meaning, or an empty string if the original text is unambiguous.
  public let unambiguousText: String

  init(_ coordinate: Coordinate, name: String, unambiguousText: String = "") {
    self.coordinate = coordinate
    self.name = name
    self.unambiguousText = unambiguousText
  }
}
