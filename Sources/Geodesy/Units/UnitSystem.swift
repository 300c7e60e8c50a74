import Foundation

/// The units in which quantities are displayed. Values are rounded to the accuracy of a GPS
/// receiver, and the format is the same in every locale.
public enum UnitSystem: String, CaseIterable, Hashable, Codable, Sendable {
  case metric
  case imperial
  /// Nautical miles and knots; metres for elevations and for lengths below a tenth of a nautical
  /// mile.
  case nautical

  private static let metresPerFoot = 0.3048
  private static let metresPerMile = 1609.344
  private static let metresPerNauticalMile = 1852.0

  /// The length of a track's splits, in metres: a kilometre, a mile or a nautical mile.
  public var splitMetres: Double {
    switch self {
    case .metric: 1000
    case .imperial: Self.metresPerMile
    case .nautical: Self.metresPerNauticalMile
    }
  }

  /// The symbol of the unit in which a track is split: the kilometre, the mile or the nautical
  /// mile.
  public var splitSymbol: String {
    switch self {
    case .metric: "km"
    case .imperial: "mi"
    case .nautical: "nm"
    }
  }

  /// The length, in metres, of the unit for elevations and short lengths: 1 for the metre, 0.3048
  /// for the foot.
  public var shortMetres: Double { self == .imperial ? Self.metresPerFoot : 1 }

  /// The symbol of the unit for elevations and short lengths.
  public var shortSymbol: String { self == .imperial ? "ft" : "m" }

  /// Formats a length, such as `840 m`, `17.9 km`, `1 204 km`, `510 ft`, `11.1 mi` or `9.7 nm`. NaN
  /// and infinity are shown as `–`.
  public func length(metres: Double) -> String {
    guard metres.isFinite else { return Self.unknown }
    switch self {
    case .metric:
      let whole = metres.rounded()
      return abs(whole) < 1000 ? "\(Self.grouped(whole)) m" : Self.long(metres / 1000, "km")
    case .imperial:
      let miles = metres / Self.metresPerMile
      let feet = (metres / Self.metresPerFoot).rounded()
      return abs(feet) < 1000 ? "\(Self.grouped(feet)) ft" : Self.long(miles, "mi")
    case .nautical:
      let miles = metres / Self.metresPerNauticalMile
      let whole = metres.rounded()
      return abs(whole) < 185 ? "\(Self.grouped(whole)) m" : Self.long(miles, "nm")
    }
  }

  /// Formats an elevation, rounded to whole units, such as `2 483 m` or `8 146 ft`.
  public func elevation(metres: Double) -> String {
    guard metres.isFinite else { return Self.unknown }
    switch self {
    case .metric, .nautical: return "\(Self.grouped(metres.rounded())) m"
    case .imperial: return "\(Self.grouped((metres / Self.metresPerFoot).rounded())) ft"
    }
  }

  /// Formats a speed, such as `4.2 km/h`, `2.6 mph` or `2.3 kn`.
  public func speed(metresPerSecond: Double) -> String {
    guard metresPerSecond.isFinite else { return Self.unknown }
    switch self {
    case .metric: return Self.long(metresPerSecond * 3.6, "km/h")
    case .imperial: return Self.long(metresPerSecond * 3600 / Self.metresPerMile, "mph")
    case .nautical:
      return Self.long(metresPerSecond * 3600 / Self.metresPerNauticalMile, "kn")
    }
  }

  /// Formats a duration, such as `45 s`, `4 min 5 s`, `38 min` or `5 h 11 min`. Seconds are shown
  /// only below ten minutes.
  ///
  /// The smaller unit is omitted if its value is 0, as in `5 h`.
  public static func duration(seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e15 else { return unknown }
    let whole = Int(abs(seconds.rounded()))
    let isExact = whole < 600
    let minutes = isExact ? whole / 60 : Int((abs(seconds) / 60).rounded())
    let parts = [(minutes / 60, "h"), (minutes % 60, "min"), (isExact ? whole % 60 : 0, "s")]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    return (whole > 0 && seconds < 0 ? "-" : "") + (text.isEmpty ? "0 s" : text)
  }

  /// Formats an estimated walking time with the sign `≈`, or `≥` if the estimate omits all or part
  /// of the climb.
  public static func estimate(seconds: Double, omitsClimb: Bool) -> String {
    (omitsClimb ? "≥" : "≈") + duration(seconds: seconds)
  }

  /// Formats an ascent or a descent, with the sign `≥` if some points have no elevation.
  public func climb(metres: Double, isPartial: Bool) -> String {
    (isPartial ? "≥" : "") + elevation(metres: metres)
  }

  /// Formats a slope (climb divided by distance) as a percentage, such as `12.5 %` or `-3.0 %`.
  public static func slope(_ slope: Double) -> String {
    slope.isFinite ? long(slope * 100, "%") : unknown
  }

  private static let unknown = "–"

  /// Formats a value, with one decimal below 100 and without decimals from 100 upwards.
  private static func long(_ value: Double, _ unit: String) -> String {
    let tenths = (value * 10).rounded()
    guard abs(tenths) < 1000 else { return "\(grouped(value.rounded())) \(unit)" }
    let whole = Int(abs(tenths))
    return "\(tenths < 0 ? "-" : "")\(whole / 10).\(whole % 10) \(unit)"
  }

  /// Formats a value as an integer, with a space between groups of three digits.
  private static func grouped(_ value: Double) -> String {
    abs(value) < 1e15 ? Numbers.grouped(Int(value)) : "\(value)"
  }
}
