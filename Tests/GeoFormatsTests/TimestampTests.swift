import Foundation
import TestSupport
import Testing

@testable import GeoFormats

@Suite struct TimestampTests {
  private func parse(_ text: String) -> Double {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { Timestamp.parse($0, count: bytes.count) } ?? .nan
    }
  }

  /// 2024-05-01T10:00:00Z.
  private static let start = 736_250_400.0

  @Test(
    arguments: [
      ("2024-05-01T10:00:00Z", 0), ("2024-05-01T12:00:05+02:00", 5), ("2024-05-01T10:00:10", 10),
      ("2024-05-01t10:00:15z", 15), ("2024-05-01T10:00:20.5Z", 20.5),
      ("2024-05-01T10:00:35,250Z", 35.25), ("2024-05-01T10:00Z", 0), ("2024-05-01 10:00:30", 30),
      ("2024-05-01T12:00:40+0200", 40), ("2024-04-30T20:00:45-14:00", 45),
      (" 2024-05-01T10:00:50Z\n", 50), ("2024-05-01T09:59:60Z", 0), ("2024-05-01T12:00:00+02", 0),
      ("2024-05-01T24:00:00Z", 14 * 3600),
    ] as [(String, Double)])
  func `different notations of the same time are parsed`(text: String, seconds: Double) {
    #expect(parse(text) == Self.start + seconds)
  }

  @Test(arguments: [
    "", "2024-05-01", "1714557600", "2024-13-01T10:00:00Z", "2024-02-30T10:00:00Z",
    "2023-02-29T10:00:00Z", "1900-02-29T10:00:00Z", "12024-05-01T10:00:00Z", "0000-01-01T00:00:00Z",
    "not a time at all",
    "2024-05-01T24:00:01Z", "2024-05-01T10:60:00Z", "2024-05-01T10:00:61Z",
    "2024-05-01T10:00:00.Z", "2024-05-01T10:00:55\u{200B}Z", "2024-05-01T10:00:00+2",
    "2024-05-01T10:00:00+02:60", "2024-05-01T10:00:00Zjunk", "2024/05/01T10:00:00Z",
    "-2024-05-01T10:00:00Z", "2024-05-01T10:00:5Z",
    // Times in the years 0 and 10000, in UTC or in the given zone.
    "9999-12-31T24:00:00Z", "9999-12-31T23:59:60Z", "9999-12-31T23:59:59.9999999Z",
    "9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01", "0000-12-31T23:59:59Z",
    "0000-12-31T23:00:00-02:00", "10000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z",
  ])
  func `text that is not a valid time is parsed as NaN`(text: String) {
    #expect(parse(text).isNaN)
  }

  @Test(
    arguments: [
      ("0001-01-01T00:00:00Z", -63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
      ("9999-12-31T23:59:59+00:01", 252_423_993_539),
      ("0001-01-01T00:00:00-00:01", -63_113_903_940),
    ] as [(String, Double)])
  func `the first and the last second of the years 1 to 9999 are parsed`(
    text: String, seconds: Double
  ) {
    #expect(parse(text) == seconds)
  }

  @Test func `the leap day of a year divisible by 400 is parsed`() {
    #expect(parse("2000-02-29T00:00:00Z") == -26_524_800)
    #expect(parse("2000-03-01T00:00:00Z") == -26_438_400)
  }

  @Test func `random dates are parsed to the time from which Foundation formatted them`() {
    var generator = SplitMix64.forTest()
    for _ in 0..<2000 {
      let seconds = Double(Int64.random(in: -62_135_596_800...253_402_300_799, using: &generator))
      let date = Date(timeIntervalSince1970: seconds)
      // Foundation uses the Julian calendar for the years before 1582.
      guard seconds > -12_000_000_000 else { continue }
      #expect(parse(date.formatted(.iso8601)) == date.timeIntervalSinceReferenceDate)
    }
  }

  @Test(
    arguments: [
      (0.0, "2001-01-01T00:00:00Z"), (-0.5, "2000-12-31T23:59:59.5Z"),
      (805_442_531.5, "2026-07-11T06:02:11.5Z"), (805_442_531.123, "2026-07-11T06:02:11.123Z"),
      (805_442_531.000001, "2026-07-11T06:02:11.000001Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"),
      (252_423_993_599, "9999-12-31T23:59:59Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
    ] as [(Double, String)])
  func `a time is written with as many decimals as necessary`(time: Double, text: String) throws {
    #expect(try write(time) == text)
  }

  @Test func `a written time is parsed back to the same number`() throws {
    var generator = SplitMix64.forTest()
    for _ in 0..<5000 {
      let whole = Double(Int64.random(in: -63_113_904_000..<252_423_993_599, using: &generator))
      let thousandths = Double(Int.random(in: 0..<1000, using: &generator))
      let time = whole + thousandths / 1000
      #expect(parse(try write(time)) == time)
    }
    for _ in 0..<5000 {
      let time = Double.random(in: 1e8..<2e9, using: &generator)
      #expect(parse(try write(time)) == time)
    }
  }

  private func write(_ time: Double) throws -> String {
    let sink = MemorySink()
    var buffer = OutputBuffer(sink)
    defer { buffer.deallocate() }
    buffer.put(time: time)
    try buffer.flush()
    return sink.text
  }
}
