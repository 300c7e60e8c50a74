import Foundation

/// A day or a moment as it is typed: `2026-07-11`, `2026-07-11T06:02`, `2026-07-11 06:02:11`, with
/// `Z` or an offset behind, else in the zone of the machine.
struct DayOrTime {
  /// The moment, or the day's first.
  let start: Date
  /// The moment, or the first after the day.
  let end: Date

  /// - Parameter option: What it is the value of, for the error.
  /// - Throws: ``Failure`` that quotes the text.
  init(_ text: String, of option: String, in zone: TimeZone) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let pattern =
      /(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?(Z|[+-]\d\d:?\d\d)?)?/
    guard let match = text.wholeMatch(of: pattern) else { throw Self.unreadable(text, option) }
    if let offset = match.7 { calendar.timeZone = try Self.zone(offset, text, option) }
    let seconds = match.6.flatMap { Double($0) } ?? 0
    let components = DateComponents(
      year: Int(match.1), month: Int(match.2), day: Int(match.3), hour: match.4.flatMap { Int($0) },
      minute: match.5.flatMap { Int($0) })
    guard let date = calendar.date(from: components), components.isValidDate(in: calendar),
      seconds < 60
    else { throw Self.unreadable(text, option) }
    start = date.addingTimeInterval(seconds)
    let isDay = match.4 == nil
    end = isDay ? calendar.date(byAdding: .day, value: 1, to: date) ?? start : start
  }

  private static func zone(_ offset: Substring, _ text: String, _ option: String) throws -> TimeZone
  {
    if offset == "Z" { return .gmt }
    let digits = offset.filter(\.isNumber)
    guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), minutes < 60,
      let zone = TimeZone(
        secondsFromGMT: (offset.hasPrefix("-") ? -60 : 60) * (hours * 60 + minutes))
    else { throw unreadable(text, option) }
    return zone
  }

  private static func unreadable(_ text: String, _ option: String) -> Failure {
    Failure.usage(
      "'\(text)' of \(option) is no day and no time.",
      remedy: "Write 2026-07-11, or 2026-07-11T06:02, with Z or an offset such as +02:00 behind.")
  }
}
