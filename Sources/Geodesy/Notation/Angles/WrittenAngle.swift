/// A latitude or longitude that is being parsed from a coordinate's text.
struct WrittenAngle {
  /// The angle's numbers, each with its unit. The unit is nil if no degree, minute or second mark
  /// follows the number.
  private(set) var parts: [(digits: String, unit: CoordinateToken.AngleUnit?)] = []
  var hemisphere: CoordinateToken.Hemisphere?
  var label: CoordinateAxis?
  var hasMinus = false

  var isEmpty: Bool { parts.isEmpty }
  var axis: CoordinateAxis? { hemisphere?.axis ?? label }
  var hasMarks: Bool { parts.contains { $0.unit != nil } }

  mutating func add(_ digits: String) {
    parts.append((digits, nil))
  }

  /// Sets the unit of the last number. Returns false if there is no number, or if its unit has
  /// already been set.
  mutating func mark(_ unit: CoordinateToken.AngleUnit) -> Bool {
    guard let last = parts.indices.last, parts[last].unit == nil else { return false }
    parts[last].unit = unit
    return true
  }

  /// The two angles, if the text consists only of two, four or six numbers. The first half of the
  /// numbers forms the first angle.
  ///
  /// The value is nil for any other text, such as text with a hemisphere letter, a label, or a unit
  /// mark (for degrees, minutes or seconds).
  var halves: (WrittenAngle, WrittenAngle)? {
    guard !hasMarks, hemisphere == nil, label == nil, [2, 4, 6].contains(parts.count) else {
      return nil
    }
    var first = self
    var second = WrittenAngle()
    first.parts = Array(parts.prefix(parts.count / 2))
    second.parts = Array(parts.suffix(parts.count / 2))
    return (first, second)
  }

  /// Returns the angle in degrees, including its sign.
  func degrees() throws(CoordinateParseError) -> Double {
    guard parts.count <= 3 else {
      throw CoordinateParseError(
        code: .numberCount,
        message: """
          an angle has at most three numbers (degrees, minutes, seconds), not \(parts.count)
          """)
    }
    // A minus sign with S or W could mean either direction, so it is an error instead of a guess.
    guard !hasMinus || hemisphere == nil else {
      throw CoordinateParseError(
        code: .hemisphere, message: "write either a minus sign or a hemisphere letter, not both")
    }
    guard label == nil || hemisphere == nil || label == hemisphere?.axis else {
      throw CoordinateParseError(
        code: .hemisphere, message: "a latitude needs N or S, and a longitude needs E or W")
    }
    var degrees = 0.0
    var expected = CoordinateToken.AngleUnit.degrees.rawValue
    for (number, part) in parts.enumerated() {
      let unit = part.unit?.rawValue ?? expected
      guard unit == expected else {
        throw CoordinateParseError(
          code: .unexpectedText,
          message: "write degrees, then minutes, then seconds, as in 45°43′30.4″N",
          place: part.digits)
      }
      // With decimals in an earlier number, its fraction would count twice.
      guard number == parts.count - 1 || !part.digits.contains(".") else {
        throw CoordinateParseError(
          code: .ambiguous,
          message: "\(part.digits) has a decimal fraction, so no minutes or seconds can follow it",
          place: part.digits)
      }
      let value = Double(part.digits) ?? .infinity
      guard unit == 0 || value < 60 else {
        throw CoordinateParseError(
          code: .outOfRange,
          message: unit == 1
            ? "minutes must be below 60, not \(part.digits)"
            : "seconds must be below 60, not \(part.digits)",
          place: part.digits)
      }
      degrees += [value, value / 60, value / 3600][unit]
      expected = unit + 1
    }
    return hasMinus || hemisphere?.isNegative == true ? -degrees : degrees
  }
}
