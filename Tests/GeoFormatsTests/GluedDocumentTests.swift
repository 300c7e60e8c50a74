import GPXCompare
import GeoFormats
import Geodesy
import Testing

@Suite struct GluedDocumentTests {
  private static func document(_ prefix: String, _ uri: String, _ latitude: Int) -> String {
    """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:\(prefix)="\(uri)">
    <metadata><name>\(uri)</name></metadata>
    <wpt lat="\(latitude)" lon="2"><extensions><\(prefix):a>x</\(prefix):a></extensions></wpt>
    </gpx>

    """
  }

  @Test(arguments: ["", "\n\n", "\0\0\0\0", "\u{FEFF}", " <!-- between --> "])
  func `concatenated documents are read as one file, each with its own prefixes`(
    between: String
  ) throws {
    let text =
      Self.document("p", "urn:one", 1) + between + Self.document("p", "urn:two", 2) + between
      + Self.document("q", "urn:three", 3)
    let result = try RoundTrip.run(Array(text.utf8))
    #expect(result.document.places.map(\.coordinate.latitude) == [1, 2, 3])
    #expect(result.report.totals[.xmlGlued] == 2)
    #expect(result.report.diagnostics.first { $0.code == .xmlGlued }?.element == "gpx")
    let output = String(decoding: result.output, as: UTF8.self)
    for uri in ["urn:one", "urn:two", "urn:three"] { #expect(output.contains("=\"\(uri)\"")) }
    // The written prefixes are declared and keep their meaning.
    let again = try RoundTrip.run(result.output)
    #expect(again.report.totals[.namespaceUndeclared] == nil)
    #expect(try RoundTrip.differences(result.output, again.output) == [])
  }

  @Test func `a truncated document after items without a root is incomplete`() throws {
    let (document, report) = try Reading.text(
      "<wpt lat=\"1\" lon=\"2\"/></gpx>\n<gpx version=\"1.1\"><wpt lat=\"3\" lon=\"4\"/>\n")
    #expect(document.places.count == 2)
    #expect(!report.isComplete)
    #expect(report.totals[.xmlTruncated] == 1)
  }

  @Test func `a further document with a document type definition is skipped completely`() throws {
    let (document, _) = try Reading.fixture("gpx/bad/second-document-with-entities.gpx")
    #expect(document.places.map(\.name) == ["Hut", "Third"])
  }

  @Test func `a document that follows one without items is read`() throws {
    let (document, report) = try Reading.text(
      "<gpx version=\"1.1\"/>\n" + Reading.gpx("<wpt lat=\"1\" lon=\"2\"/>"))
    #expect(document.places.count == 1)
    #expect(report.isComplete)
  }

  @Test func `line numbers are correct in a hundred concatenated documents`() throws {
    let one = Reading.gpx("<wpt lat=\"91\" lon=\"2\"/><wpt lat=\"1\" lon=\"2\"/>") + "\n"
    let (document, report) = try Reading.text(String(repeating: one, count: 100))
    #expect(document.places.count == 100)
    let lines = report.diagnostics.filter { $0.code == .coordinateOutOfRange }.map(\.line)
    #expect(lines == (0..<100).map { 3 + 4 * $0 })
  }

  @Test func `concatenated documents of any length are separated with correct line numbers`() throws
  {
    let counts = (0..<120).map { $0 * 97 % 6_500 }
    let text = counts.map { count in
      "<gpx version=\"1.1\" creator=\"t\">\n<!--" + String(repeating: "é", count: count)
        + "-->\n<wpt lat=\"91\" lon=\"2\"/><wpt lat=\"1\" lon=\"2\"/></gpx>\n"
    }.joined()
    let (document, report) = try Reading.text(text)
    #expect(document.places.count == counts.count)
    #expect(report.totals[.xmlGlued] == counts.count - 1)
    #expect(
      report.totals.keys.sorted { $0.rawValue < $1.rawValue } == [.coordinateOutOfRange, .xmlGlued])
    let lines = report.diagnostics.filter { $0.code == .coordinateOutOfRange }.map(\.line)
    #expect(lines == counts.indices.map { 3 + 3 * $0 })
  }

  @Test func `a truncated second document makes the file incomplete`() throws {
    let text =
      Reading.gpx("<wpt lat=\"1\" lon=\"2\"/>") + "\n<gpx version=\"1.1\"><wpt lat=\"3\" lon=\"4\">"
    let (document, report) = try Reading.text(text)
    #expect(document.places.count == 1)
    #expect(!report.isComplete)
    #expect(report.counts.skipped.waypoints == 1)
  }
}
