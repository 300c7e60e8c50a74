import CartographerCore
import Foundation

/// Functions that format times in the proleptic Gregorian calendar.
package enum TimeText {
  /// Returns a time as UTC in ISO 8601 format, such as `2026-07-11T06:02:11Z`, with up to six
  /// decimal places in the seconds.
  package static func utc(_ date: Date) -> String {
    let (seconds, micros) = split(date)
    let (day, time) = fields(seconds)
    guard micros > 0 else { return "\(day)T\(time)Z" }
    var digits = String(micros)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(day)T\(time).\(digits)Z"
  }

  /// Returns the calendar date of a time in a time zone, such as `2026-07-11`.
  package static func day(_ date: Date, in zone: TimeZone) -> String {
    local(date, zone).day
  }

  /// Returns the date, the time of day and the time zone's offset, such as `2026-07-11 08:02
  /// +02:00`.
  package static func minute(_ date: Date, in zone: TimeZone) -> String {
    let (day, time) = local(date, zone)
    let offset = zone.secondsFromGMT(for: date)
    let minutes = abs(offset) / 60
    let sign = offset < 0 ? "-" : "+"
    return "\(day) \(time.prefix(5)) \(sign)\(paired(minutes / 60)):\(paired(minutes % 60))"
  }

  /// Returns the time of day, without a date or time zone, such as `08:02:11`.
  package static func clock(_ date: Date, in zone: TimeZone) -> String {
    local(date, zone).time
  }

  private static func local(_ date: Date, _ zone: TimeZone) -> (day: String, time: String) {
    fields(split(date).seconds + Int64(zone.secondsFromGMT(for: date)))
  }

  /// Returns the whole seconds since 1970 and the remaining microseconds, rounded to whole
  /// microseconds.
  private static func split(_ date: Date) -> (seconds: Int64, micros: Int64) {
    let limit = 1e14
    let reference = min(max(date.timeIntervalSinceReferenceDate, -limit), limit)
    let whole = reference.rounded(.down)
    let micros = Int64(((reference - whole) * 1e6).rounded())
    let seconds = Int64(whole) + 978_307_200
    return micros == 1_000_000 ? (seconds + 1, 0) : (seconds, micros)
  }

  /// Returns the UTC date and time of day for a time in seconds since 1970.
  private static func fields(_ seconds: Int64) -> (day: String, time: String) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = seconds - days * 86_400
    return (
      "\(CalendarDay(daysSince1970: Int(days)))",
      "\(paired(Int(rest / 3600))):\(paired(Int(rest / 60 % 60))):\(paired(Int(rest % 60)))"
    )
  }

  private static func paired(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
