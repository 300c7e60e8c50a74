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
        "2 attributes “type” of ExtendedData elements were left out",
        "1 attribute “custom” of LineString elements was left out",
        "1 attribute “other” of LineString elements was left out",
      ])
    #expect(report.all(.elementUnsupported).map(\.line) == [3, 9, 9])
    #expect(document.places.first?.kept?.contains("foo=") == true)
  }

  @Test func `unread attributes of all elements are reported with their number`() throws {
    let (document, report) = try KMLReading.document(
      """
      <Schema name="Trail" id="s" x="1"><SimpleField type="string" name="n" x="2"/></Schema>
      <Style id="a"><LineStyle id="b"><color id="c" mode="d">ff0000ff</color></LineStyle></Style>
      <Placemark id="p"><name xml:lang="de">Hütte</name>
      <atom:link xmlns:atom="http://www.w3.org/2005/Atom" href="http://x.org" rel="related" hreflang="fr"/>
      <TimeStamp id="t"><when zone="UTC">2020-01-01T00:00:00Z</when></TimeStamp>
      <address note="kept">Bern</address><styleUrl>#a</styleUrl>
      <ExtendedData><SchemaData schemaUrl="#s" foo="1"><SimpleData name="n" unit="m">7</SimpleData>
      </SchemaData></ExtendedData><Point><coordinates foo="1">7,46</coordinates></Point></Placemark>
      <Placemark><LineString><coordinates foo="1">7,46 <b foo="1"/>8,48</coordinates>
      </LineString></Placemark>
      <Placemark><gx:Track><when zone="UTC">2020-01-01T00:00:00Z</when>
      <gx:coord xml:space="preserve">7 46</gx:coord></gx:Track></Placemark>
      """)
    let place = try #require(document.places.first)
    #expect(place.name == "Hütte" && place.kept?.contains("note=") == true)
    #expect(
      report.diagnostics.map(\.message) == [
        "1 attribute “x” of Schema elements was left out",
        "1 attribute “x” of SimpleField elements was left out",
        "1 identifier of color elements was left out",
        "1 attribute “mode” of color elements was left out",
        "1 attribute “xml:lang” of name elements was left out",
        "1 attribute “rel” of atom:link elements was left out",
        "1 attribute “hreflang” of atom:link elements was left out",
        "1 identifier of TimeStamp elements was left out",
        "2 attributes “zone” of when elements were left out",
        "1 attribute “foo” of SchemaData elements was left out",
        "1 attribute “unit” of SimpleData elements was left out",
        "2 attributes “foo” of coordinates elements were left out",
        "1 attribute “foo” of b elements was left out",
        "1 attribute “xml:space” of gx:coord elements was left out",
      ])
    let lines = [3, 3, 4, 4, 5, 6, 6, 7, 7, 9, 9, 10, 11, 14]
    #expect(report.diagnostics.map { $0.line ?? 0 } == lines)
  }

  @Test func `attributes without a meaning for the data are not reported`() throws {
    let (_, report) = try KMLReading.read(
      """
      <kml version="2.0" xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b"><Placemark>
      <name xmlns:x="urn:x">A</name><Point xmlns="http://www.opengis.net/kml/2.2">
      <coordinates>7,46</coordinates></Point></Placemark><Placemark><gx:Track>
      <when>2020-01-01T00:00:00Z</when><gx:coord>7 46</gx:coord><ExtendedData>
      <SchemaData schemaUrl="#s"><gx:SimpleArrayData name="heartrate"><gx:value>90</gx:value>
      </gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark></kml>
      """)
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `the root names the creator, and its other attributes are reported`() throws {
    let (document, report) = try KMLReading.read(
      """
      <kml creator="GPXEditor" hint="target=earth"><Folder id="f" xml:lang="fr"><name>F</name>
      <Document id="d" xml:lang="fr"><Placemark><Point><coordinates>7,46</coordinates></Point>
      </Placemark></Document></Folder></kml>
      """)
    #expect(report.creator == "GPXEditor" && document.header.creator == "GPXEditor")
    #expect(
      report.diagnostics.map(\.message) == [
        "1 attribute “hint” of kml elements was left out",
        "1 identifier of Folder elements was left out",
        "1 attribute “xml:lang” of Folder elements was left out",
        "1 identifier of Document elements was left out",
        "1 attribute “xml:lang” of Document elements was left out",
      ])
  }

  @Test func `the tags of an unescaped description are kept with their attributes`() throws {
    let (document, report) = try KMLReading.document(
      """
      <Placemark><description>See <a href="http://x.org/?a=1&amp;b=2" title="&quot;">here</a></description>
      <Point><coordinates>7,46</coordinates></Point></Placemark>
      """)
    #expect(report.diagnostics.isEmpty)
    #expect(document.places.first?.details == "See here")
    let written = String(decoding: try KMLReading.write(document).bytes, as: UTF8.self)
    let again = try KMLReading.read(written).document
    #expect(again.places.first?.kept == document.places.first?.kept)
    #expect(written.contains("x.org/?a=1&amp;amp;b=2"))
  }
}
