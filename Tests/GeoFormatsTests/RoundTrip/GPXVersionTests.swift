import Foundation
import GPXCompare
import GeoFormats
import Geodesy
import TestSupport
import Testing

/// Tests of writing a file in the other version of GPX, and of writing only its valid parts.
@Suite struct GPXVersionTests {
  private func write(
    _ text: String, _ version: GPXVersion? = nil, isValidOnly: Bool = false
  ) throws -> (text: String, diagnostics: [Diagnostic], document: GeoDocument) {
    let result = try RoundTrip.run(Array(text.utf8)) { header in
      var options = GeoWritingOptions(unchangedSource: header)
      options.gpxVersion = version
      options.isValidOnly = isValidOnly
      return options
    }
    return (String(decoding: result.output, as: UTF8.self), result.diagnostics, result.document)
  }

  private static func gpx10(_ body: String) -> String {
    "<gpx version=\"1.0\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/0\">\(body)</gpx>"
  }

  @Test func `foreign elements in the default namespace are kept in the other version`() throws {
    let text = """
      <g:gpx version="1.1" creator="t" xmlns:g="http://www.topografix.com/GPX/1/1" xmlns="urn:f">
      <g:wpt lat="1" lon="2"><g:name>n</g:name><g:extensions><mine a="b"><inner/></mine>
      </g:extensions></g:wpt></g:gpx>
      """
    let result = try write(text, .version10)
    #expect(result.text.contains("<mine a=\"b\"><inner/></mine>"))
    #expect(result.text.contains("<g:name>n</g:name>"))
    #expect(result.diagnostics.isEmpty)
    if GPXSchema.isChecked {
      #expect(try GPXSchema.version10.violations(of: Data(result.text.utf8)) == [])
    }
  }

  @Test(arguments: [GPXVersion.version10, .version11])
  func `markup in a text is kept in the other version but left out of valid-only output`(
    version: GPXVersion
  ) throws {
    let body = """
      <wpt lat="1" lon="2"><name lang="de">one <b>two</b> three</name><cmt>a<!-- c -->b</cmt></wpt>
      """
    let text = version == .version10 ? Reading.gpx(body) : Self.gpx10(body)
    let result = try write(text, version)
    #expect(result.text.contains("<name lang=\"de\">one <b>two</b> three</name>"))
    #expect(result.text.contains("<cmt>a<!-- c -->b</cmt>"))
    let valid = try write(text, version, isValidOnly: true)
    #expect(valid.text.contains("<name>one  three</name>"))
    #expect(valid.text.contains("<cmt>a<!-- c -->b</cmt>"))
    #expect(valid.diagnostics.map(\.code) == [.schemaLeftOut, .schemaLeftOut])
  }

  @Test func `invalid values are kept in the other version but left out of valid-only output`()
    throws
  {
    let text = Reading.gpx(
      "<wpt lat=\"1\" lon=\"2\"><ele>high</ele><name>a</name><name>b</name></wpt>")
    let result = try write(text, .version10)
    #expect(result.text.contains("<ele>high</ele><name>a</name><name>b</name>"))
    #expect(!result.text.contains("GPX/1/1"))
    let valid = try write(text, .version10, isValidOnly: true)
    #expect(!valid.text.contains("high"))
    #expect(!valid.text.contains("GPX/1/1"))
    #expect(valid.diagnostics.filter { $0.code == .schemaLeftOut }.count == 2)
  }

  /// A GPX 1.1 track whose points have the given extensions.
  private static func track(_ extensions: [String]) -> String {
    Reading.gpx(
      "<trk><name>T</name><trkseg>"
        + extensions.map {
          "<trkpt lat=\"1\" lon=\"2\"><extensions>\($0)</extensions></trkpt>"
        }.joined() + "</trkseg></trk>")
  }

