/// Reads a coordinate as people write it.
///
/// Degrees with decimals, degrees and decimal minutes, or degrees, minutes and seconds; signs or
/// the letters N S E W before or after; degree and prime signs or spaces; a `geo:` URI. Latitude
/// comes first unless letters or the words lat and lon say otherwise. What can be read in two
/// ways is refused, never guessed.
public enum CoordinateParser {
  /// The longest text looked at, in characters.
  public static let lengthLimit = 200

  /// - Throws: ``CoordinateParseError``, whose message is for the person who typed.
  public static func parse(_ text: String) throws(CoordinateParseError) -> Coordinate {
    guard text.utf8.count <= lengthLimit * 4, text.count <= lengthLimit else {
      throw CoordinateParseError(
        code: .unexpectedText, message: "that is too long for a coordinate")
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

  /// Reads commas as decimal signs and as separators, and takes the one that makes sense.
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
      // A comma alone, as in "95,6", separates; the complaint about it is the useful one.
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

  /// The part of a `geo:` URI (RFC 5870) after its scheme; an altitude and all parameters but
  /// the reference system are passed over. At 0,0 Android writes where it is into the query.
  private static func parseURI(_ text: String) throws(CoordinateParseError) -> Coordinate {
    let path = text.prefix { $0 != ";" && $0 != "?" && !$0.isWhitespace }
    let parameters = text.dropFirst(path.count).lowercased()
    if let found = parameters.firstMatch(of: /;crs=([^;?]*)/), found.1 != "wgs84" {
      throw CoordinateParseError(
        code: .unexpectedText,
        message: "the reference system \(found.1) is not known here; only WGS 84 is",
        place: String(found.1))
    }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
    if path.wholeMatch(of: /-?0(?:\.0*)?,-?0(?:\.0*)?/) != nil,
      let query = parameters.firstMatch(of: /[?&]q=([^&]*)/)
    {
      guard let found = query.1.firstMatch(of: /^(-?[0-9.]+)(?:,|%2c)(-?[0-9.]+)(?:\(|$)/) else {
        throw CoordinateParseError(
          code: .unexpectedText,
          message: "this geo: address names a place to be searched for and has no position; write "
            + "the position, as 45.7251, 6.7104", place: String(query.1))
      }
      return try read("\(found.1),\(found.2)", hasDecimalCommas: false)
    }
    guard numbers.count == 2 || numbers.count == 3 else {
      throw CoordinateParseError(
        code: .numberCount,
        message: "a geo: address has a latitude and a longitude, as geo:45.7,6.7")
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
        code: .empty, message: "write a latitude and a longitude, as 45.7251, 6.7104")
    }
    guard angles.count == 2 else {
      throw CoordinateParseError(
        code: .numberCount,
        message: angles.count == 1
          ? "a latitude and a longitude are needed, as 45.7251, 6.7104"
          : "that is more than a latitude and a longitude")
    }
    return try coordinate(angles[0], angles[1])
  }

  private static func coordinate(
    _ first: WrittenAngle, _ second: WrittenAngle
  ) throws(CoordinateParseError) -> Coordinate {
    guard (first.axis == nil) == (second.axis == nil) else {
      throw CoordinateParseError(
        code: .hemisphere, message: "give both numbers a hemisphere's letter, or neither")
    }
    guard first.axis == nil || first.axis != second.axis else {
      throw CoordinateParseError(
        code: .hemisphere,
        message: first.axis == .latitude
          ? "both are latitudes; one needs E or W" : "both are longitudes; one needs N or S")
    }
    let isLongitudeFirst = first.axis == .longitude
    let latitude = try (isLongitudeFirst ? second : first).degrees()
    let longitude = try (isLongitudeFirst ? first : second).degrees()
    guard abs(latitude) <= 90 else {
      let hint =
        first.axis == nil && abs(longitude) <= 90 && abs(latitude) <= 180
        ? "; the latitude comes first" : ""
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
