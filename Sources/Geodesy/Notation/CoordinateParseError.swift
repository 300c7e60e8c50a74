/// The error for text that is not a valid coordinate.
public struct CoordinateParseError: Error, Equatable, CustomStringConvertible, Sendable {
  public enum Code: String, Sendable {
    /// The text is empty.
    case empty
    /// A part of the text does not belong to any known coordinate notation.
    case unexpectedText
    /// The text has too few or too many numbers for a latitude and a longitude.
    case numberCount
    /// The signs or hemisphere letters conflict; for example, a number has two letters, or both
    /// numbers are latitudes.
    case hemisphere
    /// The text can be read in more than one way.
    case ambiguous
    /// The latitude, the longitude, the minutes or the seconds are out of range.
    case outOfRange
  }

  public let code: Code
  /// The error message, which states the expected input.
  public let message: String
  /// The erroneous part of the text, or an empty string if the error concerns the whole text.
  public let place: String

  public init(code: Code, message: String, place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  public var description: String { message }
}
