/// A column of values, one for each position in a feature, such as the times in `coordTimes`.
final class GeoJSONColumn {
  /// The kind of value in a column: a time or a sensor value.
  enum Kind: Hashable {
    case time
    case sensor(GeoSensor)

    /// Determines the kind of value from the name of an array, such as `times`, `heart` or
    /// `gpxtpx:atemps`. Returns nil if the name is unknown.
    init?(name: String) {
      var word = (name.split(separator: ":").last ?? "").lowercased().filter { $0 != "_" }
      if word.hasSuffix("s") { word.removeLast() }
      switch word {
      case "time", "coordtime", "timestamp": self = .time
      case "heart", "heartrate", "hr": self = .sensor(.heartRate)
      case "cad", "cadence", "runcadence": self = .sensor(.cadence)
      case "atemp", "temp", "temperature": self = .sensor(.airTemperature)
      case "wtemp": self = .sensor(.waterTemperature)
      case "depth": self = .sensor(.depth)
      case "speed": self = .sensor(.speed)
      case "course": self = .sensor(.course)
      case "bearing": self = .sensor(.bearing)
      case "power", "watt", "powerinwatt": self = .sensor(.power)
      case "distance": self = .sensor(.distance)
      default: return nil
      }
    }

    /// The array's name in files that Cartographer writes.
    var name: StaticString {
      switch self {
      case .time: "times"
      case .sensor(.heartRate): "heart"
      case .sensor(.cadence): "cads"
      case .sensor(.airTemperature): "atemps"
      case .sensor(.waterTemperature): "wtemps"
      case .sensor(.depth): "depths"
      case .sensor(.speed): "speeds"
      case .sensor(.course): "courses"
      case .sensor(.bearing): "bearings"
      case .sensor(.power): "powers"
      case .sensor(.distance): "distances"
      }
    }
  }

  let kind: Kind
  let values = SpooledValues<GeoJSONValue>()
  private lazy var unread = SpooledValues.Cursor(values)
  /// Whether the array contains an inner array for each line of the geometry.
  var isNested = false

  init(_ kind: Kind) { self.kind = kind }

  /// Moves back to the first value.
  func rewind() { unread = SpooledValues.Cursor(values) }

  /// Returns the next value without advancing, or nil at the end.
  func peek() throws -> GeoJSONValue? { try unread.peek() }

  /// Returns the next position's value, or NaN if the position has no value.
  @inline(__always)
  func next(startsLine: Bool, isFirst: Bool) throws -> GeoJSONValue {
    let missing = GeoJSONValue(value: .nan, bits: 0)
    guard isNested else { return try unread.next() ?? missing }
    guard let value = try unread.peek() else { return missing }
    if startsLine, !isFirst {
      var start: GeoJSONValue? = value
      while let value = start, !value.startsLine {
        _ = try unread.next()
        start = try unread.peek()
      }
    } else if value.startsLine, !isFirst {
      return missing
    }
    return try unread.next() ?? missing
  }
}
