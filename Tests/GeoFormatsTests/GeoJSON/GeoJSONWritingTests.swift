import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

@Suite struct GeoJSONWritingTests {
  /// Returns a document as a GeoJSON file, and the writer's diagnostics.
  static func written(
    _ document: GeoDocument, _ change: (inout GeoWritingOptions) -> Void = { _ in }
  ) throws -> (text: String, diagnostics: [Diagnostic]) {
    let (bytes, losses) = try Writing.written(document, as: "geojson", change)
    return (String(decoding: bytes, as: UTF8.self), losses)
  }

  private static func gpx(_ document: GeoDocument) throws -> GeoDocument {
    try Reading.read(MemorySource(Writing.written(document, as: "gpx").bytes)).document
  }

  static let source = Reading.gpx(
    """
    <wpt lat="47.3700" lon="8.54"><ele>408.0</ele><time>2026-07-11T08:02:11+02:00</time>
      <name>Zürich "HB"</name><cmt>c</cmt><desc>a\nb</desc><link href="https://example.org"/>
      <sym>Flag, Blue</sym><type>station</type><hdop>1.5</hdop></wpt>
    <rte><name>Plan</name><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/></rte>
    <trk><name>Ride</name><type>cycling</type>
      <trkseg><trkpt lat="1.10" lon="2.25"><ele>10.50</ele><time>2026-07-11T06:00:00.5Z</time>
        <extensions><gpxtpx:TrackPointExtension
          xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><gpxtpx:hr>120</gpxtpx:hr>
        </gpxtpx:TrackPointExtension></extensions></trkpt>
      <trkpt lat="1.11" lon="2.26"><time>2026-07-11T06:00:01Z</time></trkpt></trkseg>
      <trkseg><trkpt lat="1.2" lon="2.3"><time>2026-07-11T07:00:00Z</time></trkpt></trkseg></trk>
    """)

  @Test func `the file has one feature per line with the digits of the source`() throws {
    let (text, diagnostics) = try Self.written(Reading.text(Self.source).document)
    #expect(
      text == #"""
        {"type":"FeatureCollection","generator":"Cartographer","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[8.54,47.3700,408.0]},"properties":{"name":"Zürich \"HB\"","description":"a\nb","cmt":"c","type":"station","marker-symbol":"Flag, Blue","time":"2026-07-11T08:02:11+02:00","links":[{"href":"https://example.org"}],"hdop":1.5}},
        {"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,1],[4,3]]},"properties":{"name":"Plan","_gpxType":"rte"}},
        {"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[2.25,1.10,10.50],[2.26,1.11]],[[2.3,1.2],[2.3,1.2]]]},"properties":{"name":"Ride","type":"cycling","_gpxType":"trk","coordinateProperties":{"times":[["2026-07-11T06:00:00.5Z","2026-07-11T06:00:01Z"],["2026-07-11T07:00:00Z",null]],"heart":[[120,null],[null,null]]}}}
        ]}

