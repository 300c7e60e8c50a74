import CartographerCore
import Foundation

/// A day or a time entered as an option's value, in any notation accepted by ``TypedTime``.
struct DayOrTime {
  /// The given time, or the start of the given day.
  let start: Date
  /// The given time, or the end of the given day (exclusive).
  let end: Date

  /// Parses a day or a time.
  ///
  /// - Parameter option: The name of the option, for the error message.
  /// - Parameter direction: Whether a weekday's name refers to the past or to the future.
  /// - Throws: ``Failure`` with a message that quotes the invalid text.
  init(
    _ text: String, of option: String, in zone: TimeZone,
    weekdays direction: CalendarDay.Direction = .past
  ) throws {
    guard let time = Self(text, in: zone, weekdays: direction) else {
      throw Failure.usage(
        "The value '\(text)' of \(option) is not a valid day or time\(CalendarDay.reason(in: text)).",
        remedy: """
          Enter 2026-07-11 or 2026-07-11T06:02, optionally followed by Z or an offset such as +02:00, \
          or a relative day such as today, +1d, -2w or monday.
          """
      )
    }
    self = time
  }

  /// Parses a year such as 2026, a month such as 2026-07, a day or a time.
  ///
  /// - Parameter option: The name of the option, for the error message.
  /// - Throws: ``Failure`` with a message that quotes the invalid text.
  init(period text: String, of option: String, in zone: TimeZone) throws {
    guard let match = text.wholeMatch(of: /(\d{4})(?:-(\d\d))?/) else {
      try self.init(text, of: option, in: zone)
      return
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let month = match.2.flatMap { Int($0) }
    let components = DateComponents(year: Int(match.1), month: month ?? 1, day: 1)
    guard components.isValidDate(in: calendar), let first = calendar.date(from: components),
      let next = calendar.date(byAdding: month == nil ? .year : .month, value: 1, to: first)
    else {
      throw Failure.usage(
        "The value '\(text)' of \(option) is not a valid year or month.",
        remedy: "Enter a year such as 2026, or a month such as 2026-07.")
    }
    self.init(start: first, end: next)
  }

  private init(start: Date, end: Date) {
    self.start = start
    self.end = end
  }

  /// Parses a day or a time, or returns nil if the text is neither.
  init?(
    _ text: String, in zone: TimeZone, weekdays direction: CalendarDay.Direction = .past
  ) {
    guard let time = TypedTime(text, in: zone, now: .now, weekdays: direction) else { return nil }
    (start, end) = (time.start, time.end)
  }
}

extension CalendarDay {
  /// Returns the end of an error message about a date that does not exist, such as `: June 2027 has
  /// only 30 days`. Returns an empty string for any other text.
  static func reason(in text: String) -> String { obstacle(in: text).map { ": \($0)" } ?? "" }
}
