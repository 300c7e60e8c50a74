/// The notation in which a coordinate is displayed.
public enum CoordinateNotation: String, CaseIterable, Hashable, Codable, Sendable {
  /// Decimal degrees, as in `45.72510°N 6.71040°E`, with a resolution of about a metre.
  case decimalDegrees
  /// Degrees and decimal minutes, as in `45°43.506′N 6°42.624′E`, with a resolution of about two
  /// metres.
  case degreesDecimalMinutes
  /// Degrees, minutes and seconds, as in `45°43′30.4″N 6°42′37.4″E`, with a resolution of about
  /// three metres.
  case degreesMinutesSeconds

  /// Formats a coordinate as its latitude and longitude, each followed by a hemisphere letter.
  ///
  /// A latitude or longitude that is not finite is written as `–`.
  public func format(_ coordinate: Coordinate) -> String {
    let latitude = written(coordinate.latitude, positive: "N", negative: "S")
    let longitude = written(coordinate.longitude, positive: "E", negative: "W")
    return "\(latitude) \(longitude)"
  }

  private func written(_ degrees: Double, positive: String, negative: String) -> String {
    guard degrees.isFinite, abs(degrees) < 1000 else { return "–" }
    let units = Int((abs(degrees) * Double(unitsPerDegree)).rounded())
    let letter = degrees < 0 && units > 0 ? negative : positive
    let whole = units / unitsPerDegree
    let rest = units % unitsPerDegree
    switch self {
    case .decimalDegrees:
      return "\(whole).\(padded(rest, 5))°\(letter)"
    case .degreesDecimalMinutes:
      return "\(whole)°\(padded(rest / 1000, 2)).\(padded(rest % 1000, 3))′\(letter)"
    case .degreesMinutesSeconds:
      let seconds = "\(padded(rest / 10 % 60, 2)).\(rest % 10)"
      return "\(whole)°\(padded(rest / 600, 2))′\(seconds)″\(letter)"
    }
  }

  /// The number of smallest displayed units in a degree; angles are rounded to these units, so that
  /// 59.9999′ becomes a full degree.
  private var unitsPerDegree: Int {
    switch self {
    case .decimalDegrees: 100_000
    case .degreesDecimalMinutes: 60_000
    case .degreesMinutesSeconds: 36_000
    }
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
