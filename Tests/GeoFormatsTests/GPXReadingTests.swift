import Foundation
import GeoFormats
import Geodesy
import Testing

@Suite struct GPXReadingTests {
  @Test func `every field of a place is read`() throws {
    let (document, report) = try Reading.fixture("gpx/good/all-kept-fields.gpx")
    let place = try #require(document.places.first)
    #expect(place.coordinate == Coordinate(latitude: 45.7251, longitude: 6.7104))
    #expect(place.elevation == 2483.25)
    let time = try #require(place.time)
    #expect(time == Date(timeIntervalSinceReferenceDate: 805_442_531.5))
    #expect(place.name == "Refuge de l’Étoile")
    #expect(place.comment == "ask for the key")
    #expect(place.details == "Stone hut & stable\ntwo lines")
    #expect(place.symbol == "Lodge")
    #expect(place.type == "hut")
    #expect(document.places[1].name == nil)
    #expect(document.places[1].coordinate.longitude == -180)
    #expect(report.version == "1.1")
    #expect(report.creator == "Fixture")
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `paths are read with their fields, points and segments`() throws {
    let (document, report) = try Reading.fixture("gpx/good/all-kept-fields.gpx")
    let route = try #require(document.paths.first)
    var header = GeoPathHeader(
      kind: .route, name: "Day 1", comment: "planned", details: "over the pass", type: "hiking")
    header.segments = 1
    header.position = 2
    #expect(route.header == header)
    #expect(route.points.segments == [0, 0])
    #expect(route.points.elevations[0] == 2483)
    #expect(route.points.elevations[1].isNaN)
    let track = document.paths[1]
    #expect(track.header.name == "Up <and> down")
    #expect(track.header.segments == 3)
    #expect(track.header.kept == nil)
    #expect(track.points.segments == [0, 0, 2])
    #expect(track.points.latitudes == [45.7251, 45.7252, 90])
    #expect(track.points.longitudes == [6.7104, 6.7105, 180])
    #expect(track.points.elevations[1] == -15)
    #expect(track.points.times[0] == 805_442_531)
    #expect(track.points.times[1].isNaN)
    #expect(report.elevationRange == -15...2483.25)
    #expect(report.timeRange == 805_442_531...805_442_580)
  }

  @Test(arguments: [
    "good/prefixed.gpx", "good/undeclared-prefix.gpx", "good/local-default-namespace.gpx",
  ])
  func `a name element of another namespace is not read as the place's name`(file: String) throws {
    let (document, _) = try Reading.fixture("gpx/\(file)")
    #expect(document.places.map(\.name) == ["Own"])
  }

  @Test func `a GPX 1.0 file is read, and foreign elements are not mistaken for its fields`() throws
  {
    let (document, report) = try Reading.fixture("gpx/good/version-1.0.gpx")
    #expect(document.places.first?.name == "One")
    #expect(document.places.first?.symbol == "Flag")
    #expect(report.version == "1.0")
    #expect(document.paths.first?.points.sensors[GeoSensor.course.rawValue] == [90])
    #expect(document.paths.first?.points.sensors[GeoSensor.speed.rawValue] == [1.5])
    #expect(report.diagnostics.map(\.code) == [.orderNormalised])
  }

  @Test func `fields of a path are read even after its points`() throws {
    let (document, _) = try Reading.fixture("gpx/good/fields-after-points.gpx")
    #expect(document.paths.first?.header.name == "Late")
    #expect(document.places.first?.name == "After a track")
  }

  @Test func `an entity declared in the file is expanded`() throws {
    #expect(
      try Reading.fixture("gpx/good/internal-entity.gpx").document.places[0].name == "Hütte & Co")
  }

