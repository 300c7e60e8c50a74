/// Functions that validate text against the data types of the GPX schemas.
enum SchemaText {
  /// Returns whether a field's unescaped text is valid in the given GPX version.
  static func isValid(
    _ text: [UInt8], _ field: GPXField, _ version: GPXVersion
  ) -> Bool {
    switch field {
    case .elevation, .geoidHeight, .hdop, .vdop, .pdop, .ageOfDGPSData, .speed: isDecimal(text)
    case .magneticVariation, .course:
      isDecimal(text) && isDegrees(ValueText.number(text), version)
    case .time: isTime(text)
    case .satellites, .number: isWhole(text)
    case .dgpsID: isWhole(text) && (ValueText.integer(text) ?? .max) <= 1023
    case .fix: isFix(String(decoding: text, as: UTF8.self))
    case .url: isAddress(String(decoding: text, as: UTF8.self))
    default: true
    }
  }

  static func isFix(_ text: String) -> Bool { ["none", "2d", "3d", "dgps", "pps"].contains(text) }

  static func isDegrees(_ value: Double, _ version: GPXVersion) -> Bool {
    value >= 0 && (version == .version10 ? value <= 360 : value < 360)
  }

  /// Returns whether an attribute's text is a coordinate within its range. GPX 1.1 excludes a
  /// longitude of 180.
  static func isCoordinate(
    _ text: [UInt8], limit: Double, _ version: GPXVersion
  ) -> Bool {
    let value = ValueText.number(text)
    return isDecimal(text) && abs(value) <= limit
      && (value < 180 || version == .version10)
  }

  /// Returns whether the text is a valid XML Schema `decimal`, which has no exponent and may be
  /// surrounded by white space.
  static func isDecimal(_ text: [UInt8]) -> Bool {
    var number = trimmed(text)
    if number.first == UInt8(ascii: "-") || number.first == UInt8(ascii: "+") {
      number = number.dropFirst()
    }
    let digits = number.filter { $0 &- 48 < 10 }.count
    let points = number.filter { $0 == UInt8(ascii: ".") }.count
    return digits > 0 && points <= 1 && digits + points == number.count
  }

  /// Returns whether the text is a valid XML Schema `nonNegativeInteger`.
  static func isWhole(_ text: [UInt8]) -> Bool {
    var number = trimmed(text)
    let isNegative = number.first == UInt8(ascii: "-")
    if isNegative || number.first == UInt8(ascii: "+") { number = number.dropFirst() }
    return !number.isEmpty && number.allSatisfy { $0 &- 48 < 10 }
      && (!isNegative || number.allSatisfy { $0 == 48 })
  }

  /// Returns whether the text is a valid XML Schema `dateTime` in a year that this module supports.
  /// Surrounding white space is not accepted, because some programs reject it.
  static func isTime(_ text: [UInt8]) -> Bool {
    let time = text
    guard time.count >= 19, time[0] > 32, !ValueText.time(time).isNaN,
      time[10] == UInt8(ascii: "T"),
      time[16] == UInt8(ascii: ":"), time[17] != UInt8(ascii: "6")
    else { return false }
    var rest = time[19...]
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { $0 &- 48 < 10 } }
    return isZone(rest)
  }

  /// Returns whether the text is a valid XML Schema time zone: empty, `Z`, or an offset of at most
  /// 14 hours.
  private static func isZone(_ text: ArraySlice<UInt8>) -> Bool {
    if text.isEmpty || text.elementsEqual("Z".utf8) { return true }
    let zone = Array(text)
    guard zone.count == 6, zone[3] == UInt8(ascii: ":"),
      [1, 2, 4, 5].allSatisfy({ zone[$0] &- 48 < 10 })
    else { return false }
    let hours = Int(zone[1] &- 48) * 10 + Int(zone[2] &- 48)
    let minutes = Int(zone[4] &- 48) * 10 + Int(zone[5] &- 48)
    return minutes < 60 && hours * 60 + minutes <= 840
  }

  /// Returns whether the text is a valid XML Schema `gYear` with four digits.
  static func isYear(_ text: String) -> Bool {
    let year = trimmed(Array(text.utf8))
    return year.count >= 4 && year.prefix(4).allSatisfy { $0 &- 48 < 10 }
      && !year.prefix(4).allSatisfy { $0 == 48 } && isZone(year.dropFirst(4))
  }

  /// Returns whether the text is a URI as defined in RFC 3986. The additional characters that XML
  /// Schema's `anyURI` allows are accepted.
  static func isAddress(_ text: String) -> Bool {
    let bytes = Array(trimmed(Array(text.utf8)))
    var index = 0
    var hashes = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "["), UInt8(ascii: "]"): return false
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.count, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else {
          return false
        }
      case UInt8(ascii: "#"): hashes += 1
      default: break
      }
      index += 1
    }
    return hashes <= 1 && isAuthority(bytes)
  }

  /// Returns whether the part of a URL before its path is valid. The scheme must consist of
  /// letters, and the port of digits.
  private static func isAuthority(_ bytes: [UInt8]) -> Bool {
    let ends = Array("/?#".utf8)
    var rest = bytes[...]
    let head = rest.prefix { !ends.contains($0) }
    if let colon = head.firstIndex(of: UInt8(ascii: ":")) {
      let scheme = head[..<colon]
      guard let first = scheme.first, (first | 0x20) &- 97 < 26,
        scheme.allSatisfy({ byte in
          (byte | 0x20) &- 97 < 26 || byte &- 48 < 10 || "+-.".utf8.contains(byte)
        })
      else { return false }
      rest = rest[(colon + 1)...]
    }
    guard rest.starts(with: "//".utf8) else { return true }
    let authority = rest.dropFirst(2).prefix { !ends.contains($0) }
    let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard host.count <= 2, let last = host.last else { return false }
    guard let colon = last.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let port = last[(colon + 1)...]
    return !port.isEmpty && port.count < 9 && port.allSatisfy { $0 &- 48 < 10 }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }

  static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let start = text.drop { [9, 10, 13, 32].contains($0) }
    let end = start.lastIndex { ![9, 10, 13, 32].contains($0) }.map { $0 + 1 }
    return start[start.startIndex..<(end ?? start.startIndex)]
  }
}
