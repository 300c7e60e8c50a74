/// A parser for map links and for coordinates in any notation listed in ``CoordinateNotation/all``.
///
/// Angles can be written in decimal degrees, in degrees and minutes, or in degrees, minutes and
/// seconds. An angle can have a sign, or one of the letters N, S, E and W before or after it. The
/// parts of an angle can be separated by degree and prime signs or by spaces. The latitude comes
/// first unless letters or the words lat and lon indicate otherwise.
///
/// If a notation's name precedes the text, as in `osgb:NN1667171285`, the text is parsed only in
/// this notation. Text with several meanings is rejected, and the error lists the meanings. As an
/// exception, the notation in which the program displays coordinates takes precedence, so that
/// coordinates copied from the program can be read. Links are decoded but never opened.
public enum CoordinateParser {
  /// The maximum length of the parsed text, in characters.
  public static let lengthLimit = 200
  /// The maximum length of a link, in characters.
  public static let linkLengthLimit = 4096

  /// Parses a coordinate from user input or from a file.
  ///
  /// - Parameters:
  ///   - preferred: The notation in which the program shows coordinates, or nil for none.
  ///   - reference: A nearby position, which completes short Plus Codes; nil rejects them.
  /// - Throws: ``CoordinateParseError``, with a message for the user.
  public static func parse(
    _ text: String, preferring preferred: CoordinateNotation? = nil,
    near reference: Coordinate? = nil
  ) throws(CoordinateParseError) -> Coordinate {
    let readings = try readings(of: text, preferring: preferred, near: reference)
    guard let first = readings.first, readings.count == 1 else {
      throw .ambiguous(String(text.trimmingSpace), readings)
    }
    return first.coordinate
  }

  /// Returns every coordinate that the given text could denote. The result is never empty.
  ///
  /// - Parameters:
  ///   - preferred: The notation in which the program shows coordinates, or nil for none.
  ///   - reference: A position near the coordinate, which completes short Plus Codes.
  /// - Throws: ``CoordinateParseError`` if the text cannot be read as a coordinate.
  public static func readings(
    of text: String, preferring preferred: CoordinateNotation? = nil,
    near reference: Coordinate? = nil
  ) throws(CoordinateParseError) -> [CoordinateReading] {
    try checkLength(text, linkLengthLimit)
    let trimmed = String(text.trimmingSpace)
    if let link = MapLink(trimmed) { return Array(try link.readings().prefix(1)) }
    try checkLength(text, lengthLimit)
    if GeoURI.isGeoURI(trimmed) { return Array(try GeoURI.readings(trimmed).prefix(1)) }
    if let (notation, rest) = label(of: trimmed) {
      return try labelledReadings(rest, notation, reference)
    }
    return try unlabelledReadings(trimmed, preferred, reference)
  }

  /// Returns a sentence that lists the two positions in a link or `geo:` URI and states which
  /// position ``parse(_:preferring:near:)`` returns. Returns nil for text with one position.
  ///
  /// A pin or a search result takes precedence over the map's centre, so that a link with two
  /// positions is not rejected as ambiguous.
  public static func remark(on text: String) -> String? {
    let trimmed = String(text.trimmingSpace)
    guard trimmed.utf8.count <= linkLengthLimit else { return nil }
    let (kind, found): (String, [CoordinateReading]?) =
      if let link = MapLink(trimmed) {
        ("link", try? link.readings())
      } else if GeoURI.isGeoURI(trimmed) {
        ("geo: URI", try? GeoURI.readings(trimmed))
      } else {
        ("", nil)
      }
    guard let found, found.count == 2 else { return nil }
    let texts = found.map {
      "the \($0.name) \(CoordinateNotation.decimalDegrees.format($0.coordinate))"
    }
    return "The \(kind) contains two positions: \(texts[0]), which is used, and \(texts[1])."
  }

  /// Returns the elevation, in metres, that follows the position in the text. The result is nil if
  /// the text contains no elevation. Only `geo:` URIs can contain an elevation, as in
  /// `geo:45.7,6.7,2000`. The elevation belongs to the position before the query.
  public static func elevation(in text: String) -> Double? {
    let trimmed = String(text.trimmingSpace)
    return GeoURI.isGeoURI(trimmed) ? GeoURI.altitude(trimmed) : nil
  }

