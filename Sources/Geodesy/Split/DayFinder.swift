import Foundation

/// A lookup that determines the calendar day of a given time in a time zone. The last day is
/// cached, because a calendar lookup takes a microsecond.
struct DayFinder {
  /// The limit for calendar lookups, in seconds before or after the start of 2001: about 3000
  /// years.
  ///
  /// At times beyond this limit, every day is assumed to have 24 hours.
  static let calendarLimit = 1e11

  private let calendar: Calendar
  private var known: Range<Double> = 0..<0

  init(_ zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

  /// Returns the start of the day that contains the given time. The given and the returned time are
  /// in seconds since 2001, as in ``TrackColumns/times``.
  mutating func start(of time: Double) -> Double {
    find(time)
    return known.lowerBound
  }

  private mutating func find(_ time: Double) {
    guard !known.contains(time) else { return }
    let date = Date(timeIntervalSinceReferenceDate: time)
    if abs(time) < Self.calendarLimit,
      let day = calendar.dateInterval(of: .day, for: date), day.duration > 0
    {
      let start = day.start.timeIntervalSinceReferenceDate
      known = start..<start + day.duration
    }
    guard !known.contains(time) else { return }
    let start = (time / 86_400).rounded(.down) * 86_400
    known = start..<max(start + 86_400, time.nextUp)
  }
}
