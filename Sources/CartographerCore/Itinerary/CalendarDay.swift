import Foundation

/// A day of the Gregorian calendar, also before there was one, in no time zone.
package struct CalendarDay: Hashable, Sendable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }

  private init(_ date: Date) {
    let parts = Self.calendar.dateComponents([.year, .month, .day], from: date)
    (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  /// Reads `2026-07-11`; nil for anything else, and for a day that no month has.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0,
      let date = Self.date(year, month, day)
    else { return nil }
    let read = CalendarDay(date)
    guard (read.year, read.month, read.day) == (year, month, day) else { return nil }
    self = read
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> Date? {
    calendar.date(from: DateComponents(year: year, month: month, day: day))
  }

  /// The day so many days later.
  package func adding(days: Int) -> CalendarDay {
    guard let date = Self.date(year, month, day),
      let later = Self.calendar.date(byAdding: .day, value: days, to: date)
    else { return self }
    return CalendarDay(later)
  }

  /// `2026-07-11`.
  package var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// `Sat 11 Jul`, in English as the rest of the program.
  package var short: String {
    guard let date = Self.date(year, month, day) else { return description }
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    return "\(weekdays[Self.calendar.component(.weekday, from: date) - 1]) \(shortest)"
  }

  /// `11 Jul`.
  package var shortest: String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(day) \(months[month - 1])"
  }
}
