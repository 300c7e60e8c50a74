import Foundation

extension CalendarDay {
  /// The direction in which to search for a weekday such as `monday`. The search begins with the
  /// current day.
  package enum Direction: Sendable {
    case past, future
  }

  /// Creates the day that contains a time in a time zone.
  package init(containing time: Date, in zone: TimeZone) {
    let seconds = time.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: time))
    self.init(daysSince1970: Int((seconds / 86_400).rounded(.down)))
  }

  /// Parses a date such as `2026-07-11`, or a day relative to the current day: `today`, `tomorrow`,
  /// `yesterday`, `+1d`, `-2w`, or a weekday such as `monday` or `mon`. Returns nil for any other
  /// text.
  ///
  /// - Parameter now: The current time, or nil to accept only dates.
  /// - Parameter zone: The time zone of the current day.
  /// - Parameter direction: Whether a weekday means its next or its most recent occurrence.
  ///   Today counts as both.
  package init?(
    _ text: String, now: Date?, in zone: TimeZone, weekdays direction: Direction = .future
  ) {
    if let day = CalendarDay(text) {
      self = day
      return
    }
    guard let now else { return nil }
    let today = CalendarDay(containing: now, in: zone)
    let word = text.lowercased()
    guard
      let days = Self.offsets[word] ?? Self.days(word)
        ?? Self.weekday(word).map({ today.days(toWeekday: $0, direction) })
    else { return nil }
    self = today.adding(days: days)
  }

  private static let offsets = ["yesterday": -1, "today": 0, "tomorrow": 1]

  private static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// Parses a number of days or weeks with a sign, such as `+1d` or `-2w`.
  private static func days(_ word: String) -> Int? {
    // The command line writes a minus sign in place of the hyphen of a negative number.
    let word = word.replacing("\u{2212}", with: "-")
    guard let match = word.wholeMatch(of: /([+-]\d{1,4})([dw])/), let number = Int(match.1) else {
      return nil
    }
    return match.2 == "w" ? 7 * number : number
  }

  /// Returns the number of a weekday, from 0 for Sunday to 6 for Saturday. The name may be
  /// abbreviated to three letters.
  private static func weekday(_ word: String) -> Int? {
    weekdays.firstIndex { $0 == word || $0.prefix(3) == word }
  }

  /// Returns the number of days from this day to the next or previous day that falls on the given
  /// weekday.
  private func days(toWeekday wanted: Int, _ direction: Direction) -> Int {
    let ahead = (wanted - weekday + 7) % 7
    return direction == .future || ahead == 0 ? ahead : ahead - 7
  }
}
