import Foundation
import GeoFormats
import TestSupport
import Testing

struct KMLBadInputTests {
  private static let sample = """
    <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>D</name>
    <Placemark><name>A</name><Point><coordinates>1,2,3</coordinates></Point></Placemark>
    <Folder><name>F</name><Placemark><name>B</name><LineString><coordinates>1,2 3,4 5,6
    </coordinates></LineString></Placemark>
    <Placemark><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 1,2
    </coordinates></LinearRing></outerBoundaryIs></Polygon><Point><coordinates>1,1</coordinates>
    </Point></MultiGeometry></Placemark>
    <Placemark><gx:Track><when>2026-07-11T06:00:00Z</when><when>2026-07-11T06:00:01Z</when>
    <gx:coord>1 2 3</gx:coord><gx:coord>2 3 4</gx:coord><ExtendedData><SchemaData>
    <gx:SimpleArrayData name="power"><gx:value>1</gx:value></gx:SimpleArrayData></SchemaData>
    </ExtendedData></gx:Track><TimeStamp><when>2026</when></TimeStamp></Placemark></Folder>
    </Document></kml>
    """

  @Test func `a file that is cut at any byte gives the complete items before the cut`() throws {
    let bytes = Array(Self.sample.utf8)
    for length in 1..<bytes.count {
      let (document, report) = try KMLReading.read(Array(bytes[..<length]))
      #expect(!report.isComplete)
      #expect(
        report.diagnostics.contains {
          $0.line != nil && ($0.code == .xmlTruncated || report.isRefused)
        })
      #expect(document.places.count == report.counts.waypoints)
      #expect(document.paths.count == report.counts.routes + report.counts.tracks)
      if length > 260 { #expect(document.places.first?.name == "A") }
    }
  }

  @Test func `a line that is cut off keeps its complete positions`() throws {
    let (document, report) = try KMLReading.read(
      "<kml><Placemark><name>L</name><LineString><coordinates>1,2 3,4 5,6")
    #expect(document.paths.first?.points.latitudes == [2, 4])
    #expect(document.paths.first?.header.name == "L")
    #expect(report.diagnostics.map(\.code) == [.xmlTruncated])
    #expect(report.faults.first?.line == 1)
    #expect(report.faults.first?.message.contains("the file ends at byte 66 of 66, before") == true)
  }

  /// A file that must be refused. Its description keeps long files out of the log.
  struct Hostile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: Diagnostic.Code
    let text: @Sendable () -> String

