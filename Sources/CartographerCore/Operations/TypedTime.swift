import Foundation

/// A day or a time as entered by the user, such as `2026-07-11`, `2026-07-11 06:02` or
/// `2026-07-11T06:02:11`.
///
/// Instead of a date, the text can begin with a relative day, as in `tomorrow 06:02` or `-2w`.
///
/// The text may end with `Z` or a UTC offset. Without either, the text is a local time in the given
/// time zone.
package struct TypedTime: Sendable, Equatable {
  /// The entered time, or the start of the entered day.
  package let start: Date
  /// The exclusive end: the entered time or, if only a day was entered, the start of the next day.
  package let end: Date

  /// Parses a day or a time. Returns nil for any other text.
  ///
  /// - Parameter now: The current time, or nil to reject relative days.
  /// - Parameter direction: Whether a weekday means its next or its most recent occurrence.
  package init?(
    _ text: String, in zone: TimeZone, now: Date?, weekdays direction: CalendarDay.Direction
  ) {
    let word = text.prefix { $0 != " " }
    guard
      let day = CalendarDay(String(word), now: now, in: zone, weekdays: direction)
    else {
      self.init(text, in: zone)
      return
    }
    self.init("\(day)\(text.dropFirst(word.count))", in: zone)
  }

  /// Parses a date with or without a time of day. Returns nil for any other text.
  package init?(_ text: String, in zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let pattern =
      /(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?\s*(Z|[+-]\d\d:?\d\d)?)?/
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    if let offset = match.7 {
      guard let zone = Self.zone(offset) else { return nil }
      calendar.timeZone = zone
    }
    let seconds = match.6.flatMap { Double($0) } ?? 0
    let components = DateComponents(
      year: Int(match.1), month: Int(match.2), day: Int(match.3), hour: match.4.flatMap { Int($0) },
      minute: match.5.flatMap { Int($0) })
    guard let date = calendar.date(from: components), components.isValidDate(in: calendar),
      seconds < 60
    else { return nil }
    start = date.addingTimeInterval(seconds)
    let isDay = match.4 == nil
    end = isDay ? calendar.date(byAdding: .day, value: 1, to: date) ?? start : start
  }

  private static func zone(_ offset: Substring) -> TimeZone? {
    if offset == "Z" { return .gmt }
    let digits = offset.filter(\.isNumber)
    guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), minutes < 60
    else { return nil }
    return TimeZone(secondsFromGMT: (offset.hasPrefix("-") ? -60 : 60) * (hours * 60 + minutes))
  }
}
