import CartographerPresentation
import Foundation
import Testing

/// Search words that are the beginning of a date.
@Suite struct DayWordTests {
  private let zone = TimeZone(secondsFromGMT: 7_200) ?? .gmt

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test(arguments: ["2026", "2026-", "2026-0", "2026-07", "2026-07-", "2026-07-1", "2026-07-12"])
  func `the beginning of a date matches a time on that day`(text: String) throws {
    let word = try #require(DayWord(text, in: zone))
    // In the zone, this is 00:30 on 12 July.
    let time = try date("2026-07-11T22:30:00Z")
    #expect(word.matches(time, time))
  }

  @Test(arguments: ["2025", "2026-1", "2026-08", "2026-07-2", "2026-07-11", "2026-02-3"])
  func `other dates do not match`(text: String) throws {
    let time = try date("2026-07-11T22:30:00Z")
    #expect(DayWord(text, in: zone)?.matches(time, time) != true)
  }

  @Test func `a path of several days matches each of them, and an item without a time no day`()
    throws
  {
    let word = try #require(DayWord("2026-07-12", in: zone))
    #expect(word.matches(try date("2026-07-10T10:00:00Z"), try date("2026-07-13T10:00:00Z")))
    #expect(!word.matches(try date("2026-07-13T10:00:00Z"), try date("2026-07-13T11:00:00Z")))
    #expect(!word.matches(nil, nil))
  }

  @Test func `the last days of a short month match`() throws {
    let time = try date("2026-02-28T20:00:00Z")
    for text in ["2026-02", "2026-02-2"] {
      #expect(try #require(DayWord(text, in: zone)).matches(time, time))
    }
  }

  @Test(arguments: [
    "", "202", "20267", "2026-13", "2026-7-1", "0000", "2026-07-11-", "2026-02-4", "hut",
  ])
  func `other words are no dates`(text: String) {
    #expect(DayWord(text, in: zone) == nil)
  }
}
