import CartographerCore
import Foundation

/// A search word that matches the beginning of a calendar date, such as `2026`, `2026-0`, `2026-07`
/// or `2026-07-11`.
package struct DayWord: Sendable {
  /// The range of times from the first to the last day whose date begins with the search word.
  private let times: Range<Date>

  /// Parses a search word. Returns nil if no date from year 1 to 9999 begins with the word, or if
  /// the word does not begin with a four-digit year.
  ///
  /// - Parameter zone: The time zone in which dates are shown.
  package init?(_ word: some StringProtocol, in zone: TimeZone) {
    let parts = String(word).split(separator: "-", omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count <= 3, parts[0].count == 4, let year = Self.number(parts[0]), year > 0,
      let months = Self.numbers(1...12, beginning: parts.count > 1 ? parts[1] : "")
    else { return nil }
    let text = parts.count > 2 ? parts[2] : ""
    guard text.isEmpty || parts[1].count == 2, let days = Self.numbers(1...31, beginning: text)
    else { return nil }
    func time(_ month: Int, _ day: Int) -> TypedTime? {
      func paired(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return TypedTime("\(parts[0])-\(paired(month))-\(paired(day))", in: zone)
    }
    // A short month has fewer than 31 days.
    guard let first = time(months.lowerBound, days.lowerBound),
      let last = days.reversed().lazy.compactMap({ time(months.upperBound, $0) }).first
    else { return nil }
    times = first.start..<last.end
  }

  private static func number(_ text: String) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }

  /// Returns the numbers in a range that begin with the given text when written with two digits.
  /// Returns nil if none exist.
  private static func numbers(
    _ range: ClosedRange<Int>, beginning text: String
  ) -> ClosedRange<Int>? {
    if text.isEmpty { return range }
    guard text.count <= 2, let number = number(text) else { return nil }
    let all = text.count == 2 ? number...number : 10 * number...10 * number + 9
    return all.overlaps(range) ? all.clamped(to: range) : nil
  }

  /// Returns whether this word matches every time that the other word matches.
  package func includes(_ other: DayWord) -> Bool {
    times.lowerBound <= other.times.lowerBound && other.times.upperBound <= times.upperBound
  }

  /// Returns whether a time span overlaps a day whose date begins with the word.
  package func matches(_ first: Date?, _ last: Date?) -> Bool {
    guard let first, let last else { return false }
    return first < times.upperBound && last >= times.lowerBound
  }
}
