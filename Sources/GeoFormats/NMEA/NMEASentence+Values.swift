extension NMEASentence {
  /// A kind of value other than the position. The raw value is the name used in messages.
  enum Value: String {
    case time = "time of day"
    case date
    case speed
    case course
    case variation = "magnetic variation"
    case satellites = "number of satellites"
    case dilution = "dilution of precision"
    case altitude
    case geoidHeight = "geoid height"
    case correctionAge = "age of the differential correction"
    case fix = "fix type"

    /// The code of the diagnostic that reports an unreadable value.
    var code: Diagnostic.Code {
      switch self {
      case .time, .date: .timeUnreadable
      case .altitude: .elevationUnreadable
      default: .valueInvalid
      }
    }

    /// The range of valid numbers. For the dilution of precision, any number is valid, because
    /// receivers write implausible numbers if it is unknown.
    fileprivate var range: ClosedRange<Double> {
      switch self {
      case .speed, .satellites, .correctionAge: 0 ... .infinity
      case .course: 0...360
      case .variation: 0...180
      default: -.infinity ... .infinity
      }
    }
  }

  /// The fields that contain numbers, keyed by the type of the NMEA sentence.
  private static let numberFields: [String: [(value: Value, field: Int)]] = [
    "RMC": [(.speed, 6), (.course, 7), (.variation, 9)],
    "GGA": [
      (.satellites, 6), (.dilution, 7), (.altitude, 8), (.geoidHeight, 10), (.correctionAge, 12),
    ],
    "GNS": [
      (.satellites, 6), (.dilution, 7), (.altitude, 8), (.geoidHeight, 9), (.correctionAge, 10),
    ],
    "GSA": [(.fix, 1), (.dilution, 14), (.dilution, 15), (.dilution, 16)],
    "VTG": [(.course, 0), (.speed, 4)],
  ]

  /// The fields of a GGA sentence that contain heights, each followed by a field with the unit.
  private static let heightFields: [(value: Value, field: Int)] = [
    (.altitude, 8), (.geoidHeight, 10),
  ]

  /// The index of the time field, or nil if this type of NMEA sentence has no time field.
  var clockField: Int? {
    switch type {
    case "RMC", "GGA", "GNS", "ZDA": 0
    case "GLL": 4
    default: nil
    }
  }

  /// Whether the sentence reports that the receiver had no fix. Such a sentence may repeat the last
  /// position.
  var reportsNoFix: Bool {
    switch type {
    case "RMC": letter(1) == UInt8(ascii: "V")
    case "GGA": number(5) == 0
    case "GNS": text(5)?.allSatisfy { $0 == "N" } ?? false
    case "GLL": letter(5) == UInt8(ascii: "V")
    default: false
    }
  }

  /// The values whose text is neither empty nor valid.
  var unreadableValues: [(value: Value, text: String)] {
    var found: [(value: Value, text: String)] = []
    if let field = clockField, clock(field).isNaN, let text = text(field) {
      found.append((.time, text))
    }
    if type == "RMC", date(8) == nil, let text = text(8) { found.append((.date, text)) }
    if type == "ZDA", dateOfParts == nil {
      let parts = (1...3).map { text($0) ?? "" }
      if !parts.allSatisfy(\.isEmpty) { found.append((.date, parts.joined(separator: ","))) }
    }
    for (value, field) in Self.numberFields[type] ?? [] {
      // A range does not contain NaN, the value of an empty field.
      guard !value.range.contains(number(field)), let text = text(field) else { continue }
      found.append((value, text))
    }
    return found
  }

  /// The heights in a GGA sentence whose unit is neither metres nor feet, with their units.
  var heightsWithUnknownUnit: [(value: Value, text: String)] {
    guard type == "GGA" else { return [] }
    return Self.heightFields.compactMap { value, field in
      guard metres(field).isNaN, !number(field).isNaN, let height = text(field),
        let unit = text(field + 1)
      else { return nil }
      return (value, "\(height) \(unit)")
    }
  }

  /// The date from the day, month and year fields of a ZDA sentence, as days since 1970-01-01. Nil
  /// if the date is missing or invalid.
  var dateOfParts: Int? {
    let parts = [number(1), number(2), number(3)]
    // GPS time begins in 1980. Of another year, the previous or next day might not be writable.
    guard parts.allSatisfy({ $0 >= 1 && $0 <= 9999 }), (1_980...2_999).contains(parts[2]) else {
      return nil
    }
    return Timestamp.validDayNumber(
      year: Int(parts[2]), month: Int(parts[1]), day: Int(parts[0]))
  }
}
