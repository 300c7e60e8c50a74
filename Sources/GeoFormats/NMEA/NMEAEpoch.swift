/// The values of one epoch, collected from NMEA sentences with the same time of day. If NMEA
/// sentences with the same time have different positions, each position becomes a separate epoch.
struct NMEAEpoch {
  /// The time of day in seconds, or NaN if it is unknown.
  var clock = Double.nan
  /// The date as days since 1970-01-01. Nil if no NMEA sentence includes the date.
  var day: Int?
  var latitude = Double.nan
  var longitude = Double.nan
  var elevation = Double.nan
  var speed = Double.nan
  var course = Double.nan
  var fields = GeoPointFields()
  /// The positions in the epoch's NMEA sentences, one for each type of sentence.
  private var positions: [NMEAPosition] = []
  /// Whether an NMEA sentence reports that the receiver has no position fix.
  var isVoid = false
  /// The text of the first unreadable position, or an empty string if all fields of this position
  /// are empty. Nil if the epoch has no unreadable position.
  private(set) var unreadPosition: String?
  /// The line number of the epoch's first NMEA sentence.
  var line = 0

  /// Whether the epoch includes a VTG sentence.
  private(set) var hasVTG = false
  /// Whether the epoch includes a GSA sentence.
  private(set) var hasGSA = false
  /// Whether one GSA sentence's dilution of precision has replaced that of another.
  private(set) var hasReplacedDilution = false
  /// The values of VTG and GSA sentences that precede the epoch and belong to no other epoch. The
  /// array has at most one element.
  private var early: [NMEAEpoch] = []

  private static let knot = 1852.0 / 3600

  /// Adds the values from an NMEA sentence to the epoch.
  ///
  /// - Returns: Whether the type of the NMEA sentence is known.
  mutating func add(_ sentence: NMEASentence) -> Bool {
    if sentence.reportsNoFix { isVoid = true }
    switch sentence.type {
    case "RMC":
      addPosition(sentence)
      let speed = sentence.number(6)
      if speed >= 0 { self.speed = speed * Self.knot }
      addCourse(sentence.number(7))
      day = sentence.date(8) ?? day
      let variation = sentence.number(9)
      if variation >= 0, variation <= 180 {
        fields.magneticVariation =
          sentence.letter(10) == UInt8(ascii: "W") ? 360 - variation : variation
      }
    case "GGA":
      addPosition(sentence)
      switch sentence.number(5) {
      case 2: fields.fix = "dgps"
      case 3: fields.fix = "pps"
      default: break
      }
      addQuality(sentence, 6)
      addCorrection(sentence, 12)
    case "GNS":
      addPosition(sentence)
      addQuality(sentence, 6)
      addCorrection(sentence, 10)
    case "GLL": addPosition(sentence)
    case "ZDA":
      day = sentence.dateOfParts ?? day
    case "GSA":
      // GGA names kinds of fix that GSA cannot express, so GSA does not replace them.
      if fields.fix == nil {
        switch sentence.number(1) {
        case 2: fields.fix = "2d"
        case 3: fields.fix = "3d"
        default: break
        }
      }
      let (pdop, vdop) = (positive(sentence.number(14)), positive(sentence.number(16)))
      if hasGSA, pdop != nil && pdop != fields.pdop || vdop != nil && vdop != fields.vdop {
        hasReplacedDilution = true
      }
      fields.pdop = pdop ?? fields.pdop
      fields.hdop = positive(sentence.number(15)) ?? fields.hdop
      fields.vdop = vdop ?? fields.vdop
      hasGSA = true
    case "VTG":
      let speed = sentence.number(4)
      // The speed and course of RMC take precedence.
      if self.speed.isNaN, speed >= 0 { self.speed = speed * Self.knot }
      if course.isNaN { addCourse(sentence.number(0)) }
      hasVTG = true
    default: return false
    }
    return true
  }

  /// Returns whether a sentence of the given type, which has no time field, cannot belong to the
  /// epoch, because the epoch already has a sentence of this type. A GSA sentence is a repetition
  /// only after another repetition, because some receivers write a GSA sentence for each satellite
  /// system.
  ///
  /// - Parameter isAfterRepetition: Whether a repetition precedes the sentence.
  func isRepetition(_ type: String, isAfterRepetition: Bool) -> Bool {
    switch type {
    case "VTG": hasVTG
    case "GSA": hasGSA && isAfterRepetition
    default: false
    }
  }

  /// Adds the values of VTG and GSA sentences that precede the epoch.
  ///
  /// - Returns: The line number of the early values that the new values replace, if any.
  mutating func setEarly(_ values: NMEAEpoch) -> Int? {
    defer { early = [values] }
    return early.first.flatMap { $0.hasUntimedValues ? $0.line : nil }
  }

