import Foundation
import Testing

@testable import CartographerCore

/// Days that are typed relative to the present day.
@Suite struct RelativeDayTests {
  /// Saturday, 2026-11-28, 22:30 in UTC; Sunday in the zone two hours east.
  private static let now = Date(timeIntervalSince1970: 1_795_905_000)
  private static let east = TimeZone(secondsFromGMT: 7_200) ?? .gmt

  @Test(arguments: [
    ("today", "2026-11-28"), ("Tomorrow", "2026-11-29"), ("yesterday", "2026-11-27"),
    ("+1d", "2026-11-29"), ("-2w", "2026-11-14"), ("+3d", "2026-12-01"), ("-0d", "2026-11-28"),
    ("\u{2212}2w", "2026-11-14"),
    ("saturday", "2026-11-28"), ("Sun", "2026-11-29"), ("friday", "2026-12-04"),
    ("2026-07-11", "2026-07-11"),
  ])
  func `a relative day counts from today`(text: String, day: String) {
    #expect(CalendarDay(text, now: Self.now, in: .gmt)?.description == day)
  }

  @Test(arguments: [("saturday", "2026-11-28"), ("sun", "2026-11-22"), ("friday", "2026-11-27")])
  func `in the past, a weekday is the last one, which can be today`(text: String, day: String) {
    #expect(
      CalendarDay(text, now: Self.now, in: .gmt, weekdays: .past)?.description == day)
  }

  @Test func `today depends on the time zone`() {
    #expect(CalendarDay("today", now: Self.now, in: Self.east)?.description == "2026-11-29")
    #expect(CalendarDay("sunday", now: Self.now, in: Self.east)?.description == "2026-11-29")
  }

  @Test(arguments: [
    "", "1d", "+d", "+1", "+1m", "++1d", "+123456d", "someday", "mond", "2026-13-01",
  ])
  func `other texts are not days`(text: String) {
    #expect(CalendarDay(text, now: Self.now, in: .gmt) == nil)
  }

  @Test(arguments: [
    ("2027-06-31", "June 2027 has only 30 days"),
    ("2027-02-29T06:00", "February 2027 has only 28 days"),
    ("2028-02-30 06:00", "February 2028 has only 29 days"),
    ("2026-12-32", "December 2026 has only 31 days"),
    ("2026-13-01", "there is no month 13"), ("2026-07-00", "there is no day 00"),
  ])
  func `the reason why a date does not exist is given`(text: String, reason: String) {
    #expect(CalendarDay.obstacle(in: text) == reason)
  }

  @Test(arguments: ["2028-02-29", "2026-12-31T25:00", "2027-06-311", "31.06.2027", "today", ""])
  func `other texts have no date that does not exist`(text: String) {
    #expect(CalendarDay.obstacle(in: text) == nil)
  }

  @Test func `without the present time, only dates are accepted`() {
    #expect(CalendarDay("today", now: nil, in: .gmt) == nil)
    #expect(CalendarDay("2026-07-11", now: nil, in: .gmt) != nil)
  }

  @Test(arguments: [
    ("tomorrow 06:02", "2026-11-30T04:02:00Z", "2026-11-30T04:02:00Z"),
    ("today", "2026-11-28T22:00:00Z", "2026-11-29T22:00:00Z"),
    ("-1w 06:02:30 Z", "2026-11-22T06:02:30Z", "2026-11-22T06:02:30Z"),
    ("2026-07-11T06:02", "2026-07-11T04:02:00Z", "2026-07-11T04:02:00Z"),
  ])
  func `a time of day can follow a relative day`(text: String, start: String, end: String) throws {
    let time = try #require(
      TypedTime(text, in: Self.east, now: Self.now, weekdays: .future))
    #expect(time.start.formatted(.iso8601) == start && time.end.formatted(.iso8601) == end)
  }

  @Test(arguments: ["tomorrow 25:00", "tomorrow06:00", "-99999w", "+99999d 6", "06:02"])
  func `an invalid time of day or a year out of range is not a time`(text: String) {
    #expect(TypedTime(text, in: .gmt, now: Self.now, weekdays: .future) == nil)
  }
}
