import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

@Suite struct GeoJSONReadingTests {
  /// Returns a feature with a geometry and no properties.
  static func feature(_ geometry: String) -> String {
    #"{"type":"Feature","properties":{},"geometry":\#(geometry)}"#
  }

  func foreign(
    _ kept: String?, _ document: GeoDocument
  ) -> [String: String] {
    let values = PreservedMarkup.foreignValues(in: kept, of: document.header)
    #expect(values.allSatisfy { $0.format == "geojson" })
    return Dictionary(uniqueKeysWithValues: values.map { ($0.name, $0.value) })
  }

  @Test func `null properties, other properties and repeated positions are told`() throws {
    let report = try Reading.text(
      #"""
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"a":null,"b":null},"geometry":{"type":"Point","coordinates":[7,46]}},
      {"type":"Feature","properties":[1],"geometry":{"type":"LineString","coordinates":[[7,46],[7,46]]}},
      {"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[7,46]}}]}
      """#
    ).report
    #expect(report.counts.trackPoints == 1)
    #expect(
      report.diagnostics.map(\.message) == [
        "the property “a” has no value (null) and is not preserved (2 times, first here)",
        "the properties of a feature are not a JSON object and are not preserved",
        "a line consists of two identical positions; it is imported as one point",
      ])
    #expect(report.faults.isEmpty)
  }

  @Test func `the properties of a place become its fields, and the others are kept`() throws {
    let (document, report) = try Reading.fixture("geojson/places.geojson")
    #expect(report.format == "geojson" && report.totals == [.elementUnknown: 1])
    #expect(document.header.metadata.name == "Sights")
    let place = document.places[0]
    #expect(place.coordinate == Coordinate(latitude: 47.37, longitude: 8.541))
    #expect(place.elevation == 408)
    #expect(place.format[decimals: .longitude] == 4)
    #expect(place.format[decimals: .elevation] == 1)
    #expect(place.name == "Zürich HB")
    #expect(place.details == "<b>Main</b> station")
    #expect(place.extras.notes == "platform 3")
    #expect(place.extras.colour == "#1E90FF")
    #expect(place.symbol == "rail")
    #expect(place.extras.groups == ["Day 1", "Stations"])
    #expect(place.time == ISO8601DateFormatter().date(from: "2026-07-11T06:02:11Z"))
    #expect(place.format.zone == .east(minutes: 120))
    #expect(place.fields.hdop == 1.5)
    #expect(
      foreign(place.kept, document) == [
        "/id": "17", "/geometry/accuracy": "5", "stars": "4", "open": "true",
        "hours": #"{"mon":[8,18]}"#,
      ])
    #expect(document.places[1...].map(\.name) == ["Pair", "Pair"])
    #expect(document.places[2].coordinate == Coordinate(latitude: 47.5, longitude: 8.7))
  }

  @Test func `times and sensors in coordinateProperties belong to the points`() throws {
    let (document, report) = try Reading.fixture("geojson/togeojson.geojson")
    #expect(report.diagnostics.isEmpty)
    let path = document.paths[0]
    #expect(path.header.kind == .track)
    #expect(path.header.name == "Ride")
    #expect(path.header.segments == 2)
    #expect(path.header.links == [GeoLink(href: "https://example.org/ride", text: "Ride")])
    #expect(path.points.segments == [0, 0, 1, 1])
    let start = path.points.times[0]
    #expect(path.points.times.map { $0 - start } == [0, 1.5, 300, 301])
    let heart = path.points.sensors[GeoSensor.heartRate.rawValue]
    #expect(heart[0] == 120 && heart[1] == 121 && heart[2].isNaN && heart[3] == 130)
    #expect(path.points.sensors[GeoSensor.airTemperature.rawValue] == [20.5, 21, 22, 23])
    #expect(path.points.formats[0][decimals: .sensor(.airTemperature)] == 2)
    #expect(path.points.formats[1].fractionDigits == 3)
    #expect(
      foreign(path.header.kept, document) == ["coordinateProperties.unknowns": "[[1,2],[3,4]]"])
  }

  @Test func `coordTimes and heartRates belong to the points`() throws {
    let (document, report) = try Reading.fixture("geojson/mapbox.geojson")
    #expect(report.diagnostics.isEmpty)
    let points = document.paths[0].points
    #expect(points.times.map { $0 - points.times[0] } == [0, 5, 10])
    #expect(points.sensors[GeoSensor.heartRate.rawValue][2] == 102)
    #expect(document.paths[0].header.kept == nil)
    #expect(report.timeRange?.lowerBound == points.times[0])
  }

  @Test func `members can have any order`() throws {
    let (document, report) = try Reading.fixture("geojson/any-order.geojson")
    #expect(report.diagnostics.isEmpty)
    let path = document.paths[0]
    #expect(path.header.name == "Late")
    #expect(path.header.extras.colour == "#FF0000")
    #expect(path.points.times[1] - path.points.times[0] == 5)
    #expect(path.points.latitudes == [47.1, 47.2])
    #expect(path.points.formats[0][decimals: .latitude] == 2)
    #expect(path.points.elevations[0] == 400 && path.points.elevations[1].isNaN)
  }

  @Test func `only the malformed line of newline-delimited GeoJSON is left out`() throws {
    let (document, report) = try Reading.fixture("geojson/lines.geojsonl")
    #expect(document.places.map(\.name) == ["A", nil])
    #expect(document.places[1].coordinate == Coordinate(latitude: 6, longitude: 5))
    #expect(!report.isComplete)
    #expect(report.diagnostics.map(\.code) == [.jsonMalformed])
    #expect(report.diagnostics[0].line == 2 && report.diagnostics[0].column == 63)
  }

  @Test func `only the truncated record of a text sequence is left out`() throws {
    let (document, report) = try Reading.fixture("geojson/sequence.geojsons")
    #expect(document.places.map(\.coordinate.latitude) == [2, 6])
    #expect(report.diagnostics.map(\.code) == [.jsonMalformed])
  }

  @Test func `polygons become closed paths with their rings as segments`() throws {
    let (document, report) = try Reading.fixture("geojson/polygon.geojson")
    #expect(document.paths.map(\.header.name) == ["Park", "Park"])
    #expect(document.paths.map(\.header.type) == ["polygon", "polygon"])
    #expect(document.places.map(\.name) == ["Park"])
    #expect(document.paths[0].points.segments == [0, 0, 0, 0, 0, 1, 1, 1, 1])
    #expect(document.paths[0].points.longitudes.last == 0.5)
    #expect(document.paths[1].points.segments == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(report.totals == [.geometryPolygon: 1, .geometryInvalid: 1])
    #expect(report.diagnostics[0].message.hasSuffix("(2 times, first here)"))
    #expect(report.isComplete)
    #expect(foreign(document.paths[0].header.kept, document) == ["fill": "\"#00ff00\""])
  }

  @Test func `a line that is cut at the antimeridian is joined`() throws {
    let (document, report) = try Reading.fixture("geojson/antimeridian.geojson")
    #expect(report.totals == [.geometryJoined: 1])
    #expect(report.diagnostics.map(\.action) == [.kept])
    let points = document.paths[0].points
    #expect(points.longitudes == [170, -170, -160, -150, -140])
    #expect(points.segments == [0, 0, 0, 1, 1])
    #expect(document.paths[0].header.segments == 2)
  }

  @Test func `a point on the antimeridian with a time of its own is kept when lines are joined`()
    throws
  {
    let (document, _) = try Reading.text(
      #"""
      {"type":"Feature","properties":{"coordTimes":[["2026-07-11T06:00:00Z","2026-07-11T06:00:01Z"],
      [null,"2026-07-11T06:00:02Z"]]},"geometry":{"type":"MultiLineString","coordinates":
      [[[170,0],[180,0]],[[-180,0],[-170,0]]]}}
      """#)
    #expect(document.paths[0].points.longitudes == [170, 180, -170])
    #expect(document.paths[0].points.segments == [0, 0, 0])
    #expect(document.paths[0].points.times.allSatisfy { !$0.isNaN })
  }

  @Test func `invalid values are told once for each kind with their position`() throws {
    let (document, report) = try Reading.fixture("geojson/bad-values.geojson")
    #expect(document.paths[0].points.longitudes == [1, 6, 9.5, 11, 15])
    #expect(document.paths[0].points.elevations[1].isNaN)
    let timed = document.paths[1].points
    #expect(timed.longitudes == [1, 3, 5] && timed.times[1].isNaN && !timed.times[2].isNaN)
    #expect(
      report.totals == [
        .coordinateUnreadable: 2, .coordinateMissing: 2, .coordinateOutOfRange: 1,
        .elevationUnreadable: 1, .valueInvalid: 1, .positionExtraNumbers: 1, .geometryMissing: 1,
        .timeZoneMissing: 1, .timeUnreadable: 1, .geometryInvalid: 1, .arrayLength: 1,
        .rootUnexpected: 1, .elementUnknown: 1, .jsonRepaired: 3,
      ])
    let swapped = report.diagnostics.first { $0.code == .coordinateOutOfRange }
    #expect(swapped?.place.line == 2)
    #expect(swapped?.place.element == "$.features[0].geometry.coordinates[5]")
    #expect(report.isComplete)
  }

  @Test func `the content before the end of a truncated file is read`() throws {
    let (document, report) = try Reading.fixture("geojson/truncated.geojson")
    #expect(document.places.map(\.name) == ["First"])
    #expect(document.paths[0].header.name == "Second")
    #expect(document.paths[0].points.count == 2)
    #expect(!report.isComplete && !report.isRefused)
    #expect(report.diagnostics.map(\.code) == [.jsonTruncated])
    #expect(report.diagnostics[0].place.element == "$.features[1].geometry.coordinates[2][1]")
    #expect(report.diagnostics[0].line == 4)
    #expect(report.diagnostics[0].message.contains(", at byte 277 of 277"), "\(report.diagnostics)")
  }

  @Test func `coordinates that are not in WGS 84 are refused with the place of the statement`()
    throws
  {
    let (_, report) = try Reading.fixture("geojson/swiss-crs.geojson")
    #expect(report.refusal?.code == .crsUnsupported)
    #expect(report.refusal?.place == .init(line: 2, column: 9, element: "$.crs"))
    #expect(report.refusal?.message.contains("EPSG::2056") == true)
  }

  @Test(arguments: [
    #""urn:ogc:def:crs:EPSG::4326""#, #""EPSG:4326""#, #""urn:ogc:def:crs:OGC:1.3:CRS84""#,
    #""http://www.opengis.net/def/crs/OGC/1.3/CRS84""#,
  ])
  func `every name of WGS 84 is accepted`(name: String) throws {
    let (document, report) = try Reading.text(
      #"{"type":"Point","coordinates":[1,2],"crs":{"type":"name","properties":{"name":\#(name)}}}"#)
    #expect(!report.isRefused && document.places.count == 1)
  }

  @Test func `TopoJSON is refused by its name`() throws {
    let (_, report) = try Reading.fixture("geojson/topology.json")
    #expect(report.refusal?.message.contains("TopoJSON") == true)
  }

  @Test(arguments: [
    #"{"semanticSegments": [{"startTime": "2026-01-01T00:00:00Z"}]}"#,
    #"[{"startTime": "2026-01-01T00:00:00Z", "activity": {"type": "Feature"}}]"#,
    #"{"locations": [{"latitudeE7": 1}]}"#, #"{"type": "Sphere"}"#,
    #"{"features": [{"attributes": {}}]}"#,
    "[1,2,3]", "{}", #"{"geometry": {"rings": []}}"#,
  ])
  func `other JSON is not recognised as GeoJSON`(text: String) throws {
    let (_, report) = try Reading.text(text)
    #expect(report.format != "geojson")
  }

  @Test(arguments: [
    #"{"type":"GeometryCollection","geometries":[]}"#, #"{"coordinates":[1,2],"type":"Point"}"#,
    #"{"features":[{"properties":{"type":"x"},"geometry":{"coordinates":[1,2],"type":"Point"}}]}"#,
    #"[{"type":"Feature","geometry":null,"properties":null}]"#,
    #"{"bbox":[1,2,3,4],"geometry":{"type":"Point","coordinates":[1,2]},"type":"Feature"}"#,
    #"{"type":"FeatureCollection","features":[]}"#,
  ])
  func `GeoJSON is recognised by its content`(text: String) throws {
    let (_, report) = try Reading.text(text)
    #expect(report.format == "geojson" && !report.isRefused)
    let utf16 = try Reading.read(MemorySource(try #require(text.data(using: .utf16LittleEndian))))
    #expect(utf16.report.format == "geojson" && utf16.report.encoding == "UTF-16LE")
  }

  @Test func `a million nested arrays are refused`() throws {
    let bomb = #"{"type":"Feature","geometry":{"type":"LineString","coordinates":"#
    let (_, report) = try Reading.read(
      MemorySource(bomb.utf8 + Array(repeating: UInt8(ascii: "["), count: 1_000_000)))
    #expect(report.refusal?.code == .limitDepth)
    #expect(report.refusal?.line == 1)
  }

  @Test(arguments: [
    "{\"type\": \"Feature\",\n \"geometry\": oops}", "{\"type\": \"Feature\",\n \"geometry\": ",
  ])
  func `a file with a fault before its first item is refused with the place`(text: String) throws {
    let (document, report) = try Reading.text(text)
    #expect(report.isRefused && document.places.isEmpty)
    #expect(report.refusal?.place == .init(line: 2, column: 14, element: "$.geometry"))
  }

  @Test func `swapped coordinates are told`() throws {
    let (_, report) = try Reading.text(
      Self.feature(#"{"type":"LineString","coordinates":[[47,100],[48,101]]}"#))
    #expect(report.totals[.coordinateSwapped] == 1)
  }
}
