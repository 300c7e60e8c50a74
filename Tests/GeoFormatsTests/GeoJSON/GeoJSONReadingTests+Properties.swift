import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

/// Properties and arrays of times of paths.
extension GeoJSONReadingTests {
  @Test func `an array of times with another length is told`() throws {
    let (document, report) = try Reading.text(
      #"""
      {"type":"Feature","properties":{"coordTimes":["2026-07-11T06:00:00Z"]},"geometry":
      {"type":"LineString","coordinates":[[1,2],[3,4]]}}
      """#)
    #expect(report.totals == [.arrayLength: 1])
    #expect(!document.paths[0].points.times[0].isNaN && document.paths[0].points.times[1].isNaN)
  }

  @Test func `the name that the writer uses wins over other names of the same field`() throws {
    let (document, _) = try Reading.text(
      ##"""
      {"type":"Feature","properties":{"title":"T","marker-color":"#111111","stroke":"#222222","name":"N"},
      "geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}
      """##)
    let header = document.paths[0].header
    #expect(header.name == "N" && header.extras.colour == "#222222")
    #expect(foreign(header.kept, document) == ["title": "\"T\"", "marker-color": "\"#111111\""])
  }

  @Test func `a path without points keeps its properties`() throws {
    let (document, _) = try Reading.text(
      #"{"type":"Feature","properties":{"name":"Empty"},"geometry":{"type":"LineString","coordinates":[]}}"#
    )
    #expect(document.paths.map(\.header.name) == ["Empty"])
  }
}
