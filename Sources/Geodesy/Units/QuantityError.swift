/// Why a text is not taken for a measure, or not for what is searched.
public struct QuantityError: Error, Equatable, CustomStringConvertible, Sendable {
  public enum Code: String, Sendable {
    /// There is nothing to read.
    case empty
    /// No number stands where one must.
    case noNumber
    /// A unit that is not known, or is one of something else.
    case unit
    /// It can be read in more than one way.
    case ambiguous
    /// A number beyond what makes sense.
    case outOfRange
    /// A word that is not known.
    case unknownName
  }

  public let code: Code
  /// What is wrong, and what to write instead.
  public let message: String
  /// The part of the text it is about, in characters from its start.
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
