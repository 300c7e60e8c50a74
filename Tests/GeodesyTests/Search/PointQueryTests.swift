import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct PointQueryTests {
  private typealias Term = PointQuery.Term

  @Test(arguments: [
    (">2000m", [PointQuery.Term.compare(.elevation, .greater, 2000)]),
    ("<500ft", [.compare(.elevation, .less, 152.4)]),
    ("gap>60s", [.compare(.gapSeconds, .greater, 60)]),
    ("gap>100m", [.compare(.gapMetres, .greater, 100)]),
    ("gap >= 1h30", [.compare(.gapSeconds, .atLeast, 5400)]),
    ("speed>36", [.compare(.speed, .greater, 10)]),
    ("speed > 36 km/h", [.compare(.speed, .greater, 10)]),
    ("slope>15%", [.compare(.slope, .greater, 0.15)]),
    ("slope<-15", [.compare(.slope, .less, -0.15)]),
    ("hr>150", [.compare(.heartRate, .greater, 150)]),
    ("dist<=10km", [.compare(.distance, .atMost, 10_000)]),
    ("ele≥2000", [.compare(.elevation, .atLeast, 2000)]),
    ("time>14:30", [.timeOfDay(.greater, seconds: 52_200)]),
    ("time<24:00", [.timeOfDay(.less, seconds: 86_400)]),
    ("hut", [.text("hut")]),
    ("hut >2000m", [.text("hut"), .compare(.elevation, .greater, 2000)]),
    ("\"gap > x\" hr<100", [.text("gap > x"), .compare(.heartRate, .less, 100)]),
    ("1h30", [.text("1h30")]),
  ])
  func `a valid query is parsed into its terms`(text: String, terms: [PointQuery.Term]) throws {
    #expect(try PointQuery(text).terms == terms)
  }

  @Test(arguments: [
    ("", QuantityError.Code.empty, 0..<0), ("gap>60", .unit, 4..<6),
    ("hut gap>60", .unit, 8..<10), ("slop>15%", .unknownName, 0..<4), (">", .noNumber, 0..<1),
    ("speed>fast", .noNumber, 6..<7), ("hr>150m", .unit, 3..<7), ("time>25:00", .unit, 5..<10),
    ("time>24:01", .unit, 5..<10), ("time>24:00:01", .unit, 5..<13),
    ("><5", .unknownName, 0..<2), ("ele>1,500", .ambiguous, 4..<9), ("gap>5leagues", .unit, 5..<12),
  ])
  func `an invalid query is refused with an error code and a range`(
    text: String, code: QuantityError.Code, range: Range<Int>
  ) {
    #expect { try PointQuery(text) } throws: {
      guard let error = $0 as? QuantityError else { return false }
      #expect(error.range == range && error.code == code, "\(error) \(error.range)")
      return true
    }
  }

  @Test func `a query matches points by their values and never by missing values`() throws {
    var columns = TrackColumns.line(8, elevations: [100, 300, .nan, 500, 600, 700, 800, 900])
    columns.times = [0, 10, 20, 100, 110, .nan, 130, 140]
    let points = PointQueryColumns(
      columns, sensors: [.heartRate: [90, 160, .nan, 155, 80, 80, 80, 80]], zone: .gmt,
      name: { $0 == 3 ? "Cabane de l’Évêque" : nil })
    let found = { (text: String) in try PointQuery(text).matches(in: points) }
    #expect(try found(">400m") == [3, 4, 5, 6, 7])
    #expect(try found("<400m") == [0, 1])
    #expect(try found("gap>60s") == [3])
    #expect(try found("gap>9m") == [1, 2, 3, 4, 5, 6, 7])
    #expect(try found("hr>150") == [1, 3])
    #expect(try found("hr>150 >400m") == [3])
    #expect(try found("eveque") == [3])
    #expect(try found("power>1") == [])
    #expect(try found("dist>45m") == [5, 6, 7])
    #expect(try found("speed>0.1") == [0, 1, 2, 3, 4, 6, 7])
    #expect(try found("slope>100%") == [0, 1, 3, 4, 5, 6, 7])
  }

  @Test func `a query finds the points of a segment by its number`() throws {
    var columns = TrackColumns.line(5)
    columns.segmentStarts = [0, 2]
    let points = PointQueryColumns(columns, zone: .gmt)
    #expect(try PointQuery("segment=2").matches(in: points) == [2, 3, 4])
    #expect(try PointQuery("seg<2").matches(in: points) == [0, 1])
    #expect(throws: QuantityError.self) { try PointQuery("segment=2m") }
  }

  @Test func `a time of day is compared in the local time of the zone, in summer and winter`()
    throws
  {
    let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
    let moments = [
      "2024-07-01T12:29:59Z", "2024-07-01T12:30:01Z", "2024-01-01T13:29:59Z",
      "2024-01-01T13:30:01Z", "2024-03-31T00:59:59Z", "2024-03-31T01:00:00Z",
    ]
    var columns = TrackColumns.line(6)
    columns.times = try moments.map {
      try Date($0, strategy: .iso8601).timeIntervalSinceReferenceDate
    }
    let points = PointQueryColumns(columns, zone: zone)
    #expect(try PointQuery("time>14:30").matches(in: points) == [1, 3])
    #expect(try PointQuery("time<03:00").matches(in: points) == [4])
    #expect(try PointQuery("time>=3:00 time<4:00").matches(in: points) == [5])
  }

  @Test func `random text is parsed or refused without a crash`() {
    var random = SplitMix64.forTest()
    let parts = [
      "gap", ">", "<", "=", "60", "s", "m", "\"", " ", "hr", "≥", "1:3", ",", ".", "%", "é", "-",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in
        parts.randomElement(using: &random)
      }.joined()
      do {
        _ = try PointQuery(text)
      } catch {
        #expect(error.range.upperBound <= text.count, "\(text)")
      }
    }
    #expect(throws: QuantityError.self) { try PointQuery(String(repeating: "a", count: 10_000)) }
  }
}
