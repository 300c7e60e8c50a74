import CartographerCore
import Foundation

/// A day or a moment given to an option: ``TypedTime``.
struct DayOrTime {
  /// The moment, or the day's first.
  let start: Date
  /// The moment, or the first after the day.
  let end: Date

  /// - Parameter option: What it is the value of, for the error.
  /// - Throws: ``Failure`` that quotes the text.
  init(_ text: String, of option: String, in zone: TimeZone) throws {
    guard let time = TypedTime(text, in: zone) else {
      throw Failure.usage(
        "'\(text)' of \(option) is no day and no time.",
        remedy: "Write 2026-07-11, or 2026-07-11T06:02, with Z or an offset such as +02:00 behind.")
    }
    (start, end) = (time.start, time.end)
  }
}
