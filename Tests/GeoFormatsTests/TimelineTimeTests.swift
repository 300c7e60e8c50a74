import GeoFormats
import Testing

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
        "3 positions without a valid time left out, because their day is unknown"
      ])
    #expect(leftOut.first?.line == 2)
    let unreadable = report.diagnostics.filter { $0.code == .timeUnreadable }
    #expect(unreadable.map(\.message) == ["the time “99999999999999999999” is not valid"])
  }
}