  /// Splits text such as `utm: 32T 321836 5066054` into the notation at its start and the remaining
  /// text.
  private static func label(of text: String) -> (CoordinateNotation, String)? {
    let name = text.prefix { !$0.isWhitespace && $0 != ":" && $0 != "=" }
    guard name.count < text.count, name.contains(where: \.isLetter),
      let notation = CoordinateNotation.named(String(name))
    else { return nil }
    let rest = text.dropFirst(name.count)
      .drop { $0.isWhitespace || $0 == ":" || $0 == "=" || $0 == "/" }
    // "CH1903+ / LV95" names the same grid twice.
    if notation == .swissGrid, let again = label(of: String(rest)), again.0 == notation {
      return again
    }
    return rest.isEmpty ? nil : (notation, String(rest))
  }

  private static func labelledReadings(
    _ text: String, _ notation: CoordinateNotation, _ reference: Coordinate?
  ) throws(CoordinateParseError) -> [CoordinateReading] {
    guard let read = notation.read else { return try AngleText.readings(of: text) }
    let found = distinct(
      try read(CoordinateText(text, isLabelled: true, reference: reference)).map {
        ($0, notation)
      }, text)
    guard !found.isEmpty else {
      throw CoordinateParseError(
        code: .unexpectedText,
        message:
          "“\(text)” is not a \(notation.title) coordinate; enter one like \(notation.example)",
        place: text)
    }
    return found
  }

  private static func unlabelledReadings(
    _ text: String, _ preferred: CoordinateNotation?, _ reference: Coordinate?
  ) throws(CoordinateParseError) -> [CoordinateReading] {
    let angleError: CoordinateParseError
    do throws(CoordinateParseError) {
      return try AngleText.readings(of: text)
    } catch {
      guard error.code != .empty, error.readings.isEmpty else { throw error }
      angleError = error
    }
    var prepared = CoordinateText(text, isLabelled: false, reference: reference)
    var found: [(Coordinate, CoordinateNotation)] = []
    var refusal: CoordinateParseError?
    for notation in CoordinateNotation.all {
      guard let read = notation.read else { continue }
      do throws(CoordinateParseError) {
        prepared.isExpected = notation == preferred
        found += try read(prepared).map { ($0, notation) }
      } catch {
        refusal = refusal ?? error
      }
    }
    let expected = found.filter { $0.1 == preferred }
    guard found.isEmpty else { return distinct(expected.isEmpty ? found : expected, text) }
    if let (easting, northing) = MetrePair(text)?.values, (100_000..<900_000).contains(easting),
      (0...10_000_000).contains(northing)
    {
      throw CoordinateParseError(
        code: .outOfRange,
        message: """
          “\(text)” has no UTM zone; write the zone and the band before the numbers, as in \
          32T 389000 5093000
          """)
    }
    throw refusal ?? angleError
  }

  /// Returns the possible meanings of the text. If several meanings have the same coordinate, only
  /// the first is kept.
  private static func distinct(
    _ found: [(Coordinate, CoordinateNotation)], _ text: String
  ) -> [CoordinateReading] {
    var readings: [CoordinateReading] = []
    for (coordinate, notation) in found
    where !readings.contains(where: { $0.coordinate == coordinate }) {
      // The second meaning of a UTM coordinate is a hemisphere; its band tells them apart.
      let isFirst = !readings.contains { $0.name == notation.title }
      readings.append(
        CoordinateReading(
          coordinate, name: notation.title,
          unambiguousText: "\(notation.id):\(isFirst ? text : notation.format(coordinate))"))
    }
    return readings
  }

  private static func checkLength(
    _ text: String, _ limit: Int
  ) throws(CoordinateParseError) {
    guard text.utf8.count <= limit * 4, text.count <= limit else {
      throw CoordinateParseError(
        code: .unexpectedText, message: "the text is too long for a coordinate")
    }
  }
}

extension String {
  /// The text without leading and trailing white space and invisible characters.
  var trimmingSpace: Substring {
    func isSpace(_ character: Character) -> Bool {
      character.isWhitespace
        || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }
    let start = drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start.prefix(0) }
    return start[...last]
  }
}
