import Foundation

/// The totals, averages and maxima of sessions and laps, which are preserved as extension values.
enum FITSummary {
  /// The numbers that identify a field in session, lap and segment lap messages. A field can have a
  /// different number in each type of message.
  struct FieldNumbers {
    let session: [UInt8]
    let lap: [UInt8]
    let segmentLap: [UInt8]

    /// Creates lists of field numbers, one for each message type, each in order of precedence.
    init(session: UInt8..., lap: UInt8..., segmentLap: UInt8...) {
      self.session = session
      self.lap = lap
      self.segmentLap = segmentLap
    }

    func numbers(in kind: FITMessageKind) -> [UInt8] {
      switch kind {
      case .session: session
      case .segmentLap: segmentLap
      default: lap
      }
    }
  }

  struct Field {
    /// The name of the field in the public FIT profile, without the prefix `enhanced_`.
    let name: String
    let numbers: FieldNumbers
    var scale = 1.0
    /// The raw number that encodes the value 0.
    var zero = 0.0
    /// The numbers of the fields that contain the value's fractional part, in units of 1/128.
    var fraction = FieldNumbers()
  }

  static let fields: [Field] = [
    Field(
      name: "total_elapsed_time", numbers: FieldNumbers(session: 7, lap: 7, segmentLap: 7),
      scale: 1000),
    Field(
      name: "total_timer_time", numbers: FieldNumbers(session: 8, lap: 8, segmentLap: 8),
      scale: 1000),
    Field(
      name: "total_moving_time", numbers: FieldNumbers(session: 59, lap: 52, segmentLap: 44),
      scale: 1000
    ),
    Field(
      name: "total_distance", numbers: FieldNumbers(session: 9, lap: 9, segmentLap: 9), scale: 100),
    Field(name: "total_calories", numbers: FieldNumbers(session: 11, lap: 11, segmentLap: 11)),
    Field(name: "total_ascent", numbers: FieldNumbers(session: 22, lap: 21, segmentLap: 21)),
    Field(name: "total_descent", numbers: FieldNumbers(session: 23, lap: 22, segmentLap: 22)),
    Field(
      name: "avg_speed", numbers: FieldNumbers(session: 124, 14, lap: 110, 13, segmentLap: 13),
      scale: 1000),
    Field(
      name: "max_speed", numbers: FieldNumbers(session: 125, 15, lap: 111, 14, segmentLap: 14),
      scale: 1000),
    Field(name: "avg_heart_rate", numbers: FieldNumbers(session: 16, lap: 15, segmentLap: 15)),
    Field(name: "max_heart_rate", numbers: FieldNumbers(session: 17, lap: 16, segmentLap: 16)),
    Field(name: "min_heart_rate", numbers: FieldNumbers(session: 64, lap: 63, segmentLap: 55)),
    Field(
      name: "avg_cadence", numbers: FieldNumbers(session: 18, lap: 17, segmentLap: 17),
      fraction: FieldNumbers(session: 92, lap: 80, segmentLap: 66)),
    Field(
      name: "max_cadence", numbers: FieldNumbers(session: 19, lap: 18, segmentLap: 18),
      fraction: FieldNumbers(session: 93, lap: 81, segmentLap: 67)),
    Field(name: "avg_power", numbers: FieldNumbers(session: 20, lap: 19, segmentLap: 19)),
    Field(name: "max_power", numbers: FieldNumbers(session: 21, lap: 20, segmentLap: 20)),
    Field(name: "normalized_power", numbers: FieldNumbers(session: 34, lap: 33, segmentLap: 30)),
    Field(name: "avg_temperature", numbers: FieldNumbers(session: 57, lap: 50, segmentLap: 42)),
    Field(name: "max_temperature", numbers: FieldNumbers(session: 58, lap: 51, segmentLap: 43)),
    Field(name: "min_temperature", numbers: FieldNumbers(session: 150, lap: 124)),
    Field(
      name: "avg_altitude",
      numbers: FieldNumbers(session: 126, 49, lap: 112, 42, segmentLap: 91, 34),
      scale: 5, zero: 2500),
    Field(
      name: "max_altitude",
      numbers: FieldNumbers(session: 128, 50, lap: 114, 43, segmentLap: 92, 35),
      scale: 5, zero: 2500),
    Field(
      name: "min_altitude",
      numbers: FieldNumbers(session: 127, 71, lap: 113, 62, segmentLap: 93, 54),
      scale: 5, zero: 2500),
  ]

