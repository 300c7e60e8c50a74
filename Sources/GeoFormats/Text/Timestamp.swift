/// Functions that parse bytes as ISO 8601 date-times.
package enum Timestamp {
  /// The number of seconds from 1970-01-01T00:00:00Z to 2001-01-01T00:00:00Z.
  static let referenceOffset = 978_307_200.0

  /// Converts a time given in parts of a second since 1970 to seconds since 2001-01-01T00:00:00Z.
  ///
  /// The subtraction comes before the division, so that it is exact for whole numbers and the
  /// result is rounded only once. A time in milliseconds can therefore be written with three
  /// decimals again.
  static func since2001(unixTime: Double, perSecond: Double) -> Double {
    (unixTime - referenceOffset * perSecond) / perSecond
  }

  /// The range of times that can be written, in seconds since 2001: from the year 0001 to the year
  /// 9999.
  static let writable = -63_113_904_000.0...252_423_993_599.999

  /// The exclusive upper limit of writable times: the start of the year 10000.
  private static let end = 252_423_993_600.0

  private static let space = UInt8(ascii: " ")

  /// Parses a time such as `2026-07-11T06:02:11Z`.
  ///
  /// Other common notations are also accepted: a space or `t` instead of `T`, a time without
  /// seconds, a fraction after a point or a comma, `24:00:00`, a leap second (read as the next
  /// second), and offsets such as `+02:00`, `+0200` or `+02`. A time without an offset is read as
  /// UTC, as GPX requires.
  ///
  /// A time is invalid if its day does not exist. It is also invalid if its year, in UTC or in the
  /// text's time zone, is not between 1 and 9999.
  ///
  /// - Returns: The time in seconds since 2001-01-01T00:00:00Z, or NaN for an invalid time.
  /// - Note: Source: Howard Hinnant, “chrono-compatible low-level date algorithms”,
  ///   `days_from_civil`.
  static func parse(_ start: UnsafePointer<UInt8>, count: Int) -> Double {
    var text = start
    var length = count
    while length > 0, text[0] <= space {
      text += 1
      length -= 1
    }
    while length > 0, text[length - 1] <= space { length -= 1 }
    // The shortest form is 2026-07-10T05:48.
    guard length >= 16 else { return .nan }
    let year = two(text, 0) &* 100 &+ two(text, 2)
    let month = two(text, 5)
    let day = two(text, 8)
    let hour = two(text, 11)
    let minute = two(text, 14)
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] | 0x20 == UInt8(ascii: "t") || text[10] == space, text[13] == UInt8(ascii: ":"),
      year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1,
      day <= days(inMonth: month, year: year), minute >= 0, minute <= 59, hour >= 0
    else { return .nan }
    var index = 16
    var second = 0
    if index < length, text[index] == UInt8(ascii: ":") {
      guard length >= 19 else { return .nan }
      second = two(text, 17)
      // 60 is a leap second.
      guard second >= 0, second <= 60 else { return .nan }
      index = 19
    }
    var numerator = 0.0
    var denominator = 1.0
    if index < length, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") {
      let first = index + 1
      index = first
      while index < length, text[index] &- 48 < 10 {
        // A Double cannot represent further digits.
        if index - first < 15 {
          numerator = numerator * 10 + Double(text[index] &- 48)
          denominator *= 10
        }
        index += 1
      }
      guard index > first else { return .nan }
    }
    guard
      hour <= 23 || (hour == 24 && minute == 0 && second == 0 && numerator == 0),
      let offset = offset(text + index, count: length - index)
    else { return .nan }
    let seconds =
      dayNumber(year: year, month: month, day: day) &* 86_400 &+ hour &* 3600 &+ minute &* 60
      &+ second &- offset
    let time = Double(seconds) - referenceOffset + numerator / denominator
    return time >= writable.lowerBound && time < end ? time : .nan
  }

  /// Parses a time in the notations that ``parse(_:count:)`` accepts.
  @inline(__always)
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    text.baseAddress.map { parse($0, count: text.count) } ?? .nan
  }

  /// Parses a time in the notations that ``parse(_:count:)`` accepts.
  static func parse(_ text: String) -> Double {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  /// Returns whether the text of a time contains no time zone.
  static func hasNoZone(_ start: UnsafePointer<UInt8>, count: Int) -> Bool {
    let text = UnsafeBufferPointer(start: start, count: count)
    guard let separator = text.firstIndex(of: UInt8(ascii: ":")) else { return true }
    return !text[separator...].contains {
      $0 | 0x20 == UInt8(ascii: "z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
    }
  }

  /// Returns the two-digit number at the given index in the text. If the characters are not digits,
  /// returns a large negative number.
  @inline(__always)
  private static func two(_ text: UnsafePointer<UInt8>, _ index: Int) -> Int {
    let tens = text[index] &- 48
    let ones = text[index &+ 1] &- 48
    return tens < 10 && ones < 10 ? Int(tens) &* 10 &+ Int(ones) : -100_000
  }

  /// Returns a time zone's offset in seconds east of UTC. Returns nil if the text is not a valid
  /// offset.
  private static func offset(_ text: UnsafePointer<UInt8>, count: Int) -> Int? {
    if count == 0 || (count == 1 && text[0] | 0x20 == UInt8(ascii: "z")) { return 0 }
    let sign = text[0]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let minutes: Int
    switch count {
    case 3: minutes = 0
    case 5: minutes = two(text, 3)
    case 6 where text[3] == UInt8(ascii: ":"): minutes = two(text, 4)
    default: return nil
    }
    let hours = two(text, 1)
    guard hours >= 0, hours <= 23, minutes >= 0, minutes <= 59 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  private static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of days from 1970-01-01 to a date in the proleptic Gregorian calendar.
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year &- 1 : year
    let era = (shifted >= 0 ? shifted : shifted &- 399) / 400
    let yearOfEra = shifted &- era &* 400
    let dayOfYear = (153 &* (month &+ (month > 2 ? -3 : 9)) &+ 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return era &* 146_097 &+ dayOfEra &- 719_468
  }

  /// Returns the number of days from 1970-01-01 to a date given as a number with the digits
  /// `DDMMYY`. Returns nil if the date does not exist. The two-digit years 80 to 99 mean 1980 to
  /// 1999, and 00 to 79 mean 2000 to 2079.
  static func dayNumber(ddmmyy number: Int) -> Int? {
    let year = number % 100
    return validDayNumber(
      year: year < 80 ? 2000 + year : 1900 + year, month: number / 100 % 100,
      day: number / 10_000)
  }

  /// Returns the number of days from 1970-01-01 to a date. Returns nil if the date does not exist,
  /// or if its year is not between 1 and 9999.
  static func validDayNumber(year: Int, month: Int, day: Int) -> Int? {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= days(inMonth: month, year: year)
    else { return nil }
    return dayNumber(year: year, month: month, day: day)
  }

  /// Returns the year, month and day for a date given in days since 1970-01-01.
  ///
  /// The date is in the proleptic Gregorian calendar and is computed with Howard Hinnant's
  /// `civil_from_days`.
  package static func civil(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}
