/// A query that finds points of a track, with terms such as `>2000m`, `gap>60s`, `speed>80`,
/// `slope>15%`, `hr>150`, `time>14:30`, `dist>10km`, `segment=2`, or text in the points' names.
///
/// Terms are separated by spaces, and a point must satisfy all terms. A name with spaces is written
/// in quotes. A comparison without a field name applies to the elevation; a speed without a unit is
/// in km/h.
public struct PointQuery: Equatable, Sendable {
  public var terms: [Term]

  public init(terms: [Term]) {
    self.terms = terms
  }

  public enum Term: Equatable, Sendable {
    case compare(Quality, Comparison, Double)
    /// A comparison by time of day, in seconds after midnight in the query's time zone.
    case timeOfDay(Comparison, seconds: Double)
    /// Text that the point's name must contain, ignoring case and accents.
    case text(String)
  }

  /// A searchable field of a track point.
  public enum Quality: String, CaseIterable, Sendable {
    case elevation
    /// The distance from the start of the track, in metres.
    case distance
    /// The time gap since the previous point, in seconds.
    case gapSeconds
    /// The gap in distance from the previous point, in metres.
    case gapMetres
    /// The speed in metres per second.
    case speed
    /// The slope: the climb divided by the distance.
    case slope
    /// The heart rate in beats per minute.
    case heartRate
    /// The cadence in revolutions per minute.
    case cadence
    /// The power in watts.
    case power
    /// The temperature in degrees Celsius.
    case temperature
    /// The number of the point's segment, counted from 1.
    case segment
  }

  public enum Comparison: String, CaseIterable, Sendable {
    case greater = ">"
    case less = "<"
    case atLeast = ">="
    case atMost = "<="
    case equal = "="

    /// Returns whether the comparison is true for two values. If a value is NaN, the result is
    /// false.
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
