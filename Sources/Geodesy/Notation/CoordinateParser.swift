/// A parser for coordinates in the common notations.
///
/// The parser accepts decimal degrees, degrees and decimal minutes, and degrees, minutes and
/// seconds. A number can have a sign, or one of the letters N, S, E and W before or after it. Its
/// parts can be separated by degree and prime signs or by spaces. A `geo:` URI is accepted too. The
/// latitude comes first unless letters or the words lat and lon indicate otherwise. Ambiguous text
/// is rejected, never guessed.
public enum CoordinateParser {
  /// The maximum length of the parsed text, in characters.
  public static let lengthLimit = 200

  /// Parses a coordinate that a user typed.
  ///
  /// - Throws: ``CoordinateParseError``, with a message for the user.
  public static func parse(_ text: String) throws(CoordinateParseError) -> Coordinate {
    guard text.utf8.count <= lengthLimit * 4, text.count <= lengthLimit else {
      throw CoordinateParseError(
        code: .unexpectedText, message: "the text is too long for a coordinate")
    }
    let trimmed = text.drop(while: \.isWhitespace)
    if trimmed.prefix(4).lowercased() == "geo:" {
      return try parseURI(String(trimmed.dropFirst(4)))
    }
    guard !text.contains("."), hasCommaBetweenDigits(text) else {
      return try read(text, hasDecimalCommas: false)
    }
    return try readWithCommas(text)
  }

  /// Parses the text twice, with commas as decimal signs and as separators, and returns the valid
  /// result.
  private static func readWithCommas(
    _ text: String
  ) throws(CoordinateParseError) -> Coordinate {
    let separated = Result { () throws(CoordinateParseError) in
      try read(text, hasDecimalCommas: false)
    }
    let decimal = Result { () throws(CoordinateParseError) in
      try read(text, hasDecimalCommas: true)
    }
    switch (separated, decimal) {
    case (.success(let first), .success(let second)) where first != second:
      throw CoordinateParseError(
        code: .ambiguous,
        message: "the comma can be a decimal sign or a separator; write decimals with a point")
    case (.success(let coordinate), _), (_, .success(let coordinate)): return coordinate
    case (.failure(let first), .failure(let second)):
      // A single comma, as in "95,6", is a separator; the error for that reading is the useful one.
      throw text.count(where: { $0 == "," }) == 1 ? first : second
    }
  }

  private static func hasCommaBetweenDigits(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return bytes.indices.dropFirst().dropLast().contains {
      bytes[$0] == UInt8(ascii: ",") && digits.contains(bytes[$0 - 1])
        && digits.contains(bytes[$0 + 1])
    }
  }

  /// Parses the part of a `geo:` URI (RFC 5870) after its scheme. An altitude and all parameters
  /// except the reference system are ignored. Android writes 0,0 and puts the position into the
  /// query.
  private static func parseURI(_ text: String) throws(CoordinateParseError) -> Coordinate {
    let path = text.prefix { $0 != ";" && $0 != "?" && !$0.isWhitespace }
    let parameters = text.dropFirst(path.count).lowercased()
    if let found = parameters.firstMatch(of: /;crs=([^;?]*)/), found.1 != "wgs84" {
      throw CoordinateParseError(
        code: .unexpectedText,
        message: "the reference system \(found.1) is not supported; use WGS 84",
        place: String(found.1))
    }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
    if path.wholeMatch(of: /-?0(?:\.0*)?,-?0(?:\.0*)?/) != nil,
      let query = parameters.firstMatch(of: /[?&]q=([^&]*)/)
    {
      guard let found = query.1.firstMatch(of: /^(-?[0-9.]+)(?:,|%2c)(-?[0-9.]+)(?:\(|$)/) else {
        throw CoordinateParseError(
          code: .unexpectedText,
          message: """
            this geo: address contains a search text but no position; write the position, as in \
            45.7251, 6.7104
            """, place: String(query.1))
      }
      return try read("\(found.1),\(found.2)", hasDecimalCommas: false)
    }
    guard numbers.count == 2 || numbers.count == 3 else {
      throw CoordinateParseError(
        code: .numberCount,
        message: "a geo: address needs a latitude and a longitude, as in geo:45.7,6.7")
    }
    return try read("\(numbers[0]),\(numbers[1])", hasDecimalCommas: false)
  }

  private static func read(
    _ text: String, hasDecimalCommas: Bool
  ) throws(CoordinateParseError) -> Coordinate {
    let tokens = try CoordinateToken.tokens(of: text, hasDecimalCommas: hasDecimalCommas)
    var angles = try WrittenAngle.angles(in: tokens)
    if angles.count == 1, let halves = angles[0].halves { angles = [halves.0, halves.1] }
    guard !angles.isEmpty else {
      throw CoordinateParseError(
        code: .empty, message: "write a latitude and a longitude, as in 45.7251, 6.7104")
    }
    guard angles.count == 2 else {
      throw CoordinateParseError(
        code: .numberCount,
        message: angles.count == 1
          ? "a latitude and a longitude are needed, as in 45.7251, 6.7104"
          : "the text contains more than a latitude and a longitude")
    }
    return try coordinate(angles[0], angles[1])
  }

  private static func coordinate(
    _ first: WrittenAngle, _ second: WrittenAngle
  ) throws(CoordinateParseError) -> Coordinate {
    guard (first.axis == nil) == (second.axis == nil) else {
      throw CoordinateParseError(
        code: .hemisphere, message: "write a hemisphere letter for both numbers, or for neither")
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
        ? "; write the latitude first" : ""
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
