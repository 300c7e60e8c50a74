import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

@Suite struct CSVWriterTests {
  private static func document() -> GeoDocument {
    var place = GeoPlace(
      coordinate: Coordinate(latitude: 46.5, longitude: -7.9), elevation: 1608.25,
      time: Date(timeIntervalSinceReferenceDate: 805_528_931.5), name: "Hut, \"old\"",
      comment: "=1+1", details: "two\nlines", symbol: "Lodge", type: "@home")
    place.extras.groups = ["Alps", "2026; summer"]
    place.extras.colour = "#FF0000"
    place.extras.notes = "'=quoted"
    place.fields.links = [GeoLink(href: "https://example.org/a")]
    place.fields.hdop = 1.5
    place.fields.dgpsID = 12
    place.sensors = [.depth: 3.5]
    var points = GeoPoints()
    points.append(latitude: 46, longitude: 7, elevation: 500, time: 805_528_931, segment: 0)
    points.set(.heartRate, 120)
    var fields = GeoPointFields()
    fields.name = "-start"
    points.set(fields)
    points.append(latitude: 46.1, longitude: 7.1, segment: 0)
    points.append(latitude: 46.2, longitude: 7.2, segment: 1)
    points.set(.power, 200.5)
    var track = GeoPathHeader(
      kind: .track, name: "Up", comment: "c", details: "d", type: "hiking")
    track.segments = 2
    track.number = 7
    track.extras.colour = "#00FF00"
    track.extras.groups = ["Alps"]
    track.extras.notes = "long\r\nnote"
    track.extras.symbol = "Boot"
    var leg = GeoPoints()
    leg.append(latitude: 46, longitude: 7)
    var route = GeoPathHeader(kind: .route, name: "Up")
    route.segments = 1
    return GeoDocument(
      places: [place],
      paths: [
        GeoPath(header: route, points: leg),
        GeoPath(header: route, points: leg),
        GeoPath(header: track, points: points),
      ])
  }

  private func written(
    _ document: GeoDocument, _ id: String, _ options: GeoWritingOptions = GeoWritingOptions()
  ) throws -> (text: String, losses: [Diagnostic]) {
    let (bytes, losses) = try Writing.written(document, as: id) { $0 = options }
    return (String(decoding: bytes, as: UTF8.self), losses)
  }

  @Test(arguments: ["csv", "tsv"])
  func `all fields of places and paths come back from a table`(id: String) throws {
    let original = Self.document()
    let (text, losses) = try written(original, id)
    let result = try TableReading.read(text, name: "x.\(id)")
    #expect(losses.isEmpty)
    #expect(result.report.diagnostics.map(\.code) == [.csvColumns])
    var place = try #require(result.document.places.first)
    place.position = nil
    // The names of the groups are also kept as an extension.
    place.kept = nil
    #expect(place == original.places[0])
    #expect(result.document.paths.count == 3)
    for (path, expected) in zip(result.document.paths, original.paths) {
      var header = path.header
      header.position = nil
      header.kept = nil
      #expect(header == expected.header)
      #expect(path.points.latitudes == expected.points.latitudes)
      #expect(path.points.segments == expected.points.segments)
      #expect(path.points.fields == expected.points.fields)
      #expect("\(path.points.times)" == "\(expected.points.times)")
      #expect("\(path.points.elevations)" == "\(expected.points.elevations)")
      #expect("\(path.points.sensors)" == "\(expected.points.sensors)")
    }
  }

  @Test func `a text like a formula is written with an apostrophe before it`() throws {
    let (text, _) = try written(Self.document(), "csv")
    #expect(text.contains(",'=1+1,"))
    #expect(text.contains(",''=quoted,"))
    #expect(text.contains(",'@home,"))
    #expect(text.contains(",'-start,"))
    // Numbers stay numbers.
    #expect(text.contains(",46.5,-7.9,1608.25,"))
  }

