import GeoFormats

/// A day of the proleptic Gregorian calendar, without a time zone.
package struct CalendarDay: Hashable, Sendable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int

  /// The number of days since 1970-01-01.
  private var number: Int { Timestamp.dayNumber(year: year, month: month, day: day) }

  /// The number of the weekday, from 0 for Sunday to 6 for Saturday. 1970-01-01 was a Thursday.
  var weekday: Int { ((number + 4) % 7 + 7) % 7 }

  package init(daysSince1970 number: Int) {
    (year, month, day) = Timestamp.civil(dayNumber: number)
  }

  /// Parses a date such as `2026-07-11`. Fails if the text has a different form or is not a valid
  /// date.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0,
      (1...12).contains(month)
    else { return nil }
    self.init(daysSince1970: Timestamp.dayNumber(year: year, month: month, day: day))
    guard (self.year, self.month, self.day) == (year, month, day) else { return nil }
  }

  /// Returns the day that is the given number of days after this day.
  package func adding(days: Int) -> CalendarDay {
    CalendarDay(daysSince1970: number + min(max(days, -Self.farthest), Self.farthest))
  }

  /// Returns the number of days from an earlier day to this day. The result is negative if the
  /// other day is later.
  package func days(since other: CalendarDay) -> Int { number - other.number }

  /// The maximum number of days that ``adding(days:)`` adds or subtracts. Larger numbers are
  /// clamped.
  private static let farthest = 1_000_000_000

  /// The date in ISO 8601 form, such as `2026-07-11`.
  package var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(abs(number))
      return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count))
        + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The weekday, day and month in English, such as `Sat 11 Jul`.
  package var short: String {
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    return "\(weekdays[weekday]) \(shortest)"
  }

  /// The day and month in English, such as `11 Jul`.
  package var shortest: String {
    "\(day) \(Self.months[month - 1].prefix(3))"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Returns the reason why the date at the beginning of a text does not exist, such as `June 2027
  /// has only 30 days`. Returns nil if the date exists, or if the text does not begin with a date
  /// such as `2027-06-31`.
  package static func obstacle(in text: String) -> String? {
    guard let match = text.prefixMatch(of: /(\d{4})-(\d\d)-(\d\d)(?!\d)/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    guard (1...12).contains(month) else { return "there is no month \(match.2)" }
    let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
    let count =
      Timestamp.dayNumber(year: nextYear, month: nextMonth, day: 1)
      - Timestamp.dayNumber(year: year, month: month, day: 1)
    guard day > count else { return day == 0 ? "there is no day 00" : nil }
    return "\(months[month - 1]) \(match.1) has only \(count) days"
  }

  /// Returns the date of a day in an itinerary, formatted like ``short``. The year is appended if
  /// the itinerary begins in another year.
  ///
  /// - Parameter number: The number of the day in the itinerary, counting from 1.
  package func short(ofDay number: Int) -> String { short + year(ofDay: number) }

  /// Returns the date of a day in an itinerary, formatted like ``shortest``. The year is appended
  /// if the itinerary begins in another year.
  ///
  /// - Parameter number: The number of the day in the itinerary, counting from 1.
  package func shortest(ofDay number: Int) -> String { shortest + year(ofDay: number) }

  private func year(ofDay number: Int) -> String {
    adding(days: 1 - number).year == year ? "" : " \(year)"
  }
}
