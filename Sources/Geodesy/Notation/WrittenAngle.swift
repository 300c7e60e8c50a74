/// One angle of a written coordinate, as far as it is read.
struct WrittenAngle {
  /// Numbers with the unit that a mark gives them, or nil.
  private(set) var parts: [(digits: String, unit: CoordinateToken.AngleUnit?)] = []
  var hemisphere: CoordinateToken.Hemisphere?
  var label: CoordinateToken.Axis?
  var hasMinus = false

  var isEmpty: Bool { parts.isEmpty }
  var axis: CoordinateToken.Axis? { hemisphere?.axis ?? label }
  var hasMarks: Bool { parts.contains { $0.unit != nil } }

  mutating func add(_ digits: String) {
    parts.append((digits, nil))
  }

  /// Gives the last number its unit; false when it has one or there is no number.
  mutating func mark(_ unit: CoordinateToken.AngleUnit) -> Bool {
    guard let last = parts.indices.last, parts[last].unit == nil else { return false }
    parts[last].unit = unit
    return true
  }

  /// Two angles of as many numbers each, for six bare numbers in a row, or four, or two.
  ///
  /// Nil when there is an odd number of them, too many, or anything but numbers.
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

  /// The angle in degrees, its sign applied.
  func degrees() throws(CoordinateParseError) -> Double {
    guard parts.count <= 3 else {
      throw CoordinateParseError(
        code: .numberCount,
        message: "an angle has degrees, minutes and seconds at most, not \(parts.count) numbers")
    }
    guard !hasMinus || hemisphere == nil else {
      throw CoordinateParseError(
        code: .hemisphere, message: "write either a minus sign or a hemisphere's letter, not both")
    }
    guard label == nil || hemisphere == nil || label == hemisphere?.axis else {
      throw CoordinateParseError(
        code: .hemisphere, message: "N and S belong to a latitude, E and W to a longitude")
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
      guard number == parts.count - 1 || !part.digits.contains(".") else {
        throw CoordinateParseError(
          code: .ambiguous,
          message: "\(part.digits) has decimals, yet minutes or seconds follow it",
          place: part.digits)
      }
      let value = Double(part.digits) ?? .infinity
      guard unit == 0 || value < 60 else {
        throw CoordinateParseError(
          code: .outOfRange,
          message: "\(unit == 1 ? "minutes" : "seconds") \(part.digits) must be below 60",
          place: part.digits)
      }
      degrees += [value, value / 60, value / 3600][unit]
      expected = unit + 1
    }
    return hasMinus || hemisphere?.isNegative == true ? -degrees : degrees
  }
}
