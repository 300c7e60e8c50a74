import Foundation
import GeoFormats
import Testing

struct KMLMisplacedTests {
  @Test(arguments: ["<Point/>", "<Point><coordinates> </coordinates></Point>"])
  func `a Placemark whose point is empty is reported`(point: String) throws {
    let (document, report) = try KMLReading.document(
      """
      <Placemark><name>Empty</name>\(point)</Placemark>
      <Placemark><name>Line</name><MultiGeometry>\(point)
      <LineString><coordinates>1,2 3,4</coordinates></LineString></MultiGeometry></Placemark>
      <Placemark><name>Pole</name><Point><coordinates>1,95</coordinates></Point></Placemark>
      """)
    #expect(document.places.isEmpty && document.paths.map(\.header.name) == ["Line"])
    #expect(report.totals == [.geometryMissing: 1, .coordinateOutOfRange: 1])
    let missing = try #require(report.diagnostics.first { $0.code == .geometryMissing })
    #expect(missing.line == 3 && missing.element == "Point")
    #expect(missing.message.hasPrefix("2 Point elements without coordinates were left out"))
  }

  @Test func `elements that are misplaced in a geometry are told and not written back`() throws {
    let (document, report) = try KMLReading.document(
      """
      <Placemark><gx:Track><when>2026-07-11T06:00:00Z</when><gx:coord>1 2 3</gx:coord>
      <gx:Track><gx:coord>4 5 6</gx:coord></gx:Track><name>inner</name></gx:Track></Placemark>
      """)
    #expect(document.paths.first?.points.count == 1)
    #expect(report.totals == [.elementUnsupported: 2])
    let again = try KMLReading.read(try KMLReading.write(document).bytes)
    #expect(again.document.paths.count == 1)
    #expect(again.document.paths.first?.header.name == nil)
  }

  @Test func `a second time of a Placemark is reported unless it is the same`() throws {
    let times = ["2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"]
    for second in times {
      let (document, report) = try KMLReading.document(
        """
        <Placemark><TimeStamp><when>\(times[0])</when></TimeStamp>
        <TimeStamp><when>\(second)</when></TimeStamp>
        <Point><coordinates>7,46</coordinates></Point></Placemark>
        """)
      #expect(document.places.first?.time?.timeIntervalSinceReferenceDate == 599_529_600)
      let told = second == times[0] ? [] : ["1 text was left out: second time of a Placemark"]
      #expect(report.diagnostics.map(\.message) == told)
    }
  }

  @Test(arguments: ["<begin>2019</begin><end>2022</end>", "<end>2022</end>"], [true, false])
  func `a TimeStamp beside a TimeSpan is kept`(span: String, isStampFirst: Bool) throws {
    let span = "<TimeSpan>\(span)</TimeSpan>"
    let stamp = "<TimeStamp><when>2020-01-01T00:00:00Z</when></TimeStamp>"
    let times = isStampFirst ? stamp + span : span + stamp
    let result = try KMLReading.document(
      """
      <Placemark>\(times)<LineString><coordinates>7,46 8,47</coordinates></LineString></Placemark>
      <Placemark>\(times)<Point><coordinates>7,46</coordinates></Point></Placemark>
      """)
    #expect(result.report.diagnostics.isEmpty)
    let place = try #require(result.document.places.first)
    #expect(place.time?.timeIntervalSinceReferenceDate == 599_529_600)
    #expect(place.kept?.contains("TimeSpan") == true)
    let path = try #require(result.document.paths.first)
    // An export writes both elements, so that nothing is lost on the way.
    let (bytes, _) = try KMLReading.write(result.document)
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(written.matches(of: /<when>2020-01-01T00:00:00Z</).count == 2)
    #expect(written.contains(span))
    let again = try KMLReading.read(bytes).document
    #expect(path.header.kept?.contains("TimeStamp") == true)
    #expect(again.paths.first?.header.kept == path.header.kept)
  }

  @Test(arguments: [true, false])
  func `a Placemark inside a Placemark is reported`(hasPoint: Bool) throws {
    let point = "<Point><coordinates>7,46</coordinates></Point>"
    let (document, report) = try KMLReading.document(
      """
      <Placemark><name>Outer</name>\(hasPoint ? point : "")
      <Placemark><name>Inner</name>\(point)</Placemark></Placemark>
      """)
    #expect(document.places.map(\.name) == (hasPoint ? ["Outer"] : []))
    #expect(report.totals[.elementUnsupported] == 1)
    #expect(report.totals[.geometryMissing] == (hasPoint ? nil : 1))
    let nested = try #require(report.all(.elementUnsupported).first)
    #expect(nested.line == 4)
    #expect(nested.message.hasPrefix("1 Placemark inside another Placemark was not imported"))
    #expect((document.places.first?.kept?.contains("Inner") == true) == hasPoint)
  }

  @Test func `the left-out description of a nameless folder is reported once at its line`() throws {
    let (_, report) = try KMLReading.document(
      """
      <Folder>
      <description><![CDATA[<b>Key</b> under the <a href="http://x.org">stone</a>]]></description>
      <Placemark><Point><coordinates>7,46</coordinates></Point></Placemark>

      </Folder>
      """)
    #expect(
      report.diagnostics.map(\.message) == [
        "1 text was left out: description of a Folder without a name"
      ])
    #expect(report.diagnostics.map(\.line) == [4])
  }
}
