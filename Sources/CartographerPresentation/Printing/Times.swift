import Foundation

/// A formatter of times in a time zone.
package enum Times {
  /// Returns the calendar date of a time in a time zone, such as `2026-07-11`.
  package static func day(_ date: Date, in zone: TimeZone) -> String {
    let parts = parts(date, zone)
    return "\(padded(parts.year ?? 0, 4))-\(padded(parts.month ?? 0))-\(padded(parts.day ?? 0))"
  }

  /// Returns the date, the time of day and the time zone's offset, such as `2026-07-11 08:02
  /// +02:00`.
  package static func minute(_ date: Date, in zone: TimeZone) -> String {
    let parts = parts(date, zone)
    let clock = "\(padded(parts.hour ?? 0)):\(padded(parts.minute ?? 0))"
    return "\(day(date, in: zone)) \(clock) \(offset(of: zone, at: date))"
  }

  /// Returns the time of day without the date and the time zone, such as `08:02:11`.
  package static func clock(_ date: Date, in zone: TimeZone) -> String {
    let parts = parts(date, zone)
    return [parts.hour, parts.minute, parts.second].map { padded($0 ?? 0) }
      .joined(separator: ":")
  }

  private static func offset(of zone: TimeZone, at date: Date) -> String {
    let seconds = zone.secondsFromGMT(for: date)
    let minutes = abs(seconds) / 60
    return "\(seconds < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
  }

  private static func parts(_ date: Date, _ zone: TimeZone) -> DateComponents {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
  }

  private static func padded(_ number: Int, _ digits: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}
