extension OutputBuffer {
  /// Adds an angle in degrees with at most seven decimals (11 mm on the ground) and no zeros at
  /// its end; room must have been reserved.
  mutating func put(degrees: Double) {
    put(tenMillionths: Int64((degrees * 1e7).rounded()))
  }

  private mutating func put(tenMillionths value: Int64) {
    put(fixed: value, scale: 10_000_000, decimals: 7)
  }

  /// Adds a number given as a whole number of parts, without zeros at its end.
  private mutating func put(fixed value: Int64, scale: UInt64, decimals: Int) {
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

  /// Adds a finite number in the fewest digits that read back as it, never with an exponent.
  mutating func write(decimal value: Double) throws {
    try reserve()
    if abs(value) < 1e9 {
      let thousandths = (value * 1000).rounded()
      if thousandths / 1000 == value {
        put(fixed: Int64(thousandths), scale: 1000, decimals: 3)
        return
      }
    }
    try write(Self.plainDecimal(value).utf8)
  }

  /// The shortest digits of a number that read back as it, with the exponent written out.
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

  /// Adds a time as `2026-07-11T06:02:11Z`, with the fewest decimals up to nine that read back
  /// as it; room must have been reserved.
  ///
  /// - Parameter time: Seconds since 2001-01-01T00:00:00Z, in the years 0001…9999.
  mutating func put(time: Double) {
    let whole = time.rounded(.down)
    var seconds = Int(whole) + Int(Timestamp.referenceOffset)
    var (fraction, decimals) = Self.fraction(of: time, whole: whole)
    if decimals == 0, fraction == 1 {
      seconds += 1
      fraction = 0
    }
    var days = seconds / 86_400
    var rest = seconds % 86_400
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
    if fraction > 0 {
      while fraction % 10 == 0 {
        fraction /= 10
        decimals -= 1
      }
      put(UInt8(ascii: "."))
      put(digits: fraction, width: decimals)
    }
    put(UInt8(ascii: "Z"))
  }

  /// The part of a second beyond a whole one, as a count and the decimals it has.
  ///
  /// The unit is the coarsest that gives the same `Double` back; (1, 0) is a full second.
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
