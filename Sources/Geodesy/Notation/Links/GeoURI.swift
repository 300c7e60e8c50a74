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
    return [try coordinate(scheme + text.text)]
  }

  /// Returns a URI's altitude in metres. The result is nil if the URI includes no altitude.
  static func altitude(_ uri: String) -> Double? {
    let path = uri.dropFirst(scheme.count).replacing(/%2c/.ignoresCase(), with: ",")
      .replacing(/,\s+/, with: ",").prefix {
        $0 != ";" && $0 != "?" && $0 != "(" && !$0.isWhitespace
      }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
    return numbers.count == 3 ? Double(numbers[2]).flatMap { $0.isFinite ? $0 : nil } : nil
  }

  /// Returns the coordinate of a URI. The altitude and all parameters except the reference system are
  /// ignored. Android writes 0,0 or nothing and puts the position into the query.
  static func coordinate(_ uri: String) throws(CoordinateParseError) -> Coordinate {
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
    if path.wholeMatch(of: /(?:-?0(?:\.0*)?,-?0(?:\.0*)?)?/) != nil,
      let query = parameters.firstMatch(of: /[?&]q=([^&]+)/)
    {
      let form = /^(-?[0-9.]+)\s*,\s*(-?[0-9.]+)\s*(?:\(|$)/
      guard let found = query.1.firstMatch(of: form) else {
        throw CoordinateParseError(
          code: .unexpectedText,
          message: """
            this geo: URI contains search text but no position; enter the position, as in \
            45.7251, 6.7104
            """, place: String(query.1))
      }
      return try angles("\(found.1)", "\(found.2)")
    }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2 || numbers.count == 3 else {
      throw CoordinateParseError(
        code: .numberCount,
        message: "a geo: URI needs a latitude and a longitude, as in geo:45.7,6.7")
    }
    return try angles(String(numbers[0]), String(numbers[1]))
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
