/// Why a text is not taken for a coordinate.
public struct CoordinateParseError: Error, Equatable, CustomStringConvertible, Sendable {
  public enum Code: String, Sendable {
    /// There is nothing to read.
    case empty
    /// Something in it belongs to no notation.
    case unexpectedText
    /// Not as many numbers as a latitude and a longitude have.
    case numberCount
    /// A sign together with a letter, two letters for one number, both of one axis.
    case hemisphere
    /// It can be read in more than one way.
    case ambiguous
    /// A latitude, a longitude, minutes or seconds beyond their range.
    case outOfRange
  }

  public let code: Code
  /// What is wrong, and what to write instead.
  public let message: String
  /// The part of the text it is about; empty when it is about the whole.
  public let place: String

  public init(code: Code, message: String, place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  public var description: String { message }
}
