/// The formats for angles: decimal degrees, degrees and minutes, or degrees, minutes and seconds.
///
/// Angles are rounded to the smallest displayed unit before they are split into degrees, minutes
/// and seconds. For example, 59.9999′ is rounded to a full degree.
enum WrittenDegrees: Int {
  case decimal = 100_000
  case minutes = 60_000
  case seconds = 36_000

  /// The number of smallest displayed units in a degree.
  private var unitsPerDegree: Int { rawValue }

  /// Formats a coordinate as its latitude and longitude, each followed by a hemisphere letter.
  @Sendable func format(_ coordinate: Coordinate) -> String {
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
    case .decimal:
      return "\(whole).\(padded(rest, 5))°\(letter)"
    case .minutes:
      return "\(whole)°\(padded(rest / 1000, 2)).\(padded(rest % 1000, 3))′\(letter)"
    case .seconds:
      let seconds = "\(padded(rest / 10 % 60, 2)).\(rest % 10)"
      return "\(whole)°\(padded(rest / 600, 2))′\(seconds)″\(letter)"
    }
  }
}

/// Returns a number padded with leading zeros to at least the given number of digits.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = "\(number)"
  return String(repeating: "0", count: max(width - digits.count, 0)) + digits
}
