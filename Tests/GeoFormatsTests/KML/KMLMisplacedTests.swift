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
    #expect(missing.message.hasPrefix("2 Point elements without coordinates left out"))
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
}