  /// Fills missing values with those of VTG and GSA sentences that precede the epoch.
  ///
  /// - Returns: The line number of the first of these sentences if any number was not used.
  ///   A number is not used if the epoch has a different one. Otherwise, the result is nil.
  mutating func fillWithEarlyValues() -> Int? {
    guard let values = early.popLast() else { return nil }
    var isComplete = true
    func fill(_ value: inout Double?, _ other: Double?) {
      if let own = value, let other, own != other { isComplete = false }
      value = value ?? other
    }
    func fill(_ value: inout Double, _ other: Double) {
      if !value.isNaN, !other.isNaN, value != other { isComplete = false }
      if value.isNaN { value = other }
    }
    fill(&speed, values.speed)
    fill(&course, values.course)
    fill(&fields.pdop, values.fields.pdop)
    // The HDOP of GSA replaces that of GGA.
    if !hasGSA, values.hasGSA { fields.hdop = values.fields.hdop ?? fields.hdop }
    fill(&fields.hdop, values.fields.hdop)
    fill(&fields.vdop, values.fields.vdop)
    fields.fix = fields.fix ?? values.fields.fix
    return isComplete ? nil : values.line
  }

  /// Whether the epoch has any of the values that VTG and GSA sentences contain.
  var hasUntimedValues: Bool {
    !speed.isNaN || !course.isNaN || fields.fix != nil || fields.pdop != nil
      || early.contains(where: \.hasUntimedValues)
  }

  /// Returns whether the epoch has the given position. A position from an NMEA sentence of the same
  /// type takes precedence over positions from other types.
  func contains(_ position: NMEAPosition) -> Bool {
    if let own = positions.first(where: { $0.type == position.type }) {
      return own.equals(position)
    }
    return positions.contains { $0.equals(position) }
  }

  /// Returns whether a position can be the epoch's position, written with a different number of
  /// decimals. The result is false if the epoch already has a position from an NMEA sentence of the
  /// same type.
  func admits(_ position: NMEAPosition) -> Bool {
    !hasPosition(from: position.type) && positions.allSatisfy { $0.isClose(to: position) }
  }

  /// Returns whether the epoch has a position from an NMEA sentence of the given type.
  func hasPosition(from type: String) -> Bool { positions.contains { $0.type == type } }

  private mutating func addPosition(_ sentence: NMEASentence) {
    guard let position = sentence.position else {
      let field = sentence.positionField ?? 0
      let fields = (field..<field + 4).map { sentence.text($0) ?? "" }
      unreadPosition =
        unreadPosition ?? (fields.allSatisfy(\.isEmpty) ? "" : fields.joined(separator: ","))
      return
    }
    if !hasPosition(from: position.type) { positions.append(position) }
    if latitude.isNaN { (latitude, longitude) = (position.latitude, position.longitude) }
  }

  private mutating func addCourse(_ degrees: Double) {
    if degrees >= 0, degrees <= 360 { course = degrees }
  }

  /// Adds the number of satellites, the HDOP, the altitude and the geoid height from a GGA or GNS
  /// sentence. Both types of sentence have the same field order.
  private mutating func addQuality(_ sentence: NMEASentence, _ field: Int) {
    let satellites = sentence.number(field)
    if satellites >= 0, satellites < 1000 { fields.satellites = Int(satellites) }
    fields.hdop = positive(sentence.number(field + 1)) ?? fields.hdop
    // GGA has the unit after each of the two heights; GNS has no units.
    let hasUnits = sentence.type == "GGA"
    let altitude = hasUnits ? sentence.metres(field + 2) : sentence.number(field + 2)
    if !altitude.isNaN { elevation = altitude }
    let geoid = hasUnits ? sentence.metres(field + 4) : sentence.number(field + 3)
    if !geoid.isNaN { fields.geoidHeight = geoid }
  }

  /// Adds the differential correction's age and the reference station's number. Receivers without a
  /// correction leave the age empty, but may write the station number 0000, which is then ignored.
  private mutating func addCorrection(_ sentence: NMEASentence, _ field: Int) {
    let (age, station) = (sentence.number(field), sentence.number(field + 1))
    let hasAge = age >= 0 && age < 1e6
    if hasAge { fields.ageOfDGPSData = age }
    if station >= (hasAge ? 0 : 1), station <= 1023 { fields.dgpsID = Int(station) }
  }

  private func positive(_ number: Double) -> Double? { number > 0 && number < 99.9 ? number : nil }
}