  /// The numbers of the fields that need not be preserved, because they are read elsewhere or
  /// because their values can be derived from the points and the order of the messages. These
  /// fields are the event, times, sport, name, first and last position, bounding box, indices and
  /// number of laps.
  private static let implied: [FITMessageKind: Set<UInt8>] = [
    .session: [
      0, 1, 2, 3, 4, 5, 6, 25, 26, 27, 29, 30, 31, 32, 38, 39, 110, 111, 253, 254,
    ],
    .lap: [0, 1, 2, 3, 4, 5, 6, 25, 26, 27, 28, 29, 30, 39, 253, 254],
    .segmentLap: [0, 1, 2, 3, 4, 5, 6, 23, 24, 25, 26, 27, 28, 29, 32, 253, 254],
  ]

  /// The numbers of all fields in ``fields`` and ``implied``.
  private static let known: [FITMessageKind: Set<UInt8>] = implied.reduce(into: [:]) {
    let kind = $1.key
    $0[kind] = fields.reduce(into: $1.value) {
      $0.formUnion($1.numbers.numbers(in: kind) + $1.fraction.numbers(in: kind))
    }
  }

  /// Returns the sport and sub-sport of a lap, by their names in the public FIT profile. If a sport
  /// has no name in the profile, its number is returned. A generic sport is omitted.
  static func sports(
    of message: FITMessage, _ kind: FITMessageKind
  ) -> [(name: String, value: String)] {
    let (sport, subSport): (UInt8, UInt8) = kind == .segmentLap ? (23, 32) : (25, 39)
    return [
      ("sport", message.integer(sport), FITProfile.sports),
      ("sub_sport", message.integer(subSport), FITProfile.subSports),
    ].compactMap { name, number, names in
      guard let number, number != FITProfile.genericSport else { return nil }
      return (name, names[number] ?? "\(number)")
    }
  }

  /// Returns the values in a session or a lap, including the values of developer fields.
  /// Enumeration values are returned as numbers, and the elements of an array are separated by
  /// commas.
  static func values(
    in message: FITMessage, _ kind: FITMessageKind, _ developerFields: FITDeveloperFields
  ) -> [(name: String, value: String)] {
    var values: [(name: String, value: String)] = []
    for field in fields {
      let numbers = field.numbers.numbers(in: kind)
      guard let raw = numbers.lazy.compactMap(message.number).first else { continue }
      let fraction = field.fraction.numbers(in: kind).lazy.compactMap(message.number).first ?? 0
      let value = (raw - field.zero) / field.scale + fraction / 128
      values.append((field.name, OutputBuffer.plainDecimal(value)))
    }
    for field in message.definition.fields {
      guard known[kind]?.contains(field.number) == false,
        let other = otherField(field.number, in: kind),
        let value = message.value(field, scale: other.scale)
      else { continue }
      values.append((other.name, value))
    }
    for field in message.definition.developerFields {
      guard let description = developerFields.description(of: field),
        let value = message.value(field, description)
      else { continue }
      values.append((description.name, value))
    }
    return values
  }

  /// Returns the numbers of the fields that are preserved or need not be preserved.
  static func readFields(of kind: FITMessageKind) -> Set<UInt8> {
    (known[kind] ?? []).union(otherFieldNumbers(of: kind))
  }
}
