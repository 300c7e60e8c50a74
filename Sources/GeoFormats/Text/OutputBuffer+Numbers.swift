extension OutputBuffer {
  /// Writes the number `value / scale` as a decimal number without trailing zeros.
  mutating func put(fixed value: Int64, scale: UInt64, decimals: Int) {
    if value < 0 { put(UInt8(ascii: "-")) }
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: scale)
    put(digits: whole)
    guard rest > 0 else { return }
    var fraction = rest
    var width = decimals
    while fraction % 10 == 0 {
      fraction /= 10
      width &-= 1
    }
    put(UInt8(ascii: "."))
    put(digits: fraction, width: width)
  }

  /// Returns the shortest decimal notation, without an exponent, that converts back to the same
  /// number.
  static func plainDecimal(_ value: Double) -> String {
    let text = "\(value)"
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let sign = parts[0].hasPrefix("-") ? "-" : ""
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let whole = mantissa.first ?? "0"
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
    let digits = String(whole + fraction)
    let point = whole.count + exponent
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    let padded = digits + String(repeating: "0", count: max(point - digits.count, 0))
    let split = padded.index(padded.startIndex, offsetBy: point)
    let decimals = padded[split...]
    return sign + padded[..<split] + (decimals.isEmpty ? "" : "." + decimals)
  }

  /// Writes a time in the form `2026-07-11T06:02:11Z`. The caller must have reserved space with
  /// ``reserve()``.
  ///
  /// Up to nine fraction digits are written if a shorter text would not convert back to the same
  /// time.
  ///
  /// - Parameter time: The time in seconds since 2001-01-01T00:00:00Z.
  ///   Its year must be between 1 and 9999.
  /// - Parameter fractionDigits: The minimum number of fraction digits.
  mutating func put(
    time: Double, zone: GeoPointFormat.Zone = .utc, fractionDigits: Int? = nil
  ) {
    let whole = time.rounded(.down)
    var seconds = Int(whole) + Int(Timestamp.referenceOffset)
    var (fraction, decimals) = Self.fraction(of: time, whole: whole)
    // The fraction was rounded up to a whole second.
    if decimals == 0, fraction == 1 {
      seconds += 1
      fraction = 0
    }
    if case .east(let minutes) = zone { seconds += minutes * 60 }
    var days = seconds / 86_400
    var rest = seconds % 86_400
    // Division truncates towards zero, so a time before 1970 belongs to the day before.
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    let (year, month, day) = Timestamp.civil(dayNumber: days)
    put(digits: UInt64(max(year, 0)), width: 4)
    put(UInt8(ascii: "-"))
    put(digits: UInt64(month), width: 2)
    put(UInt8(ascii: "-"))
    put(digits: UInt64(day), width: 2)
    put(UInt8(ascii: "T"))
    put(digits: UInt64(rest / 3600), width: 2)
    put(UInt8(ascii: ":"))
    put(digits: UInt64(rest / 60 % 60), width: 2)
    put(UInt8(ascii: ":"))
    put(digits: UInt64(rest % 60), width: 2)
    // Trailing zeros are removed, so that a time has no more digits than it needs.
    if fraction > 0 {
      while fraction % 10 == 0 {
        fraction /= 10
        decimals -= 1
      }
    } else {
      decimals = 0
    }
    let wanted = max(fractionDigits ?? 0, decimals)
    if wanted > 0 {
      put(UInt8(ascii: "."))
      if decimals > 0 { put(digits: fraction, width: decimals) }
      for _ in decimals..<wanted { put(UInt8(ascii: "0")) }
    }
    put(zone)
  }

  private mutating func put(_ zone: GeoPointFormat.Zone) {
    switch zone {
    case .utc: put(UInt8(ascii: "Z"))
    case .none: break
    case .east(let minutes):
      put(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      put(digits: UInt64(minutes.magnitude / 60), width: 2)
      put(UInt8(ascii: ":"))
      put(digits: UInt64(minutes.magnitude % 60), width: 2)
    }
  }

  /// Returns the fractional part of a time's seconds: its digits as an integer, and the number of
  /// digits.
  ///
  /// The number of digits is 0 for a full second, otherwise 3, 6 or 9: the smallest number for
  /// which the text converts back to the same `Double`. If the fraction is rounded up to a full
  /// second, the result is (1, 0).
  private static func fraction(of time: Double, whole: Double) -> (UInt64, Int) {
    if time == whole { return (0, 0) }
    var decimals = 0
    for scale in [1e3, 1e6, 1e9] {
      decimals += 3
      let count = ((time - whole) * scale).rounded()
      if whole + count / scale == time || scale == 1e9 {
        return count >= scale ? (1, 0) : (UInt64(count), decimals)
      }
    }
    return (0, 0)
  }
}

extension OutputBuffer {
  /// Returns a time in the form `2026-07-11T06:02:11Z`, or with the time zone's offset from UTC
  /// instead of `Z`. The year in that time zone must be 0001…9999.
  static func time(_ time: Double, zone: GeoPointFormat.Zone = .utc) -> String {
    let sink = MemorySink()
    var buffer = OutputBuffer(sink)
    defer { buffer.deallocate() }
    buffer.put(time: time, zone: zone)
    try? buffer.flush()
    return String(decoding: sink.bytes, as: UTF8.self)
  }
}