  @Test func `extensions left out of GPX 1.0 are counted for each point, even if they are equal`()
    throws
  {
    let mood = "<mood>good</mood>"
    let result = try write(Self.track([mood, mood, mood, "<mood>bad</mood>"]), .version10)
    #expect(
      result.diagnostics.map(\.message) == [
        """
        mood was left out: GPX 1.0 does not allow extensions in the GPX namespace (4 times, first in “T”, point 1)
        """
      ])
  }

  @Test func `sensor values in the GPX namespace are written to GPX 1.0 and not reported as lost`()
    throws
  {
    let power = "<power>120</power>"
    let result = try write(
      Self.track([power, power, "<power unit=\"W\">90</power>"]), .version10)
    #expect(result.text.matches(of: /PowerInWatts[^>]*>(120|90)</).count == 3, "\(result.text)")
    #expect(
      result.diagnostics.map(\.message) == [
        "an attribute of power was left out: only the value was written"
      ])
    let again = try Reading.text(result.text).document
    let column = again.paths[0].points.sensors[GeoSensor.power.rawValue]
    #expect(column == [120, 120, 90])
  }

  @Test func `metadata not supported by GPX 1.0 is kept or reported`() throws {
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><metadata>
      <!-- here --><name>n</name><link href="http://a.example"><type>text/html</type></link>
      <odd/><author><name>x</name><email id="a1" domain="b.example"/></author></metadata></gpx>
      """
    let result = try write(text, .version10)
    #expect(result.text.contains("<!-- here -->"))
    let messages = result.diagnostics.map(\.message).joined(separator: "; ")
    for part in ["odd of metadata", "type of a link", "email"] { #expect(messages.contains(part)) }
  }

  @Test(arguments: [true, false])
  func `comments keep their positions in the other version`(isOld: Bool) throws {
    let body = """
      <!-- 0 --><wpt lat="1" lon="2"/><!-- 1 --><wpt lat="3" lon="4"/><!-- 2 --><trk><name>n</name>\
      <!-- 3 --><trkseg><!-- 4 --><trkpt lat="1" lon="2"/><!-- 5 --></trkseg><!-- 6 --></trk><!-- 7 -->
      """
    let text = isOld ? Self.gpx10(body) : Reading.gpx(body)
    let result = try write(text, isOld ? .version11 : .version10)
    let pattern = /<!-- \d -->|<wpt|<trk>|<trkseg>|<trkpt|<\/trkseg>|<\/trk>|<\/gpx>/
    let order = { (text: String) in text.matches(of: pattern).map { String($0.0) } }
    #expect(order(result.text) == order(text))
  }

  @Test func `a urlname before its url is the link's text in both versions`() throws {
    for prefix in ["", "p:"] {
      let declaration = prefix.isEmpty ? "xmlns" : "xmlns:p"
      let text = """
        <\(prefix)gpx version="1.0" creator="t" \(declaration)="http://www.topografix.com/GPX/1/0">\
        <\(prefix)wpt lat="1" lon="2"><\(prefix)urlname>a &amp; b</\(prefix)urlname>\
        <\(prefix)url>http://a.example</\(prefix)url></\(prefix)wpt></\(prefix)gpx>
        """
      let same = try write(text)
      #expect(
        same.document.places[0].fields.links == [GeoLink(href: "http://a.example", text: "a & b")])
      #expect(same.text.contains("<\(prefix)urlname>a &amp; b</\(prefix)urlname>"))
      #expect(try RoundTrip.differences(Array(text.utf8), Array(same.text.utf8)) == [])
      let other = try write(text, .version11)
      #expect(other.text.contains("<\(prefix)text>a &amp; b</\(prefix)text>"))
      #expect(!other.text.contains("urlname"))
    }
  }

  @Test func `elements of the other version are written back even after the points`() throws {
    for body in ["<link href=\"x\"/>", "<type>t</type>"] {
      let text = Self.gpx10(
        "<rte><rtept lat=\"1\" lon=\"2\"/>\(body)</rte><trk><trkseg/>\(body)</trk>")
      #expect(try RoundTrip.differences(Array(text.utf8), Array(try write(text).text.utf8)) == [])
    }
    let text = Reading.gpx("<trk><trkseg/><url>http://a.example</url><urlname>n</urlname></trk>")
    #expect(try RoundTrip.differences(Array(text.utf8), Array(try write(text).text.utf8)) == [])
  }

  @Test func `a urlname without a url is written back unchanged`() throws {
    let text = Self.gpx10("<wpt lat=\"1\" lon=\"2\"><urlname>alone</urlname></wpt>")
    #expect(try RoundTrip.differences(Array(text.utf8), Array(try write(text).text.utf8)) == [])
  }

  @Test func `valid values keep their notation in valid-only output`() throws {
    let text = Reading.gpx(
      """
      <metadata><time>2024-05-01T10:00:00.1234567890123+02:00</time></metadata>
      <wpt lat="+1.50" lon="2.000000000000000000"><ele> 12.10 </ele>
      <time>2024-05-01T10:00:00.123456789Z</time><magvar>007.0</magvar><name> Hut </name><sat>+08</sat>
      </wpt><wpt lat="1" lon="2"><time>2024-05-01T24:00:00Z</time>
      <extensions xmlns:d="urn:d"><d:x/></extensions></wpt>
      """)
    let result = try write(text, isValidOnly: true)
    #expect(try RoundTrip.differences(Array(text.utf8), Array(result.text.utf8)) == [])
    #expect(result.diagnostics.isEmpty)
  }

  @Test func `valid-only output corrects invalid notations and leaves out invalid links`() throws {
    let text = Reading.gpx(
      """
      <wpt lat="1" lon="2e0"><ele>1e3</ele><time>2024-05-01 10:00</time><fix> 3d </fix>
      <link href="[none]"/></wpt><wpt lat="1" lon="2"><time>2024-05-01T10:00:00+15:30</time></wpt>
      """)
    let result = try write(text, isValidOnly: true)
    for part in [
      "lon=\"2\"", "<ele>1000<", "<time>2024-05-01T10:00:00Z<", "<fix>3d<", "04-30T18:30:00Z",
    ] { #expect(result.text.contains(part), "\(part)") }
    #expect(result.diagnostics.map(\.code) == [.schemaLeftOut])
  }

  @Test func `times at the limits of the calendar are written back unchanged`() throws {
    let times = [
      "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T24:00:00Z",
      "0000-06-01T00:00:00Z",
      "9999-12-31T23:59:59+14:00", "0001-01-01T00:00:00-14:00", "0001-01-01T00:00:00+02:00",
      "-0001-01-01T00:00:00Z", "12024-01-01T00:00:00Z", "9999-12-31T23:59:59.9995Z",
    ]
    let text = Reading.gpx(
      times.map { "<wpt lat=\"1\" lon=\"2\"><time>\($0)</time></wpt>" }.joined())
    let result = try write(text)
    #expect(try RoundTrip.differences(Array(text.utf8), Array(result.text.utf8)) == [])
    #expect(result.document.places.filter { $0.time == nil }.count == 5)
    #expect(result.diagnostics.isEmpty)
  }

  @Test func `a time that its zone would move into the year 10000 is written in UTC`() throws {
    var place = GeoPlace(coordinate: Coordinate(latitude: 1, longitude: 2))
    place.time = Date(timeIntervalSinceReferenceDate: 252_423_993_599)
    place.format.zone = .east(minutes: 60)
    let (bytes, _) = try RoundTrip.write([GeoDocument(places: [place])])
    #expect(String(decoding: bytes, as: UTF8.self).contains("<time>9999-12-31T23:59:59Z</time>"))
  }
}
