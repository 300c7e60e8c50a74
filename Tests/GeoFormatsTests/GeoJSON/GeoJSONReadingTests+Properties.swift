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

  @Test func `positions that are left out are counted by the kind of their item`() throws {
    let (document, report) = try Reading.text(
      #"""
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[7,-100]}},
      {"type":"Feature","properties":{},"geometry":{"type":"MultiPoint","coordinates":[[NaN,1],[1,2],[3]]}},
      {"type":"Feature","properties":{"_gpxType":"rte"},"geometry":
      {"type":"LineString","coordinates":[[1,2],[null,4],[5,6]]}},
      {"type":"Feature","properties":{},"geometry":{"type":"MultiLineString","coordinates":
      [[[1,2],[3,99],[5,6]],[[400,1],[1,2],[3,4]]]}},
      {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":
      [[[0,0],[0,1],[1,1],["x",2],[0,0]]]}}]}
      """#)
    let counts = report.counts
    #expect(counts.skipped.waypoints == 3 && counts.waypoints == 1)
    #expect(counts.skipped.routePoints == 1 && counts.routePoints == 2)
    #expect(counts.skipped.trackPoints == 3 && counts.trackPoints == 8)
    #expect(document.places.count == 1 && document.paths.count == 3)
  }

  @Test func `members of the geometries in a collection belong to their items only`() throws {
    let (document, _) = try Reading.text(
      #"""
      {"type":"Feature","properties":{"a":1},"geometry":{"type":"GeometryCollection","geometries":[
      {"type":"Point","coordinates":[1,2],"pid":"first"},
      {"pid":"second","type":"Point","coordinates":[3,4]},
      {"type":"GeometryCollection","nested":true,"pid":"all","geometries":[
      {"type":"LineString","coordinates":[[5,6],[7,8]],"lid":5},
      {"type":"MultiPoint","coordinates":[[1,1]],"pid":"third"}]},
      {"type":"Point","coordinates":[9,9]}],"outer":"c"}}
      """#)
    let values = (document.places.map(\.kept) + document.paths.map(\.header.kept)).map { kept in
      PreservedMarkup.foreignValues(in: kept, of: document.header)
        .map { "\($0.name)=\($0.value)" }.sorted()
    }
    let shared = [#"/geometry/outer="c""#, "a=1"]
    #expect(
      values == [
        [#"/geometry/outer="c""#, #"/geometry/pid="first""#, "a=1"],
        [#"/geometry/outer="c""#, #"/geometry/pid="second""#, "a=1"],
        [
          "/geometry/nested=true", #"/geometry/outer="c""#, #"/geometry/pid="all""#,
          #"/geometry/pid="third""#, "a=1",
        ],
        shared,
        [
          "/geometry/lid=5", "/geometry/nested=true", #"/geometry/outer="c""#,
          #"/geometry/pid="all""#, "a=1",
        ],
      ])
    let bytes = try Writing.written(document, as: "geojson").bytes
    let written = String(decoding: bytes, as: UTF8.self)
    for name in ["first", "second", "third", "all"] {
      #expect(written.components(separatedBy: #""pid":"\#(name)""#).count == 2)
    }
  }

  @Test func `a path without points keeps its properties`() throws {
    let (document, _) = try Reading.text(
      #"{"type":"Feature","properties":{"name":"Empty"},"geometry":{"type":"LineString","coordinates":[]}}"#
    )
    #expect(document.paths.map(\.header.name) == ["Empty"])
  }

  @Test(arguments: [
    (#""2026-07-11T01:00:00Z""#, #""2026-07-11T05:00:00Z""#, "[180,0]", "[-180,0]"),
    ("null", "null", "[180,0,100]", "[-180,0,900]"),
  ])
  func `lines whose points at the antimeridian have different values are not joined`(
    time: String, nextTime: String, end: String, start: String
  ) throws {
    let (document, report) = try Reading.text(
      """
      {"type":"Feature","properties":{"coordTimes":[["2026-07-11T00:00:00Z",\(time)],[\(nextTime),
      "2026-07-11T06:00:00Z"]]},"geometry":{"type":"MultiLineString","coordinates":
      [[[170,0],\(end)],[\(start),[-170,0]]]}}
      """)
    let points = document.paths[0].points
    #expect(points.longitudes == [170, 180, -180, -170])
    #expect(points.segments == [0, 0, 1, 1])
    #expect(document.paths[0].header.segments == 2)
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `the time and elevation of either point at the antimeridian are kept`() throws {
    let (document, report) = try Reading.text(
      #"""
      {"type":"Feature","properties":{"coordTimes":[["2026-07-11T00:00:00Z",null],
      ["2026-07-11T01:00:00Z","2026-07-11T06:00:00Z"]]},"geometry":{"type":"MultiLineString",
      "coordinates":[[[170,0],[180,0,100]],[[-180,0],[-170,0]]]}}
      """#)
    let points = document.paths[0].points
    #expect(points.longitudes == [170, 180, -170])
    #expect(points.times[1] - points.times[0] == 3_600)
    #expect(points.elevations[1] == 100)
    #expect(report.totals == [.geometryJoined: 1])
  }

  @Test(arguments: [(50, [170, -170]), (900, [170, 180, -170])] as [(Double, [Double])])
  func `a point at the antimeridian is kept if its elevation differs from that of the line`(
    elevation: Double, longitudes: [Double]
  ) throws {
    let (document, _) = try Reading.text(
      """
      {"type":"MultiLineString","coordinates":
      [[[170,0,0],[180,0,\(elevation)]],[[-180,0,\(elevation)],[-170,0,100]]]}
      """)
    #expect(document.paths[0].points.longitudes == longitudes)
  }
}
