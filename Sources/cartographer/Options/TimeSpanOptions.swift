import ArgumentParser
import Foundation

/// The options that limit a command to items in a time span.
struct TimeSpanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Include only paths that begin at or after this day or time, such as 2026-07-11, 2026-07 or 2026 (default: no limit).",
      valueName: "time"))
  var from: String?
  @Option(
    help: ArgumentHelp(
      "Include only paths that begin before this time, or before the end of this day, month or year (default: no limit).",
      valueName: "time"))
  var to: String?

  /// Returns the time span specified by the options. Returns nil if none of these options is given.
  ///
  /// - Throws: ``Failure`` for an invalid time, and for a span that ends before its start.
  func span(in zone: TimeZone) throws -> Range<Date>? {
    guard from != nil || to != nil else { return nil }
    let first = try from.map { try DayOrTime(period: $0, of: "--from", in: zone).start }
    let last = try to.map { try DayOrTime(period: $0, of: "--to", in: zone).end }
    let (start, end) = (first ?? .distantPast, last ?? .distantFuture)
    guard start < end else {
      throw Failure.usage("The `--from` time is later than the `--to` time.")
    }
    return start..<end
  }
}