        """#)
    #expect(diagnostics.isEmpty)
  }

  @Test(arguments: [("geojsonl", ""), ("ndjson", ""), ("geojsons", "\u{1E}")])
  func `each line of newline-delimited GeoJSON is a feature`(
    ending: String, separator: String
  ) throws {
    var document = try Reading.text(Self.source).document
    document.places[0].extras.groups = ["Trip"]
    document.header.groups = [GeoGroup(name: "Trip")]
    let (text, diagnostics) = try Self.written(document) { $0.fileExtension = ending }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4)
    #expect(lines.last == "")
    for line in lines.dropLast() {
      #expect(line.utf8.starts(with: "\(separator){\"type\":\"Feature\",".utf8))
      let json = try JSONSerialization.jsonObject(with: Data(line.dropFirst(separator.count).utf8))
      #expect((json as? [String: Any])?["type"] as? String == "Feature")
    }
    #expect(diagnostics.isEmpty)
    let (again, report) = try Reading.text(text)
    #expect(report.format == "geojson")
    #expect(report.faults.isEmpty)
    #expect(again.places.map(\.name) == document.places.map(\.name))
    #expect(again.paths.map(\.points.latitudes) == document.paths.map(\.points.latitudes))
  }

  @Test func `content of a collection that single features cannot have is told`() throws {
    var document = try Reading.text(Self.source).document
    var group = GeoGroup(name: "Trip")
    group.notes = "n"
    document.header.groups = [group]
    document.header.metadata.name = "File"
    let (text, diagnostics) = try Self.written(document) {
      $0.fileExtension = "geojsonl"
      $0.unchangedSource = document.header
    }
    #expect(!text.contains("\"File\""))
    #expect(diagnostics.map(\.code) == [.formatUnwritable, .formatUnwritable, .formatUnwritable])
    #expect(diagnostics.contains { $0.message.contains("the file's name and description") })
    #expect(diagnostics.contains { $0.message.contains("notes, colours and itineraries") })
    let (empty, _) = try Self.written(GeoDocument()) { $0.fileExtension = "geojsonl" }
    #expect(empty.isEmpty)
  }

  @Test(arguments: ["geojsonl", "geojsons"])
  func `groups without members are told by forms without a collection`(ending: String) throws {
    var document = try Reading.text(Self.source).document
    document.places[0].extras.groups = ["Trip"]
    document.header.groups = ["Empty", "Trip", "Plan"].map { GeoGroup(name: $0) }
    let single = try Self.written(document) { $0.fileExtension = ending }
    #expect(
      single.diagnostics.map(\.message) == [
        "GeoJSON cannot represent groups without members: “Empty”, “Plan”"
      ])
    #expect(try Self.written(document).diagnostics.isEmpty)
  }

  @Test func `the empty segment of a track without points is reported`() throws {
    var track = GeoPathHeader(kind: .track, name: "In transit")
    track.segments = 1
    let document = GeoDocument(paths: [GeoPath(header: track, points: GeoPoints())])
    let (_, diagnostics) = try Self.written(document)
    #expect(diagnostics.map(\.message) == ["GeoJSON cannot represent segments without points"])
  }

  @Test func `a kept value with line ends stays on the line of its feature`() throws {
    var place = GeoPlace(coordinate: Coordinate(latitude: 1, longitude: 2))
    place.kept = PreservedMarkup.keeping([
      ForeignValue(format: "geojson", name: "a", value: "{\"b\":\n[1]}")
    ])
    var document = GeoDocument(places: [place])
    document.header.namespaces = PreservedMarkup.foreignNamespaces
    let (text, _) = try Self.written(document) { $0.fileExtension = "ndjson" }
    #expect(text.contains(#""a":{"b": [1]}"#))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test func `items keep their fields from GPX to GeoJSON and back`() throws {
    var original = try Reading.text(Self.source).document
    original.places[0].extras.groups = ["Trip", "Day 1"]
    original.places[0].extras.colour = "#FF0000"
    original.places[0].extras.notes = "n"
    original.paths[1].header.extras.groups = ["Trip"]
    original.paths[1].header.extras.colour = "#00FF00"
    var group = GeoGroup(name: "Trip")
    group.notes = "summer"
    group.colour = "#123456"
    group.firstDay = "2026-07-11"
    group.created = Date(timeIntervalSinceReferenceDate: 800_000_000)
    group.entries = [.init(day: 1, item: .path(2), title: "Ride", note: "early", isDone: true)]
    original.header.groups = [group]
    let json = try Self.written(original)
    #expect(json.diagnostics.isEmpty)
    let (read, report) = try Reading.text(json.text)
    #expect(report.diagnostics.isEmpty)
    let back = try Self.gpx(read)
    #expect(back.header.groups == [group])
    #expect(back.places.count == 1 && back.paths.count == 2)
    for (place, old) in zip(back.places, original.places) {
      #expect(place.coordinate == old.coordinate && place.elevation == old.elevation)
      #expect(place.time == old.time && place.format == old.format)
      #expect(place.name == old.name && place.comment == old.comment)
      #expect(place.details == old.details && place.symbol == old.symbol)
      #expect(place.type == old.type && place.fields == old.fields)
      #expect(place.extras == old.extras)
    }
    for (path, old) in zip(back.paths, original.paths) {
      #expect(path.header.kind == old.header.kind && path.header.name == old.header.name)
      #expect(path.header.type == old.header.type && path.header.extras == old.header.extras)
      #expect(path.header.segments == old.header.segments)
      #expect(path.points.latitudes == old.points.latitudes)
      #expect(path.points.longitudes == old.points.longitudes)
      #expect(path.points.segments == old.points.segments)
      #expect(path.points.times.map(\.description) == old.points.times.map(\.description))
      #expect(path.points.elevations.map(\.description) == old.points.elevations.map(\.description))
      #expect(
        path.points.sensors[0].map(\.description) == old.points.sensors[0].map(\.description))
    }
  }

  @Test func `properties of a GeoJSON file are written back`() throws {
    for name in ["places.geojson", "togeojson.geojson", "polygon.geojson"] {
      let path = PackageFiles.fixture("geojson/\(name)").path
      let first = try Reading.read(FileSource(path: path)).document
      let (text, diagnostics) = try Self.written(Self.gpx(first))
      #expect(diagnostics.isEmpty)
      let second = try Reading.text(text).document
      #expect(Self.values(second) == Self.values(first))
      #expect(!Self.values(first).isEmpty)
      #expect(second.places.map(\.name) == first.places.map(\.name))
    }
  }

  /// Returns the values of each item that have no field.
  private static func values(_ document: GeoDocument) -> [Set<ForeignValue>] {
    (document.places.map(\.kept) + document.paths.map(\.header.kept)).map {
      Set(PreservedMarkup.foreignValues(in: $0, of: document.header))
    }
  }

  /// Returns a track with one segment and no times.
  private func track(_ positions: [(Double, Double)]) -> GeoDocument {
    var points = GeoPoints()
    for (longitude, latitude) in positions {
      points.append(latitude: latitude, longitude: longitude)
    }
    var header = GeoPathHeader(kind: .track)
    header.segments = 1
    return GeoDocument(paths: [.init(header: header, points: points)])
  }

  @Test(
    arguments: [
      ([(170, -10), (-170, 10)], "[[[170,-10],[180,0]],[[-180,0],[-170,10]]]"),
      ([(-170, 5), (170, 5)], "[[[-170,5],[-180,5]],[[180,5],[170,5]]]"),
      ([(180, 1), (-170, 2)], "[[-180,1],[-170,2]]"),
      ([(170, 1), (-180, 2)], "[[170,1],[180,2]]"),
      ([(170, 1), (180, 3), (-170, 2)], "[[[170,1],[180,3]],[[-180,3],[-170,2]]]"),
      ([(10, 1), (-170, 2)], "[[10,1],[-170,2]]"),
    ] as [([(Double, Double)], String)])
  func `a line is cut at the antimeridian and joined again`(
    positions: [(Double, Double)], coordinates: String
  ) throws {
    let (text, _) = try Self.written(track(positions))
    #expect(text.contains(#""coordinates":\#(coordinates)}"#), "\(text)")
    let back = try Reading.text(text).document.paths[0]
    #expect(back.header.segments == 1)
    #expect(back.points.latitudes == positions.map(\.1))
    #expect(zip(back.points.longitudes, positions).allSatisfy { abs($0) == abs($1.0) })
  }

  @Test func `a line with times and elevations that is cut at its own point is joined again`()
    throws
  {
    let source = Reading.gpx(
      """
      <trk><trkseg><trkpt lat="1" lon="170"><ele>10</ele><time>2026-07-11T06:00:00Z</time></trkpt>
      <trkpt lat="3" lon="180"><ele>12.345</ele><time>2026-07-11T07:00:00Z</time></trkpt>
      <trkpt lat="2" lon="-170"><ele>30</ele><time>2026-07-11T08:00:00Z</time></trkpt></trkseg></trk>
      """)
    let first = try Reading.text(source).document
    let (text, _) = try Self.written(first)
    #expect(text.contains("[180,3,12.345]],[[-180,3,12.345]"), "\(text)")
    let (back, report) = try Reading.text(text)
    #expect(back.paths[0].header.segments == 1)
    #expect(back.paths[0].points.times == first.paths[0].points.times)
    #expect(back.paths[0].points.elevations == [10, 12.345, 30])
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `content that GeoJSON cannot represent is told with its number`() throws {
    let (document, _) = try Reading.text(
      Reading.gpx(
        """
        <wpt lat="1" lon="2"><extensions><x:a xmlns:x="urn:x">5</x:a></extensions></wpt>
        <trk><trkseg><trkpt lat="1" lon="2"><name>N</name></trkpt>
          <trkpt lat="1" lon="3"><cmt>C</cmt></trkpt></trkseg></trk>
        """))
    let (text, diagnostics) = try Self.written(document)
    #expect(diagnostics.map(\.code) == [.formatUnwritable, .formatUnwritable])
    #expect(diagnostics[0].message.contains("extensions"))
    #expect(diagnostics[1].message.contains("(2 times, first in an unnamed item, point 1)"))
    #expect(!text.contains("urn:x"))
  }

  @Test func `times and extensions are left out on request`() throws {
    let (text, _) = try Self.written(Reading.text(Self.source).document) {
      $0.stripsTimes = true
      $0.stripsExtensions = true
    }
    #expect(!text.contains("2026") && !text.contains("heart"))
  }

  @Test func `a position out of range is refused`() throws {
    #expect(throws: GeoFormatsError.self) { try Self.written(track([(0, 91), (0, 1)])) }
    #expect(throws: GeoFormatsError.self) { try Self.written(track([(0, .nan), (0, 1)])) }
  }

  @Test func `a file without items is a valid collection`() throws {
    let (text, _) = try Self.written(GeoDocument())
    let (_, report) = try Reading.text(text)
    #expect(!report.isRefused && report.diagnostics.isEmpty)
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogrinfo"), "ogrinfo is absent"))
  func `ogrinfo reads the written file without warnings`() throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("out.geojson")
    try Data(Self.written(Reading.text(Self.source).document).text.utf8).write(to: file)
    let result = try Subprocess.run("/usr/bin/ogrinfo", ["-al", "-so", file.path])
    #expect(result.exitCode == 0 && result.errors.isEmpty)
    #expect(result.output.contains("Feature Count: 3"))
    #expect(result.output.contains("WGS 84"))
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is absent"))
  func `Python's json module reads the written file`() throws {
    var document = try Reading.text(Self.source).document
    document.places[0].name = "\u{8}\u{1F}\u{7F}\u{2028}\"\\/😀"
    let result = try Subprocess.run(
      "/usr/bin/python3",
      [
        "-c",
        "import json,sys; print(ascii(json.load(sys.stdin)['features'][0]['properties']['name']))",
      ],
      standardInput: Data(Self.written(document).text.utf8))
    #expect(result.output == "'\\x08\\x1f\\x7f\\u2028\"\\\\/\\U0001f600'\n")
  }
}
