/// What is searched among the points of a track: `>2000m`, `gap>60s`, `speed>80`, `slope>15%`,
/// `hr>150`, `time>14:30`, `dist>10km`, or a text that their names contain.
///
/// Several terms, parted by spaces, must all hold; what has spaces stands in quotes. A comparison
/// without a name is of the elevation; speeds without a unit are km/h.
public struct PointQuery: Equatable, Sendable {
  public var terms: [Term]

  public init(terms: [Term]) {
    self.terms = terms
  }

  public enum Term: Equatable, Sendable {
    case compare(Quality, Comparison, Double)
    /// A time of day, in seconds after midnight by the clock of the zone that is asked in.
    case timeOfDay(Comparison, seconds: Double)
    /// Contained in the name, whatever the case and accents.
    case text(String)
  }

  /// What is compared, each in SI units.
  public enum Quality: String, CaseIterable, Sendable {
    case elevation
    /// From the start of the track, in metres.
    case distance
    /// Seconds since the point before.
    case gapSeconds
    /// Metres from the point before.
    case gapMetres
    /// Metres per second.
    case speed
    /// Metres upward for each metre of way.
    case slope
    /// Beats a minute.
    case heartRate
    /// Turns a minute.
    case cadence
    /// Watts.
    case power
    /// Degrees Celsius.
    case temperature
  }

  public enum Comparison: String, CaseIterable, Sendable {
    case greater = ">"
    case less = "<"
    case atLeast = ">="
    case atMost = "<="
    case equal = "="

    /// False for what is no number.
    public func holds(_ value: Double, _ other: Double) -> Bool {
      switch self {
      case .greater: value > other
      case .less: value < other
      case .atLeast: value >= other
      case .atMost: value <= other
      case .equal: value == other
      }
    }
  }
}
