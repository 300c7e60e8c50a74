import Testing

@testable import GeoFormats

@Suite struct TimelineTimeTests {
  @Test func `positions without a valid time are reported once with their number`() throws {
    let position = #""latitudeE7":470000000,"longitudeE7":80000000"#
    let (document, report) = try Reading.text(
      #"""
      {"locations":[{\#(position),"timestampMs":"1564819200000"},
      {\#(position)},{\#(position),"timestampMs":"99999999999999999999"},{\#(position)}]}
      """#)
    #expect(document.paths.map(\.points.count) == [1])
    #expect(report.counts.skipped.trackPoints == 3)
    let leftOut = report.diagnostics.filter { $0.code == .timelineLeftOut }
    #expect(
      leftOut.map(\.message) == [
        "3 positions without a valid time were left out, because their day is unknown"
      ])
    #expect(leftOut.first?.line == 2)
    let unreadable = report.diagnostics.filter { $0.code == .timeUnreadable }
    #expect(unreadable.map(\.message) == ["the time “99999999999999999999” is not valid"])
  }

  /// Reads a timeline with the given elements of `semanticSegments`.
  private func segments(_ text: String) throws -> (document: GeoDocument, report: GeoReadReport) {
    try Reading.text("{\"semanticSegments\":[\(text)]}")
  }

  private static let visit = #""visit":{"topCandidate":{"placeLocation":{"latLng":"46.5°, 7.9°"}}}"#

  @Test func `the UTC offset of times is kept for exports`() throws {
    let document = try segments(
      #"""
      {"startTime":"2024-05-01T00:00:00.000+02:00","endTime":"2024-05-01T07:30:40+02:00",\#(Self.visit)},
      {"startTime":"2024-05-01T07:00:00-03:30","timelinePath":[
      {"point":"46°, 7°","durationMinutesOffsetFromStartTime":"5"},
      {"point":"46°, 7°","time":"2024-05-01T14:00:00.000+05:45"},{"point":"46°, 7°"}]},
      {"startTime":"2024-05-01T16:00:00+02:00","endTime":"2024-05-01T17:00:00+01:00",
      "activity":{"start":{"latLng":"46°, 7°"},"end":{"latLng":"46°, 7°"}}}],
      "rawSignals":[{"position":{"LatLng":"46°, 7°","timestamp":"2024-05-02T08:00:00+02:00"}},
      {"position":{"LatLng":"46°, 7°","timestamp":"2024-05-02T06:00:01Z"}}
      """#
    ).document
    #expect(document.places.map(\.details) == ["2024-05-01 00:00–07:30"])
    let written = try Writing.written(document, as: "gpx").bytes
    let times = String(decoding: written, as: UTF8.self).matches(of: /<time>([^<]*)</)
    #expect(
      times.map { String($0.1) } == [
        "2024-05-01T00:00:00+02:00", "2024-05-01T14:00:00+05:45", "2024-05-01T07:00:00-03:30",
        "2024-05-01T07:05:00-03:30", "2024-05-01T16:00:00+02:00", "2024-05-01T17:00:00+01:00",
        "2024-05-02T08:00:00+02:00", "2024-05-02T06:00:01Z",
      ])
  }

  @Test func `a stated UTC offset applies to times without one, and is counted if it differs`()
    throws
  {
    func read(_ start: String, _ minutes: String) throws -> (String?, [String]) {
      let (document, report) = try segments(
        #"{"startTimeTimezoneUtcOffsetMinutes":\#(minutes),"startTime":"\#(start)",\#(Self.visit)}"#
      )
      return (document.places.first?.details, report.diagnostics.map(\.message))
    }
    let utc = try read("2024-05-01T23:00:00Z", "120")
    #expect(utc == ("2024-05-02 01:00", []))
    let equal = try read("2024-05-01T23:00:00+02:00", "120")
    #expect(equal == ("2024-05-01 23:00", []))
    for minutes in ["60", "1e300"] {
      let other = try read("2024-05-01T23:00:00+02:00", minutes)
      #expect(
        other == (
          "2024-05-01 23:00",
          [
            "values that the library cannot represent were left out: startTimeTimezoneUtcOffsetMinutes (1)"
          ]
        ))
    }
  }
}
