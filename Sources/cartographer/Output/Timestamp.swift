import Foundation

/// Times as text.
enum Timestamp {
  /// ISO 8601 in UTC, `2026-07-11T06:02:11Z`, with sub-seconds where there are some.
  static func utc(_ date: Date) -> String {
    let (seconds, micros) = split(date)
    let (day, time) = fields(seconds)
    guard micros > 0 else { return "\(day)T\(time)Z" }
    var digits = String(micros)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(day)T\(time).\(digits)Z"
  }

  /// For a person, in a zone: `2026-07-11 08:02 +02:00`.
  static func local(_ date: Date, in zone: TimeZone) -> String {
    let offset = zone.secondsFromGMT(for: date)
    let (day, time) = fields(split(date).seconds + Int64(offset))
    let minutes = abs(offset) / 60
    let sign = offset < 0 ? "-" : "+"
    return "\(day) \(time.prefix(5)) \(sign)\(paired(minutes / 60)):\(paired(minutes % 60))"
  }

  /// Whole seconds since 1970 and microseconds, rounded.
  private static func split(_ date: Date) -> (seconds: Int64, micros: Int64) {
    let limit = 1e14
    let reference = min(max(date.timeIntervalSinceReferenceDate, -limit), limit)
    let whole = reference.rounded(.down)
    let micros = Int64(((reference - whole) * 1e6).rounded())
    let seconds = Int64(whole) + 978_307_200
    return micros == 1_000_000 ? (seconds + 1, 0) : (seconds, micros)
  }

  /// Date and time of day in the proleptic Gregorian calendar.
  ///
  /// Source: Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  private static func fields(_ seconds: Int64) -> (day: String, time: String) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = seconds - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let digits = String(abs(year))
    let padded = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    return (
      "\(year < 0 ? "-" : "")\(padded)-\(paired(Int(month)))-\(paired(Int(day)))",
      "\(paired(Int(rest / 3600))):\(paired(Int(rest / 60 % 60))):\(paired(Int(rest % 60)))"
    )
  }

  private static func paired(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
