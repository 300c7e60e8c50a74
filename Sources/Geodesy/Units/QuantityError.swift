/// The error for text that is not a valid quantity or search.
public struct QuantityError: Error, Equatable, CustomStringConvertible, Sendable {
  public enum Code: String, Sendable {
    /// The text is empty.
    case empty
    /// A number is missing.
    case noNumber
    /// A unit is unknown, or belongs to another kind of quantity.
    case unit
    /// The text can be read in more than one way.
    case ambiguous
    /// A number is too large.
    case outOfRange
    /// A word is unknown.
    case unknownName
  }

  public let code: Code
  /// The description of the error, with the expected input.
  public let message: String
  /// The range of the erroneous text, in characters from its start.
  public let range: Range<Int>

  public init(code: Code, message: String, range: Range<Int>) {
    self.code = code
    self.message = message
    self.range = range
  }

  public var description: String { message }

  func moved(by offset: Int) -> QuantityError {
    QuantityError(
      code: code, message: message, range: range.lowerBound + offset..<range.upperBound + offset)
  }
}
