/// The notation in which a time is written in a source file.
enum TimeForm: Equatable {
  /// The notation `2026-07-11T06:02:11Z`, with no more fraction digits than necessary.
  case plain
  /// A variant of ``plain`` that has a fixed number of fraction digits (nil for the fewest),
  /// another time zone, or no time zone.
  case format(fractionDigits: Int?, GeoPointFormat.Zone)
  /// Any other notation, such as a time with the hour 24, the second 60, a space instead of `T`, or
  /// more than six fraction digits.
  case other

  /// Determines the notation of a time from the text of the time and its value in seconds since
  /// 2001.
  init(_ text: UnsafePointer<UInt8>, count: Int, value: Double) {
    self = .other
    guard count >= 19, text[4] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
      text[16] == UInt8(ascii: ":"), text[17] != UInt8(ascii: "6"),
      !(text[11] == UInt8(ascii: "2") && text[12] == UInt8(ascii: "4"))
    else { return }
    if count == 20, text[19] == UInt8(ascii: "Z") {
      self = .plain
      return
    }
    var index = 19
    var digits = 0
    if index < count, text[index] == UInt8(ascii: ".") {
      index += 1
      while index < count, text[index] &- 48 < 10 { index += 1 }
      digits = index - 20
      guard digits >= 1, digits <= 6, digits <= 3 || abs(value) < 0x1p31 else { return }
      guard abs(value) < 0x1p40 else { return }
    }
    guard let zone = Self.zone(text + index, count: count - index) else { return }
    let shown = digits == 0 || text[index - 1] != 48 ? nil : digits
    self = shown == nil && zone == .utc ? .plain : .format(fractionDigits: shown, zone)
  }

  private static func zone(_ text: UnsafePointer<UInt8>, count: Int) -> GeoPointFormat.Zone? {
    if count == 0 { return GeoPointFormat.Zone.none }
    if count == 1 { return text[0] == UInt8(ascii: "Z") ? .utc : nil }
    guard count == 6, text[3] == UInt8(ascii: ":") else { return nil }
    let hours = Int(text[1] &- 48) * 10 + Int(text[2] &- 48)
    let minutes = hours * 60 + Int(text[4] &- 48) * 10 + Int(text[5] &- 48)
    let isWest = text[0] == UInt8(ascii: "-")
    guard GeoPointFormat.offsets.contains(minutes), !(isWest && minutes == 0) else { return nil }
    return .east(minutes: isWest ? -minutes : minutes)
  }
}
