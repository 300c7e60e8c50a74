import Foundation

/// The day in a time zone that a moment is of, remembering the last one, since asking a calendar
/// takes a microsecond.
struct DayFinder {
  /// Farther from 2001 than three thousand years no calendar is asked, and a day has 24 hours.
  static let calendarLimit = 1e11

  private let calendar: Calendar
  private var known: Range<Double> = 0..<0

  init(_ zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

  /// When the day began; all in seconds since 2001, as in ``TrackColumns/times``.
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
