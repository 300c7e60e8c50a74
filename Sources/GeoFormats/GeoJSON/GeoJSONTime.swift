/// Functions that parse times in GeoJSON files.
enum GeoJSONTime {
  /// Parses a time in ISO 8601 and determines its notation, or returns nil if the text is not a
  /// time.
  static func parse(_ start: UnsafePointer<UInt8>, count: Int) -> GeoJSONValue? {
    let value = Timestamp.parse(start, count: count)
    guard !value.isNaN else { return nil }
    var format = GeoPointFormat()
    switch TimeForm(start, count: count, value: value) {
    case .format(let fractionDigits, let zone):
      format.fractionDigits = fractionDigits
      format.zone = zone
    case .other where Timestamp.hasNoZone(start, count: count): format.zone = .none
    case .plain, .other: break
    }
    return GeoJSONValue(value: value, bits: format.rawValue)
  }

  /// Parses a time in ISO 8601, or returns nil if the text is not a time.
  static func parse(_ text: String) -> GeoJSONValue? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap { parse($0, count: bytes.count) }
    }
  }

  /// Reads the time in a property: text in ISO 8601, or a number of seconds or milliseconds since
  /// 1970. Returns nil if the property's value is not a time.
  static func of(_ member: GeoJSONMember) -> GeoJSONValue? {
    member.string.flatMap(parse)
      ?? member.number.flatMap(ofEpoch).map { GeoJSONValue(value: $0, bits: 0) }
  }

  /// Converts a time in seconds or milliseconds since 1970 to seconds since 2001. Returns nil if
  /// neither unit results in a year between 1985 and 2286.
  static func ofEpoch(_ number: Double) -> Double? {
    switch number {
    case 5e8..<1e10: Timestamp.since2001(unixTime: number, perSecond: 1)
    case 5e11..<1e13: Timestamp.since2001(unixTime: number, perSecond: 1_000)
    default: nil
    }
  }
}
