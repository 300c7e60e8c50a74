import Foundation

/// Functions that write and read `geo:` URIs (RFC 5870), such as `geo:45.72510,6.71040`.
enum GeoURI {
  private static let scheme = "geo:"

  static func isGeoURI(_ text: String) -> Bool {
    text.prefix(scheme.count).lowercased() == scheme
  }

  @Sendable static func write(_ position: Coordinate) -> String? {
    func written(_ degrees: Double) -> String {
      let units = Int((abs(degrees) * 100_000).rounded())
      let sign = degrees < 0 && units > 0 ? "-" : ""
      return "\(sign)\(units / 100_000).\(padded(units % 100_000, 5))"
    }
    return "geo:\(written(position.latitude)),\(written(position.longitude))"
  }

  /// Reads the part of a `geo:` URI after the scheme.
  @Sendable static func read(
    _ text: CoordinateText
  ) throws(CoordinateParseError) -> [Coordinate] {
    guard text.isLabelled else { return [] }
    return try readings(scheme + text.text).prefix(1).map(\.coordinate)
  }

  /// Returns a URI's altitude in metres. The result is nil if the URI includes no altitude, or if
  /// the altitude belongs to a position that is not used.
  static func altitude(_ uri: String) -> Double? {
    if let found = try? readings(uri), found.count > 1 { return nil }
    let path = uri.dropFirst(scheme.count).replacing(/%2c/.ignoresCase(), with: ",")
      .replacing(/,\s+/, with: ",").prefix {
        $0 != ";" && $0 != "?" && $0 != "(" && !$0.isWhitespace
      }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
    return numbers.count == 3 ? Double(numbers[2]).flatMap { $0.isFinite ? $0 : nil } : nil
  }

  /// Returns the positions in a URI, the preferred position first. The altitude and all parameters
  /// except the reference system and the query are ignored.
  ///
  /// Android puts the position of a pin into the query, as in `geo:45.7,6.7?q=45.71,6.72(Hut)`. The
  /// part before the query then contains the map's centre or 0,0, or is empty.
  static func readings(_ uri: String) throws(CoordinateParseError) -> [CoordinateReading] {
    let decoded = uri.dropFirst(scheme.count).replacing(/%2c/.ignoresCase(), with: ",")
    let text = decoded.replacing(/,\s+/, with: ",")
    let path = text.prefix { $0 != ";" && $0 != "?" && $0 != "(" && !$0.isWhitespace }
    let parameters = text.dropFirst(path.count).lowercased()
    if let found = parameters.firstMatch(of: /;crs=([^;?]*)/), found.1 != "wgs84" {
      throw CoordinateParseError(
        code: .unexpectedText,
        message: "the reference system \(found.1) is not supported; use WGS 84",
        place: String(found.1))
    }
    let query = parameters.firstMatch(of: /[?&]q=([^&]+)/)
    let form = /^(-?[0-9.]+)\s*,\s*(-?[0-9.]+)\s*(?:\(|$)/
    let pin = query.flatMap { $0.1.firstMatch(of: form) }
    if path.wholeMatch(of: /(?:-?0(?:\.0*)?,-?0(?:\.0*)?)?/) != nil, let query {
      guard let pin else {
        throw CoordinateParseError(
          code: .unexpectedText,
          message: """
            this geo: URI contains search text but no position; enter the position, as in \
            45.7251, 6.7104
            """, place: String(query.1))
      }
      return [CoordinateReading(try angles("\(pin.1)", "\(pin.2)"), name: "marked position")]
    }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2 || numbers.count == 3 else {
      throw CoordinateParseError(
        code: .numberCount,
        message: "a geo: URI needs a latitude and a longitude, as in geo:45.7,6.7")
    }
    let centre = CoordinateReading(
      try angles(String(numbers[0]), String(numbers[1])), name: "unmarked position")
    guard let pin, let position = try? angles("\(pin.1)", "\(pin.2)") else { return [centre] }
    let found = CoordinateReading.different(
      CoordinateReading(position, name: "marked position"), centre)
    return found.count > 1 ? found : [centre]
  }

  private static func angles(
    _ latitude: String, _ longitude: String
  ) throws(CoordinateParseError) -> Coordinate {
    let found = try AngleText.readings(of: "\(latitude), \(longitude)")
    guard let first = found.first, found.count == 1 else {
      throw .ambiguous("\(latitude), \(longitude)", found)
    }
    return first.coordinate
  }
}
