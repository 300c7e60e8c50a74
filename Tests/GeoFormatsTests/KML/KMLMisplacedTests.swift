import GeoFormats
import Testing

struct KMLMisplacedTests {
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