  @Test func `only columns that occur are written, in CRLF lines of equal length`() throws {
    var document = GeoDocument()
    document.places = [GeoPlace(coordinate: Coordinate(latitude: 1, longitude: 2), name: "A")]
    let (text, _) = try written(document, "csv")
    #expect(text == "kind,name,latitude,longitude\r\nplace,A,1,2\r\n")
    let (tabs, _) = try written(document, "tsv")
    #expect(tabs == "kind\tname\tlatitude\tlongitude\r\nplace\tA\t1\t2\r\n")
    let (table, _) = try written(Self.document(), "csv")
    let parsed = try CommaSeparatedTable(table)
    #expect(parsed.records.count == 6)
    #expect(parsed.columns.starts(with: ["kind", "path id", "path", "segment", "name"]))
  }

  @Test func `preserved values are columns again, and other XML is told`() throws {
    let source = try TableReading.read(
      "lat,lon,Owner,time\n46,7,SAC,\n47,8,\"a,b\",2026-07-11T06:00:00Z\n")
    let (text, losses) = try written(source.document, "csv")
    #expect(text.contains(",Owner\r\n"))
    #expect(text.contains(",SAC\r\n"))
    #expect(text.contains(",\"a,b\"\r\n"))
    #expect(losses.isEmpty)
    let gpx = try Reading.text(
      Reading.gpx("<wpt lat=\"1\" lon=\"2\"><extensions><x>1</x></extensions></wpt>"))
    #expect(try written(gpx.document, "csv").losses.map(\.code) == [.formatUnwritable])
  }

  @Test(arguments: ["csv", "gpkg"])
  func `groups without members are left out and reported`(format: String) throws {
    var document = try Reading.text(Reading.gpx("<wpt lat=\"1\" lon=\"2\"/>")).document
    document.places[0].extras.groups = ["Alps"]
    document.header.groups = [GeoGroup(name: "Alps"), GeoGroup(name: "Plans")]
    let losses = try Writing.written(document, as: format).losses
    #expect(losses.map(\.message).contains { $0.hasSuffix("groups without members: “Plans”") })
    document.header.groups = [GeoGroup(name: "Alps")]
    #expect(try Writing.written(document, as: format).losses.isEmpty)
  }

  @Test func `times and extensions are left out on request`() throws {
    var options = GeoWritingOptions()
    options.stripsTimes = true
    options.stripsExtensions = true
    let (text, _) = try written(Self.document(), "csv", options)
    let columns = try CommaSeparatedTable(text).columns
    #expect(!columns.contains("time"))
    #expect(!columns.contains("heart rate"))
    #expect(!columns.contains("groups"))
  }

  @Test func `GPX, CSV and GPX again have equal positions, times, names and groups`() throws {
    let original = try Reading.fixture("gpx/good/all-kept-fields.gpx").document
    let (text, _) = try written(original, "csv")
    let again = try TableReading.read(text).document
    #expect(again.places.map(\.coordinate) == original.places.map(\.coordinate))
    #expect(again.places.map(\.name) == original.places.map(\.name))
    #expect(again.places.map(\.time) == original.places.map(\.time))
    #expect(again.places.map(\.extras) == original.places.map(\.extras))
    #expect(again.paths.map(\.header.name) == original.paths.map(\.header.name))
    #expect(again.paths.map(\.points.latitudes) == original.paths.map(\.points.latitudes))
    #expect("\(again.paths.map(\.points.times))" == "\(original.paths.map(\.points.times))")
  }

  @Test func `preserved values of a path are reported as they become values of a point`() throws {
    var document = Self.document()
    document.header.namespaces = PreservedMarkup.foreignNamespaces
    document.paths[2].header.kept = PreservedMarkup.keeping([
      ForeignValue(format: "geojson", name: "battery", value: "12")
    ])
    let (text, losses) = try written(document, "csv")
    #expect(try CommaSeparatedTable(text).columns.contains("battery"))
    #expect(losses.contains { $0.message.contains("preserved values of a whole path") })
  }
}
