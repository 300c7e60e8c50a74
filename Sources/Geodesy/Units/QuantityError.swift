/// The error for text that is not a valid quantity or search.
public struct QuantityError: Error, Equatable, CustomStringConvertible, Sendable {
  public enum Code: String, Sendable {
    /// The text is empty.
    case empty
    /// A quantity in the text lacks a number.
    case noNumber
    /// A unit is missing, unknown, or not suitable for the expected kind of quantity.
    case unit
    /// The text can be read in more than one way.
    case ambiguous
    /// A number in the text is too large.
    case outOfRange
    /// A field name or a comparison sign in a search is unknown.
    case unknownName
  }

  public let code: Code
  /// The error message, which states the expected input.
  public let message: String
  /// The range of the erroneous characters in the text.
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
