/// The error for text that is not a valid coordinate.
public struct CoordinateParseError: Error, Equatable, CustomStringConvertible, Sendable {
  public enum Code: String, Sendable {
    /// The text is empty.
    case empty
    /// A part of the text does not belong to any known coordinate notation.
    case unexpectedText
    /// The text contains too many or too few numbers for a latitude and a longitude.
    case numberCount
    /// The signs or hemisphere letters conflict. For example, two letters belong to one number, or
    /// both numbers are latitudes.
    case hemisphere
    /// The text can be read in more than one way.
    case ambiguous
    /// The latitude, longitude, minutes or seconds are out of range, or the position is outside the
    /// notation's grid.
    case outOfRange
    /// The text is a short Plus Code, which is incomplete without a place near the position.
    case needsReference
    /// The text is a link that contains no position.
    case noPosition

    /// Whether the text looks like a coordinate but does not denote exactly one position.
    public var isOfCoordinate: Bool {
      switch self {
      case .ambiguous, .outOfRange, .needsReference, .noPosition: true
      case .empty, .unexpectedText, .numberCount, .hemisphere: false
      }
    }
  }

  public let code: Code
  /// The error message, which describes the expected input.
  public let message: String
  /// The erroneous part of the text, or an empty string if the error concerns the whole text.
  public let place: String
  /// The possible meanings of ambiguous text, or an empty array if the text is not ambiguous.
  public let readings: [CoordinateReading]
  /// The ambiguous text, or an empty string if the text is not ambiguous.
  private let text: String

  public init(
    code: Code, message: String, place: String = "", readings: [CoordinateReading] = [],
    text: String = ""
  ) {
    self.text = text
    self.code = code
    self.message = message
    self.place = place
    self.readings = readings
  }

  public var description: String { message }

  /// The message for narrow screens, without the positions that ambiguous text could denote.
  public var briefMessage: String {
    guard code == .ambiguous, !readings.isEmpty else { return message }
    return "\(Self.beginning(text)) \(readings.map(\.unambiguousText).joined(separator: " or "))"
  }

  /// Creates the error for ambiguous text. The message lists each meaning of the text.
  static func ambiguous(
    _ text: String, _ readings: [CoordinateReading], place: String = ""
  ) -> CoordinateParseError {
    let meanings = readings.map { reading in
      let position = CoordinateNotation.decimalDegrees.format(reading.coordinate)
      return "\(reading.unambiguousText) (\(reading.name), \(position))"
    }
    return CoordinateParseError(
      code: .ambiguous,
      message: "\(beginning(text)) \(meanings.joined(separator: " or "))",
      place: place, readings: readings, text: text)
  }

  private static func beginning(_ text: String) -> String { "“\(text)” is ambiguous; write" }
}
