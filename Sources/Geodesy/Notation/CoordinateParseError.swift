/// The error for text that is not a valid coordinate.
public struct CoordinateParseError: Error, Equatable, CustomStringConvertible, Sendable {
  public enum Code: String, Sendable {
    /// The text is empty.
    case empty
    /// A part of the text belongs to no known notation.
    case unexpectedText
    /// The text has too few or too many numbers for a latitude and a longitude.
    case numberCount
    /// A number has both a sign and a hemisphere letter, or two letters, or the two numbers are
    /// both latitudes or both longitudes.
    case hemisphere
    /// The text can be read in more than one way.
    case ambiguous
    /// A latitude, a longitude, minutes or seconds are outside their range.
    case outOfRange
  }

  public let code: Code
  /// The description of the error, with the expected input.
  public let message: String
  /// The erroneous part of the text, or empty if the error concerns the whole text.
  public let place: String

  public init(code: Code, message: String, place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  public var description: String { message }
}
