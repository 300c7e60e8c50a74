/// The position in an NMEA sentence, in degrees.
struct NMEAPosition {
  /// The type of the NMEA sentence.
  let type: String
  let latitude: Double
  let longitude: Double
  /// The value of one unit in the position's last decimal place, in degrees.
  let precision: Double

  /// Returns whether the two positions are equal.
  func equals(_ other: Self) -> Bool {
    latitude == other.latitude && longitude == other.longitude
  }

  /// Returns whether the two positions can be the same position, rounded or truncated to different
  /// numbers of decimals.
  func isClose(to other: Self) -> Bool {
    // The angles were computed from minutes, which leaves a rounding error.
    let tolerance = max(precision, other.precision) + 1e-12
    return abs(latitude - other.latitude) <= tolerance
      && abs((longitude - other.longitude).remainder(dividingBy: 360)) <= tolerance
  }
}

/// A sentence of an NMEA 0183 log, such as `$GPRMC,…*6A`.
struct NMEASentence {
  enum Check {
    /// The checksum is correct, or the sentence has no checksum.
    case valid
    /// The checksum has the wrong value, or does not consist of two hexadecimal digits.
    case wrong
  }

  /// The fields that follow the sentence's name, as byte ranges within the line.
  private(set) var fields: [Range<Int>] = []
  private var bytes: UnsafeBufferPointer<UInt8>
  /// The sentence's type without its talker, such as `RMC`. For a proprietary sentence, its whole
  /// name, such as `PGRME`.
  private(set) var type = ""
  private(set) var check = Check.valid
  /// Whether the sentence ends with a checksum of two hexadecimal digits.
  private(set) var hasChecksum = false
  /// The index of the first byte after the NMEA sentence.
  private(set) var end = 0

  private static let star = UInt8(ascii: "*")
  private static let comma = UInt8(ascii: ",")

  /// Reads the next NMEA sentence in a line, or returns nil at the end of the line.
  init?(in line: UnsafeBufferPointer<UInt8>, from first: Int) {
    bytes = line
    guard
      let start = line[first...].indices.first(where: {
        line[$0] == UInt8(ascii: "$") && Self.isName(line, $0 + 1)
      })
    else { return nil }
    // `PQ` is the talker of the satellite system QZSS.
    let isProprietary =
      line[start + 1] == UInt8(ascii: "P") && line[start + 2] != UInt8(ascii: "Q")
    type = String(decoding: line[start + (isProprietary ? 1 : 3)..<start + 6], as: UTF8.self)
    var index = start + 6
    var sum = line[start + 1..<start + 6].reduce(0) { $0 ^ $1 }
    var field = index + 1
    while index < line.count, line[index] != Self.star, line[index] != UInt8(ascii: "$"),
      line[index] >= 0x20
    {
      if line[index] == Self.comma, index >= field {
        fields.append(field..<index)
        field = index + 1
      }
      sum ^= line[index]
      index += 1
    }
    fields.append(min(field, index)..<index)
    end = index
    // An asterisk without further text is a missing checksum.
    guard index + 1 < line.count, line[index] == Self.star, line[index + 1] > 0x20 else { return }
    guard index + 2 < line.count, let high = Self.digit(line[index + 1]),
      let low = Self.digit(line[index + 2])
    else {
      check = .wrong
      return
    }
    hasChecksum = true
    check = high << 4 | low == sum ? .valid : .wrong
    end = index + 3
  }

