import GeoFormats
import Testing

struct KMLKeptElementTests {
  private static func line(_ coordinates: String, tessellate: Int) -> String {
    """
    <Placemark><LineString><tessellate>\(tessellate)</tessellate>
    <coordinates>\(coordinates)</coordinates></LineString></Placemark>
    """
  }

  private static func keepsTessellation(_ path: GeoPath) -> Bool {
    path.header.kept?.contains("tessellate") == true
  }

  @Test(arguments: [0, 1], ["7,46,100 8,47,110", "7,46 8,47", "7,46,0 8,47,110"])
  func `tessellate comes back from KML exactly once`(value: Int, coordinates: String) throws {
    let (document, report) = try KMLReading.document(Self.line(coordinates, tessellate: value))
    #expect(report.faults.isEmpty)
    let bytes = try KMLReading.write(document).bytes
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(written.matches(of: /<tessellate>/).count == 1)
    #expect(written.contains("<tessellate>\(value)</tessellate>"))
    let again = try KMLReading.read(bytes).document
    #expect(again.paths.map(Self.keepsTessellation) == document.paths.map(Self.keepsTessellation))
  }

  @Test func `a GPX export contains the tessellate element of a line with altitudes`() throws {
    let lines = [1, 0].map { Self.line("7,46,100 8,47,110", tessellate: $0) }.joined()
    let (document, _) = try KMLReading.document(lines)
    let written = String(
      decoding: try KMLReading.write(document, as: "gpx").bytes, as: UTF8.self)
    let first = try #require(written.firstRange(of: "tessellate&gt;1&lt;/tessellate"))
    let second = try #require(written.firstRange(of: "tessellate&gt;0&lt;/tessellate"))
    #expect(first.upperBound < second.lowerBound)
  }

  @Test func `a line without tessellate does not get it from another line`() throws {
    let (document, _) = try KMLReading.document(
      Self.line("7,46,100 8,47,110", tessellate: 1)
        + """
        <Placemark><LineString><coordinates>7,46,1 8,47,2</coordinates></LineString></Placemark>
        """)
    #expect(document.paths.map(Self.keepsTessellation) == [true, false])
  }

  @Test func `attributes of geometries and ExtendedData are reported with their number`() throws {
    let placemark = """
      <Placemark id="p"><ExtendedData xmlns:x="http://example.com/x" type="Tracks">
      <Data name="a" foo="bar"><value>1</value></Data></ExtendedData>
      <Point><coordinates>7,46</coordinates></Point></Placemark>
      """
    let (document, report) = try KMLReading.document(
      """
      \(placemark)
      \(placemark)
      <Placemark><LineString custom="x" other="y"><coordinates>7,46 8,47</coordinates></LineString>
      </Placemark>
      """)
    #expect(
      report.all(.elementUnsupported).map(\.message) == [
        "2 attributes “type” of ExtendedData elements left out",
        "1 attribute “custom” of LineString elements left out",
        "1 attribute “other” of LineString elements left out",
      ])
    #expect(report.all(.elementUnsupported).map(\.line) == [3, 9, 9])
    #expect(document.places.first?.kept?.contains("foo=") == true)
  }
}