  @Test func `elements unknown to GPX are counted by name and each name is reported once`() throws {
    let points = String(repeating: "<trkpt lat=\"1\" lon=\"2\"><hr>1</hr></trkpt>", count: 7)
    let (_, report) = try Reading.text(
      Reading.gpx("<trk><trkseg>\(points)</trkseg></trk>"))
    let messages = report.diagnostics.map(\.message)
    #expect(
      messages == ["GPX has no element hr in trkpt; it is preserved as XML (7 times, first here)"])
    #expect(report.diagnostics.allSatisfy { $0.line == 3 && $0.action == .kept })
  }

  @Test func `elements out of order are counted by name, and each name is reported once`() throws {
    let point = "<trkpt lat=\"1\" lon=\"2\"><time>2026-07-11T06:00:00Z</time><ele>5</ele></trkpt>"
    let (_, report) = try Reading.text(
      Reading.gpx("<trk><trkseg>\(point)\(point)\(point)</trkseg><name>T</name></trk>"))
    let order = "is out of order in"
    let schema = "the elements will be exported in the schema's order"
    #expect(
      report.diagnostics.map(\.message) == [
        "ele \(order) trkpt; \(schema) (3 times, first here)", "name \(order) trk; \(schema)",
      ])
    #expect(report.diagnostics.allSatisfy { $0.line == 3 && $0.action == .kept })
    #expect(report.diagnostics.map(\.element) == ["ele", "name"])
  }

  @Test func `white space around a fix is told as kept, with line ends quoted as spaces`() throws {
    let (document, report) = try Reading.text(
      Reading.gpx("<wpt lat=\"1\" lon=\"2\"><fix>\n\t3d\n</fix></wpt>"))
    #expect(document.places.first?.fields.fix == "3d")
    #expect(
      report.diagnostics.map(\.message) == [
        "the white space around the fix “  3d ” is ignored"
      ])
    #expect(report.diagnostics.map(\.action) == [.kept])
  }

  @Test func `invalid coordinates are faults, but preserved unknown elements are not`() throws {
    #expect(try Reading.fixture("gpx/bad/not-kept.gpx").report.faults.isEmpty)
    let (_, report) = try Reading.fixture("gpx/bad/latitude-91.gpx")
    #expect(report.faults.map(\.code) == Array(repeating: .coordinateOutOfRange, count: 3))
  }

  @Test func `elements inside a skipped point get no diagnostics of their own`() throws {
    let (_, report) = try Reading.text(
      Reading.gpx(
        """
        <wpt lat="91" lon="2"><odd><a><b/></a><c/></odd></wpt>
        <wpt lat="9" lon="2"><odd/></wpt>
        """))
    #expect(report.diagnostics.map(\.code) == [.coordinateOutOfRange, .elementUnknown])
    #expect(report.diagnostics.map(\.line) == [3, 4])
  }

  @Test func `a file with 20000 declared prefixes is read correctly`() throws {
    let prefixes = (0..<20_000).map { "xmlns:p\($0)=\"urn:\($0)\"" }.joined(separator: " ")
    let fields = String(repeating: "<p9:name>x</p9:name>", count: 5000)
    let (document, report) = try Reading.text(
      "<gpx version=\"1.1\" \(prefixes)><wpt lat=\"1\" lon=\"2\">\(fields)</wpt></gpx>")
    #expect(document.places.map(\.name) == [nil])
    #expect(document.header.namespaces.count == 20_000)
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `unknown elements of 3000 different names yield at most 1000 diagnostics`() throws {
    let elements = (0..<3000).map { "<n\($0)/>" }.joined()
    let (_, report) = try Reading.text(Reading.gpx(elements))
    #expect(report.diagnostics.count == 1000)
    #expect(report.totals[.elementUnknown] == 1001)
  }

  @Test func `at most 1000 diagnostics of one code are kept, but their total is exact`() throws {
    let points = String(repeating: "<wpt lat=\"91\" lon=\"95\"/>\n", count: 2500)
    let (_, report) = try Reading.text(Reading.gpx(points))
    #expect(report.diagnostics.count == 1000)
    #expect(report.totals[.coordinateOutOfRange] == 2500)
    #expect(report.counts.skipped.waypoints == 2500)
  }

  @Test func `blanks around a name are trimmed, but blanks around a description are kept`() throws {
    let (document, _) = try Reading.text(
      Reading.gpx(
        "<wpt lat=\"1\" lon=\"2\"><name>\n  Hut \n</name><desc> a\n b </desc><cmt/></wpt>"))
    #expect(document.places[0].name == "Hut")
    #expect(document.places[0].details == " a\n b ")
    #expect(document.places[0].comment == nil)
  }

  @Test func `the text around a foreign element inside a name is read as the name`() throws {
    let (document, report) = try Reading.text(
      Reading.gpx("<wpt lat=\"1\" lon=\"2\"><name>one <b>two</b> three</name></wpt>"))
    #expect(document.places[0].name == "one  three")
    #expect(report.diagnostics.isEmpty)
    #expect(document.places[0].kept != nil)
  }

  @Test(arguments: [8191, 8192, 8193, 20_000])
  func `points are read completely and in order at any batch boundary`(count: Int) throws {
    let points = (0..<count).map { "<trkpt lat=\"0.\($0 + 100_000)\" lon=\"1\"/>" }
    let (document, report) = try Reading.text(
      Reading.gpx("<trk><trkseg>\(points.joined())</trkseg></trk>"))
    #expect(report.counts.trackPoints == count)
    let latitudes = document.paths[0].points.latitudes
    #expect(latitudes.count == count)
    #expect(latitudes == latitudes.sorted())
  }

  @Test func `decimal commas in coordinates are read if they are unambiguous`() throws {
    let (document, report) = try Reading.text(
      Reading.gpx(
        """
        <wpt lat="46,123" lon="7,5"/><wpt lat="-46,5" lon="7.5"/>
        <wpt lat="4,6,1" lon="7"/><wpt lat="91,5" lon="7"/><wpt lat="1.234,5" lon="7"/>
        """))
    #expect(document.places.map(\.coordinate.latitude) == [46.123, -46.5])
    #expect(document.places.map(\.coordinate.longitude) == [7.5, 7.5])
    #expect(report.totals == [.coordinateDecimalComma: 2, .coordinateUnreadable: 3])
    #expect(report.counts.skipped.waypoints == 3)
  }

  @Test func `the shaping points of Garmin's routes are kept, counted and reported`() throws {
    let extensions = """
      <extensions><gpxx:RoutePointExtension xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3">
      <gpxx:rpt lat="48.1" lon="8.1"/><gpxx:rpt lat="48.2" lon="8.2"/>
      </gpxx:RoutePointExtension></extensions>
      """
    let (document, report) = try Reading.text(
      Reading.gpx(
        """
        <rte><rtept lat="48" lon="8">\(extensions)</rtept><rtept lat="49" lon="8">\(extensions)</rtept></rte>
        """))
    #expect(document.paths.first?.points.count == 2)
    #expect(document.paths.first?.points.kept.isEmpty == false)
    let found = report.diagnostics.filter { $0.code == .pointShaping }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("(number: 4, first here)") == true)
    #expect(found.first?.line == 4 && found.first?.element == "rpt")
    #expect(report.faults.isEmpty)
  }
}