  /// Returns whether the bytes at the given index are the name of an NMEA sentence (a talker ID and
  /// a sentence type), followed by a comma.
  private static func isName(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    guard start + 5 < line.count, line[start + 5] == comma else { return false }
    return line[start..<start + 5].allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 &- 48 < 10
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  /// Returns the number in a field, or NaN if the field is missing, empty or not a number.
  func number(_ field: Int) -> Double {
    raw(field).map { DecimalNumber.parse($0) } ?? .nan
  }

  /// Returns the height in the given field, in metres. The next field contains the unit: `M` for
  /// metres or `F` for feet. An empty unit means metres. The result is NaN if the height is not a
  /// number or has another unit.
  func metres(_ field: Int) -> Double {
    guard let unit = raw(field + 1), let letter = unit.first(where: { $0 > 0x20 }) else {
      return number(field)
    }
    guard unit.count(where: { $0 > 0x20 }) == 1 else { return .nan }
    switch letter {
    case UInt8(ascii: "M"), UInt8(ascii: "m"): return number(field)
    case UInt8(ascii: "F"), UInt8(ascii: "f"): return number(field) * 0.3048
    default: return .nan
    }
  }

  func text(_ field: Int) -> String? {
    guard let text = raw(field), !text.isEmpty else { return nil }
    return String(decoding: text.filter { $0 != 0 }, as: UTF8.self)
  }

  /// Returns the first byte of a field in the NMEA sentence. Returns nil if the field is missing or
  /// empty.
  func letter(_ field: Int) -> UInt8? { raw(field)?.first }

  private func raw(_ field: Int) -> UnsafeBufferPointer<UInt8>? {
    fields.indices.contains(field) ? UnsafeBufferPointer(rebasing: bytes[fields[field]]) : nil
  }

  /// Parses the angle in two fields: degrees and minutes as `DDMM.mmmm`, and a hemisphere letter.
  func angle(_ field: Int) -> Double {
    let value = number(field)
    guard value >= 0, value <= 18_000, let letter = letter(field + 1) else { return .nan }
    let degrees = (value / 100).rounded(.down)
    let angle = degrees + (value - degrees * 100) / 60
    switch letter {
    case UInt8(ascii: "N"), UInt8(ascii: "E"): return angle
    case UInt8(ascii: "S"), UInt8(ascii: "W"): return -angle
    default: return .nan
    }
  }

  /// The index of the first of the four position fields, or nil if this type of NMEA sentence has
  /// no position fields.
  var positionField: Int? {
    switch type {
    case "RMC": 2
    case "GGA", "GNS": 1
    case "GLL": 0
    default: nil
    }
  }

  /// The position in an RMC, GGA, GNS or GLL sentence, or nil if it is empty or invalid.
  var position: NMEAPosition? {
    guard let field = positionField else { return nil }
    let (north, east) = (angle(field), angle(field + 2))
    guard !north.isNaN, !east.isNaN else { return nil }
    return NMEAPosition(
      type: type, latitude: north, longitude: east,
      precision: max(anglePrecision(field), anglePrecision(field + 2)))
  }

  /// Returns the value of one unit in the last decimal place of a field's minutes, in degrees.
  private func anglePrecision(_ field: Int) -> Double {
    guard let text = raw(field), let point = text.firstIndex(of: UInt8(ascii: ".")) else {
      return 1.0 / 60
    }
    var precision = 1.0 / 60
    for _ in text[(point + 1)...].prefix(while: { $0 &- 48 < 10 }) { precision /= 10 }
    return precision
  }

  /// Parses a time of day in the form `HHMMSS.sss`. Returns the time in seconds, or NaN if the
  /// field has no valid time.
  func clock(_ field: Int) -> Double {
    let value = number(field)
    guard value >= 0, value < 240_000 else { return .nan }
    let hours = (value / 10_000).rounded(.down)
    let minutes = ((value - hours * 10_000) / 100).rounded(.down)
    let seconds = value - hours * 10_000 - minutes * 100
    guard minutes < 60, seconds < 61 else { return .nan }
    // Times have at most microseconds; the subtraction leaves a rounding error.
    return hours * 3600 + minutes * 60 + (seconds * 1e6).rounded() / 1e6
  }

  /// Parses a date in the form `DDMMYY`. Returns the days since 1970-01-01, or nil if the field has
  /// no valid date.
  func date(_ field: Int) -> Int? {
    let value = number(field)
    guard value >= 10_100, value <= 311_299, value == value.rounded() else { return nil }
    return Timestamp.dayNumber(ddmmyy: Int(value))
  }
}