    init(_ code: Diagnostic.Code, _ description: String, _ text: @escaping @Sendable () -> String) {
      testDescription = description
      self.code = code
      self.text = text
    }
  }

  @Test(arguments: [
    Hostile(.limitDepth, "deep") { "<kml>" + String(repeating: "<Folder>", count: 2_000) },
    Hostile(.limitToken, "long tag") { "<kml a=\"" + String(repeating: "x", count: 300_000) },
    Hostile(.limitText, "long text") {
      "<kml><Placemark><name>" + String(repeating: "x", count: 300_000)
    },
    Hostile(.limitFragment, "much kept XML") {
      "<kml><Placemark><x>" + String(repeating: "<y>text</y>", count: 20_000)
    },
    Hostile(.xmlTruncated, "truncated") { "<kml><Document/></kml" },
    Hostile(.xmlMalformed, "malformed") { "<kml><a></b></kml>" },
  ])
  func `a hostile or empty file is refused with its position`(file: Hostile) throws {
    let (_, report) = try KMLReading.read(Array(file.text().utf8)) { options in
      options.limits.depth = 1_000
      options.limits.token = 100_000
      options.limits.text = 100_000
      options.limits.preservedMarkup = 100_000
    }
    #expect(report.refusal?.code == file.code)
    #expect(report.refusal?.line == 1)
    #expect(report.format == "kml")
  }

  @Test func `deep folders and geometries are read without recursion`() throws {
    let deep = 20_000
    let open = String(repeating: "<Folder><name>f</name>", count: deep)
    let close = String(repeating: "</Folder>", count: deep)
    let (document, report) = try KMLReading.read(
      """
      <kml>\(open)<Placemark>\(String(repeating: "<MultiGeometry>", count: deep))
      <Point><coordinates>1,2</coordinates></Point>
      \(String(repeating: "</MultiGeometry>", count: deep))</Placemark>\(close)</kml>
      """)
    #expect(report.isComplete)
    #expect(document.places.first?.extras.groups.first?.count == 32 + 31 * 3)
    #expect(report.diagnostics.map(\.code) == [.limitDepth])
    #expect(report.diagnostics.first?.message.hasPrefix("1 Folder is nested more than 32") == true)
  }

  @Test func `entities are not expanded beyond the limit and never fetched`() throws {
    let bomb = (1...9).map {
      "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">"
    }
    let (_, refused) = try KMLReading.read(
      "<!DOCTYPE kml [<!ENTITY a0 \"aaaaaaaaaa\">\(bomb.joined())]><kml><Placemark><name>&a9;</name></Placemark></kml>"
    )
    #expect(refused.refusal?.code == .dtdAmplification)
    let (document, report) = try KMLReading.read(
      """
      <!DOCTYPE kml SYSTEM "file:///etc/passwd" [<!ENTITY e SYSTEM "file:///etc/passwd">]>
      <kml><Placemark><name>n&e;</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>
      """)
    #expect(document.places.first?.name == "n")
    #expect(report.totals == [.dtdExternal: 1, .dtdEntitySkipped: 1])
  }

  @Test func `style maps that refer to each other end`() throws {
    let (_, report) = try KMLReading.document(
      """
      <StyleMap id="a"><Pair><key>normal</key><styleUrl>#b</styleUrl></Pair></StyleMap>
      <StyleMap id="b"><Pair><key>normal</key><styleUrl>#a</styleUrl></Pair></StyleMap>
      <Placemark><styleUrl>#a</styleUrl><Point><coordinates>1,2</coordinates></Point></Placemark>
      """)
    #expect(report.totals == [.valueInvalid: 1])
  }

  @Test func `repairs of the text are told at their place in the file`() throws {
    let (document, report) = try KMLReading.read(
      """
      <kml><Placemark>
      <name>A & B &eacute;</name>
      <Point><coordinates>1,2</coordinates></Point></Placemark>
      <Placemark><Point><coordinates>1,200</coordinates></Point></Placemark></kml>
      """)
    #expect(document.places.first?.name == "A & B é")
    #expect(
      report.diagnostics.map(\.code) == [
        .textAmpersand, .entityUndeclared, .coordinateOutOfRange,
      ])
    #expect(report.diagnostics.map(\.line) == [2, 2, 4])
    #expect(report.diagnostics.prefix(2).map(\.column) == [9, 13])
  }

  @Test func `content after the document is told`() throws {
    let (document, report) = try KMLReading.read(
      "<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>\n<kml/>")
    #expect(document.places.count == 1 && report.isComplete)
    #expect(report.totals == [.xmlTrailingContent: 1])
  }

  @Test(arguments: [
    ("two-kml.kmz", ["doc"], "a.kml and 2 pictures"), ("no-doc.kmz", ["first"], "b.kml"),
    ("pictures.kmz", ["doc"], "2 pictures; pictures are not imported"),
  ])
  func `the main file of a KMZ file is read and the other files are told`(
    name: String, places: [String], others: String
  ) throws {
    let (document, report) = try Reading.fixture("kml/\(name)")
    #expect(document.places.map(\.name) == places)
    #expect(
      report.diagnostics.first { $0.code == .inputMembersLeft }?.message.contains(others) == true)
    #expect(report.isComplete)
  }

  @Test func `a file with only empty paths is told before all other content left out`()
    throws
  {
    let line = "<Placemark><LineString><extrude>1</extrude><coordinates/></LineString></Placemark>"
    let (_, report) = try KMLReading.document("<open>1</open>\(line)\(line)")
    #expect(report.counts.usable == 0)
    #expect(report.diagnostics.map(\.code) == [.geometryMissing, .elementUnsupported])
    #expect(report.diagnostics.first?.message == "2 paths without coordinates were left out")
    #expect(report.diagnostics.first?.line == 3)
    // In other files, such a line becomes a path without points.
    let place = "<Placemark><Point><coordinates>2,1</coordinates></Point></Placemark>"
    let mixed = try KMLReading.document("\(line)\(place)")
    #expect(mixed.document.paths.count == 1)
    #expect(mixed.report.diagnostics.isEmpty)
  }
}
