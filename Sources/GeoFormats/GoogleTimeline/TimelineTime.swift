import Foundation

/// A time in a timeline, with the offset of local time from UTC.
struct TimelineTime {
  /// The time in seconds since 2001-01-01T00:00:00Z.
  let seconds: Double
  /// The local time's offset in seconds east of UTC. Nil if the file does not include the offset.
  var offset: Int?

  init(seconds: Double, offset: Int? = nil) {
    self.seconds = seconds
    self.offset = offset
  }

  /// Parses a time such as `2024-05-01T08:00:00.000+02:00`.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let seconds = Timestamp.parse(text)
    guard !seconds.isNaN else { return nil }
    self.seconds = seconds
    offset = Self.offset(text)
  }

  /// Creates a time from the milliseconds since 1970-01-01T00:00:00Z.
  init?(milliseconds: Double) {
    let seconds = Timestamp.since2001(unixTime: milliseconds, perSecond: 1_000)
    guard Timestamp.writable.contains(seconds) else { return nil }
    self.init(seconds: seconds)
  }

  /// Returns the UTC offset, in seconds, at the end of a valid time, such as 7200 for `+02:00`.
  /// Returns nil if the time ends without an offset.
  private static func offset(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count > 19,
      let sign = text[19...].firstIndex(where: {
        $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    let digits = text[(sign + 1)...].filter { $0 &- 48 < 10 }.map { Int($0 - 48) }
    guard digits.count >= 2 else { return nil }
    let minutes = digits.count >= 4 ? digits[2] * 10 + digits[3] : 0
    let seconds = (digits[0] * 10 + digits[1]) * 3_600 + minutes * 60
    return text[sign] == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// The notation of the time in exports, which contains the UTC offset.
  var format: GeoPointFormat {
    var format = GeoPointFormat()
    if let minutes = offset.map({ $0 / 60 }), minutes != 0, GeoPointFormat.offsets.contains(minutes)
    {
      format.zone = .east(minutes: minutes)
    }
    return format
  }

  private var local: Double {
    seconds + Timestamp.referenceOffset + Double(offset ?? 0)
  }

  /// The local day, as the number of days since 1970-01-01.
  var day: Int { Int((local / 86_400).rounded(.down)) }

  /// The local time of day, such as `08:05`.
  var clock: String {
    let minutes = Int((local / 60).rounded(.down)) - day * 1_440
    return String(format: "%02d:%02d", minutes / 60, minutes % 60)
  }

  /// Returns a day as a date, such as `2024-05-01`.
  static func date(_ day: Int) -> String {
    let (year, month, day) = Timestamp.civil(dayNumber: day)
    return String(format: "%04d-%02d-%02d", year, month, day)
  }
}
