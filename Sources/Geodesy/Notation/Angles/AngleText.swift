/// Functions that read a coordinate written as two angles, each in decimal degrees, in degrees and
/// minutes, or in degrees, minutes and seconds.
enum AngleText {
  /// Returns every coordinate that the given text could denote. The text denotes two coordinates if
  /// a comma can be a decimal sign or a separator, or if the letter O can mean ouest (west) or Ost
  /// (east).
  ///
  /// - Throws: ``CoordinateParseError`` if the text cannot be read as a coordinate.
  static func readings(of text: String) throws(CoordinateParseError) -> [CoordinateReading] {
    do throws(CoordinateParseError) {
      return try commaReadings(of: text, letterO: nil)
    } catch {
      guard error.code == .ambiguous, error.place.lowercased() == "o" else { throw error }
      var found: [CoordinateReading] = []
      for (letter, name) in [
        (CoordinateToken.Hemisphere.west, "ouest, French for west"),
        (.east, "Ost, German for east"),
      ] {
        for reading in (try? commaReadings(of: text, letterO: letter)) ?? [] {
          found.append(
            CoordinateReading(
              reading.coordinate, name: name,
              unambiguousText: replacingLetterO(text, with: letter.rawValue)))
        }
      }
      guard found.count == 2 else { throw error }
      throw .ambiguous(text, found, place: error.place)
    }
  }

  /// Reads the text twice, first with commas as separators and then with commas as decimal signs,
  /// and returns the valid results.
  private static func commaReadings(
    of text: String, letterO: CoordinateToken.Hemisphere?
  ) throws(CoordinateParseError) -> [CoordinateReading] {
    func read(_ hasDecimalCommas: Bool) throws(CoordinateParseError) -> Coordinate {
      try coordinate(text, hasDecimalCommas: hasDecimalCommas, letterO: letterO)
    }
    guard !text.contains("."), hasCommaBetweenDigits(text) else {
      return [CoordinateReading(try read(false), name: "degrees")]
    }
    let separated = Result { () throws(CoordinateParseError) in try read(false) }
    let decimal = Result { () throws(CoordinateParseError) in try read(true) }
    switch (separated, decimal) {
    case (.success(let first), .success(let second)) where first != second:
      return [
        CoordinateReading(
          second, name: "decimal comma", unambiguousText: replacingInnerCommas(text, with: ".")),
        CoordinateReading(
          first, name: "comma as separator",
          unambiguousText: replacingInnerCommas(text, with: ", ")),
      ]
    case (.success(let coordinate), _), (_, .success(let coordinate)):
      return [CoordinateReading(coordinate, name: "degrees")]
    case (.failure(let first), .failure(let second)):
      // A single comma, as in "95,6", is a separator; the error for that reading is the useful one.
      throw text.count(where: { $0 == "," }) == 1 ? first : second
    }
  }

  private static func hasCommaBetweenDigits(_ text: String) -> Bool {
    text != replacingInnerCommas(text, with: ".")
  }

  /// Replaces each comma between two digits with the given sign, and returns the resulting text.
  private static func replacingInnerCommas(_ text: String, with sign: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: ","), index > 0, index + 1 < bytes.count, bytes[index - 1].isDigit,
        bytes[index + 1].isDigit
      {
        result += Array(sign.utf8)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Replaces each letter O that is not part of a word with the given letter, and returns the
  /// resulting text.
  private static func replacingLetterO(_ text: String, with letter: Character) -> String {
    let characters = Array(text)
    return String(
      characters.enumerated().map { index, character in
        let isInWord =
          (index > 0 && characters[index - 1].isLetter)
          || (index + 1 < characters.count && characters[index + 1].isLetter)
        return "oO".contains(character) && !isInWord ? letter : character
      })
  }

  private static func coordinate(
    _ text: String, hasDecimalCommas: Bool, letterO: CoordinateToken.Hemisphere?
  ) throws(CoordinateParseError) -> Coordinate {
    let tokens = try CoordinateToken.tokens(
      of: text, hasDecimalCommas: hasDecimalCommas, letterO: letterO)
    var angles = try WrittenAngle.angles(in: tokens)
    if angles.count == 1, let halves = angles[0].halves { angles = [halves.0, halves.1] }
    guard !angles.isEmpty else {
      throw CoordinateParseError(
        code: .empty, message: "enter a latitude and a longitude, as in 45.7251, 6.7104")
    }
    guard angles.count == 2 else {
      throw CoordinateParseError(
        code: .numberCount,
        message: angles.count == 1
          ? "enter both a latitude and a longitude, as in 45.7251, 6.7104"
          : "the text contains more than a latitude and a longitude")
    }
    return try coordinate(angles[0], angles[1])
  }

  private static func coordinate(
    _ first: WrittenAngle, _ second: WrittenAngle
  ) throws(CoordinateParseError) -> Coordinate {
    guard (first.axis == nil) == (second.axis == nil) else {
      throw CoordinateParseError(
        code: .hemisphere, message: "enter a hemisphere letter for both numbers, or for neither")
    }
    guard first.axis == nil || first.axis != second.axis else {
      throw CoordinateParseError(
        code: .hemisphere,
        message: first.axis == .latitude
          ? "both numbers are latitudes; one needs E or W"
          : "both numbers are longitudes; one needs N or S")
    }
    let isLongitudeFirst = first.axis == .longitude
    let latitude = try (isLongitudeFirst ? second : first).degrees()
    let longitude = try (isLongitudeFirst ? first : second).degrees()
    guard abs(latitude) <= 90 else {
      let hint =
        first.axis == nil && abs(longitude) <= 90 && abs(latitude) <= 180
        ? "; enter the latitude first" : ""
      throw CoordinateParseError(
        code: .outOfRange, message: "latitude \(latitude) is outside −90…90\(hint)",
        place: "\(latitude)")
    }
    guard abs(longitude) <= 180 else {
      throw CoordinateParseError(
        code: .outOfRange, message: "longitude \(longitude) is outside −180…180",
        place: "\(longitude)")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
