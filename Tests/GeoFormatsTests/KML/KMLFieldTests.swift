import Foundation
import GeoFormats
import Testing

struct KMLFieldTests {
  static let point = "<Point><coordinates>1,2</coordinates></Point>"

  func place(_ content: String, before: String = "") throws -> GeoPlace {
    let (document, _) = try KMLReading.document(
      "\(before)<Placemark>\(content)\(Self.point)</Placemark>")
    return try #require(document.places.first)
  }

  @Test func `nested folders become groups whose names are joined`() throws {
    let (document, _) = try KMLReading.document(
      """
      <name>File</name><Placemark>\(Self.point)</Placemark>
      <Folder><name>Alps</name><Placemark>\(Self.point)</Placemark>
      <Folder><name>Day 1</name><Document><name>Inner</name><Placemark>\(Self.point)</Placemark></Document>
      </Folder><Folder><Placemark>\(Self.point)</Placemark></Folder></Folder>
      """)
    #expect(
      document.places.map(\.extras.groups) == [[], ["Alps"], ["Alps / Day 1"], ["Alps"]])
    #expect(document.header.groups.isEmpty)
    #expect(document.header.metadata.name == "File")
  }

  @Test func `a folder without imported items becomes no group and is reported`() throws {
    let (document, report) = try KMLReading.document(
      """
      <Folder><name>Overlays</name><description>Maps</description>
      <GroundOverlay><name>A</name></GroundOverlay></Folder>
      <Folder><name>Outer</name><description>Kept</description>
      <Folder><name>Huts</name><Placemark>\(Self.point)</Placemark></Folder>
      <Folder><name>Empty</name></Folder></Folder>
      """)
    #expect(document.header.groups.map(\.name) == ["Outer"])
    #expect(document.header.groups.first?.notes == "Kept")
    #expect(document.places.map(\.extras.groups) == [["Outer / Huts"]])
    #expect(
      report.all(.elementUnsupported).map(\.message).contains(
        """
        2 Folder elements were left out with their names and descriptions, because no items inside \
        were imported
        """
      ))
  }

  @Test func `shared styles, style maps and own styles give the colour and the symbol`() throws {
    let styles = """
      <Style id="a"><IconStyle><color>ff0000ff</color><Icon>
      <href>http://maps.google.com/mapfiles/kml/shapes/campground.png</href></Icon></IconStyle>
      <LineStyle><color>7f00ff00</color></LineStyle></Style>
      <StyleMap id="m"><Pair><key>normal</key><styleUrl>#a</styleUrl></Pair>
      <Pair><key>highlight</key><styleUrl>#none</styleUrl></Pair></StyleMap>
      """
    for address in ["#a", "#m", "a"] {
      let place = try place("<styleUrl>\(address)</styleUrl>", before: styles)
      #expect(place.extras.colour == "#FF0000")
      #expect(place.symbol == "Campground")
    }
    let own = try place(
      "<styleUrl>#a</styleUrl><Style><IconStyle><color>ffff0000</color></IconStyle></Style>",
      before: styles)
    #expect(own.extras.colour == "#0000FF" && own.symbol == "Campground")
    let (document, _) = try KMLReading.document(
      """
      \(styles)<Placemark><styleUrl>#m</styleUrl><LineString><coordinates>1,2 3,4</coordinates>
      </LineString></Placemark>
      """)
    #expect(document.paths.first?.header.extras.colour == "#00FF00")
  }

  @Test func `parts of a style that an item does not have are told with their number`() throws {
    let styles = """
      <Style id="a"><IconStyle><color>ff0000ff</color><Icon><href>http://example.com/a.png</href></Icon>
      </IconStyle><LineStyle><color>ff00ff00</color><width>3</width></LineStyle>
      <PolyStyle><color>ffff0000</color></PolyStyle></Style>
      <StyleMap id="m"><Pair><key>normal</key><styleUrl>#a</styleUrl></Pair>
      <Pair><key>highlight</key><styleUrl>#b</styleUrl></Pair></StyleMap>
      """
    let line = "<coordinates>1,2 3,4 5,2 1,2</coordinates>"
    let (document, report) = try KMLReading.document(
      """
      \(styles)<Placemark><styleUrl>#m</styleUrl><LineString>\(line)</LineString></Placemark>
      <Placemark><styleUrl>#m</styleUrl><Polygon><outerBoundaryIs><LinearRing>\(line)</LinearRing>
      </outerBoundaryIs></Polygon></Placemark>
      <Placemark><styleUrl>#m</styleUrl>\(Self.point)</Placemark>
      """)
    #expect(document.paths.map(\.header.extras.colour) == ["#00FF00", "#00FF00"])
    #expect(
      Set(report.diagnostics.filter { $0.code == .styleSimplified }.map(\.message)) == [
        "1 StyleMap was reduced to the normal style; the highlighted style was left out",
        "the icon in the style of 2 paths was left out",
        "the icon colour in the style of 2 paths was left out",
        "the area colour in the style of 1 path was left out",
      ])
  }

  @Test func `names and descriptions that have no field are told with their number`() throws {
    let report = try KMLReading.document(
      """
      <name>File</name><Document><name>Inner</name><description>d</description>
      <Folder><description>no name</description><Placemark><name>A</name><name>B</name>
      <description>x</description><description>y</description>\(Self.point)</Placemark></Folder>
      </Document>
      """
    ).report
    #expect(
      report.diagnostics.filter { $0.code == .elementUnsupported }.map(\.message) == [
        "1 text was left out: second name of a Placemark",
        "1 text was left out: second description of a Placemark",
        "1 text was left out: description of a Folder without a name",
        "1 text was left out: name of an additional Document",
        "1 text was left out: description of an additional Document",
      ])
  }

  @Test func `numbers of unknown sensors are written back, and other formats report them`() throws {
    let (document, report) = try KMLReading.document(
      """
      <Placemark><name>T</name><gx:Track><when>2026-07-11T06:00:00Z</when><when>2026-07-11T06:00:01Z</when>
      <gx:coord>1 2 3</gx:coord><gx:coord>1 2 3</gx:coord><ExtendedData><SchemaData>
      <gx:SimpleArrayData name="noise"><gx:value>61.5</gx:value><gx:value>loud</gx:value>
      </gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark>
      """)
    let points = try #require(document.paths.first).points
    #expect(points.kept.keys.sorted() == [0])
    #expect(points.kept[0]?.contains("noise") == true && points.kept[0]?.contains(">61.5<") == true)
    #expect(
      report.diagnostics.map(\.message) == ["1 value of the unknown sensor noise was left out"])
    let (bytes, losses) = try KMLReading.write(document)
    #expect(losses.isEmpty)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<gx:SimpleArrayField name=\"noise\" type=\"float\"/>"))
    let again = try KMLReading.read(bytes)
    #expect(again.document.paths.first?.points.kept == points.kept)
    #expect(again.report.diagnostics.isEmpty)
    let messages = try KMLReading.write(document, as: "geojson").losses.map(\.message)
    #expect(
      messages.contains { $0.hasSuffix("point values preserved from files in other formats") },
      "\(messages)")
  }

  @Test func `tilt and roll of a track are told with the number of values other than 0`() throws {
    let (document, report) = try KMLReading.document(
      """
      <Placemark><gx:Track><gx:coord>1 2 3</gx:coord><gx:coord>1 2 3</gx:coord>
      <gx:angles>90 5 0</gx:angles><gx:angles>-90 5 1</gx:angles></gx:Track></Placemark>
      """)
    #expect(document.paths.first?.points.sensors[GeoSensor.course.rawValue] == [90, 270])
    #expect(
      report.diagnostics.filter { $0.code == .elementUnsupported }.map(\.message) == [
        "2 values of the tilt in gx:angles were left out, because only the heading is imported",
        "1 value of the roll in gx:angles was left out, because only the heading is imported",
      ])
  }

  @Test func `a style that follows a place is found, and an unknown or remote one is told`() throws
  {
    let (document, report) = try KMLReading.document(
      """
      <Placemark><name>A</name><styleUrl>#late</styleUrl>\(Self.point)</Placemark>
      <Placemark><name>B</name><styleUrl>#none</styleUrl>\(Self.point)</Placemark>
      <Placemark><name>C</name><styleUrl>http://example.com/s.kml#x</styleUrl>\(Self.point)</Placemark>
      <Style id="late"><IconStyle><color>ff00ff00</color></IconStyle></Style>
      """)
    let colours = Dictionary(
      uniqueKeysWithValues: document.places.map { ($0.name, $0.extras.colour) })
    #expect(colours["A"] == "#00FF00" && colours["B"] == .some(nil))
    #expect(report.totals == [.valueInvalid: 1, .elementUnsupported: 1])
  }

  @Test(arguments: [
    ("plain text", "plain text"), ("a &lt; b", "a < b"),
    ("<![CDATA[<b>Bold</b> and<br/>new line]]>", "Bold and\nnew line"),
    ("&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&amp;nbsp;&amp;amp; three&lt;/p&gt;", "One\n\nTwo & three"),
    ("<![CDATA[<style>b{}</style><img src=\"a>b.png\">x<!-- y -->]]>", "x"),
    ("<b>not</b> escaped", "not escaped"), ("AT&amp;T and 1 &lt; 2", "AT&T and 1 < 2"),
  ])
  func `a description becomes plain text`(xml: String, text: String) throws {
    #expect(try place("<description>\(xml)</description>").details == text)
  }

  @Test func `an HTML description is written back unchanged while its text is unchanged`() throws {
    let html = "<b>Bold</b><br>text"
    var (document, _) = try KMLReading.document(
      "<Placemark><description><![CDATA[\(html)]]></description>\(Self.point)</Placemark>")
    let escaped = "&lt;b&gt;Bold&lt;/b&gt;&lt;br&gt;text"
    let unchanged = try KMLReading.write(document)
    #expect(String(decoding: unchanged.bytes, as: UTF8.self).contains(escaped))
    document.places[0].details = "Other"
    let changed = try KMLReading.write(document)
    #expect(!String(decoding: changed.bytes, as: UTF8.self).contains(escaped))
    #expect(try KMLReading.read(changed.bytes).document.places[0].details == "Other")
  }

  @Test func `elements without a field are kept and written back in the schema's order`() throws {
    let kept = """
      <address>Main Street 1</address><Snippet maxLines="2">short</Snippet>
      <LookAt><longitude>1</longitude></LookAt>
      <ExtendedData xmlns:x="http://example.com/x"><Data name="a"><value>1 &amp; 2</value></Data>
      <x:y z="&quot;">t</x:y><SchemaData schemaUrl="#s"><SimpleData name="n">v</SimpleData></SchemaData>
      </ExtendedData>
      """
    let (document, _) = try KMLReading.document(
      "<Placemark><name>N</name>\(kept)\(Self.point)</Placemark>")
    let (bytes, losses) = try KMLReading.write(document)
    let text = String(decoding: bytes, as: UTF8.self)
    let order = [
      "<name>N", "<address>Main Street 1</address>", "<Snippet maxLines=\"2\">short</Snippet>",
      "<LookAt><longitude>1</longitude></LookAt>",
      "<Data name=\"a\"><value>1 &amp; 2</value></Data>",
      "<x:y xmlns:x=\"http://example.com/x\" z=\"&quot;\">t</x:y>",
      "<Data name=\"n\"><value>v</value></Data>",
      "<Point>",
    ]
    var rest = text[...]
    for part in order {
      let range = rest.firstRange(of: part)
      #expect(range != nil, "\(part) is missing or out of order in \(text)")
      rest = range.map { rest[$0.upperBound...] } ?? rest
    }
    #expect(losses.isEmpty)
    let again = try KMLReading.read(bytes)
    #expect(again.document.places.first?.kept == document.places.first?.kept)
  }

  @Test func `a time span gives a place its time and is kept`() throws {
    let (document, _) = try KMLReading.document(
      """
      <Placemark><TimeSpan><begin>2010-05</begin><end>2011</end></TimeSpan>\(Self.point)</Placemark>
      <Placemark><TimeStamp><when>1997-07-16</when></TimeStamp>\(Self.point)</Placemark>
      """)
    #expect(document.places[0].time == Date(timeIntervalSince1970: 1_272_672_000))
    #expect(document.places[1].time == Date(timeIntervalSince1970: 869_011_200))
    let text = String(decoding: try KMLReading.write(document).bytes, as: UTF8.self)
    #expect(text.contains("<TimeSpan><begin>2010-05</begin><end>2011</end></TimeSpan>"))
    #expect(text.contains("<when>1997-07-16</when>"))
  }

  @Test func `a changed time replaces a kept time span`() throws {
    var (document, _) = try KMLReading.document(
      "<Placemark><TimeSpan><begin>2010-05</begin></TimeSpan>\(Self.point)</Placemark>")
    document.places[0].time = Date(timeIntervalSince1970: 0)
    let text = String(decoding: try KMLReading.write(document).bytes, as: UTF8.self)
    #expect(text.contains("1970-01-01T00:00:00Z") && !text.contains("TimeSpan"))
  }

  @Test func `overlays, models, links and tours are told once with their number`() throws {
    let (document, report) = try KMLReading.document(
      """
      <NetworkLink><Link><href>http://example.com/a.kml</href></Link></NetworkLink>
      <NetworkLink/><GroundOverlay><Icon><href>a.png</href></Icon></GroundOverlay><gx:Tour/>
      <Placemark><Model/></Placemark><Placemark><name>no geometry</name></Placemark>
      <Placemark>\(Self.point)</Placemark>
      """)
    #expect(document.places.count == 1 && document.paths.isEmpty)
    #expect(report.totals == [.elementUnsupported: 4, .geometryMissing: 1])
    let links = try #require(report.diagnostics.first { $0.element == "NetworkLink" })
    #expect(links.message.hasPrefix("2 NetworkLink elements") && links.line == 3)
  }

  @Test(arguments: [
    "<kml xmlns=\"http://earth.google.com/kml/2.0\"><Folder><Placemark>",
    "<kml><Document><Placemark>", "<k:kml xmlns:k=\"http://www.opengis.net/kml/2.2\"><k:Placemark>",
    "<Placemark>", "",
  ])
  func `old schemas, other roots and prefixes are read`(head: String) throws {
    let prefix = head.hasPrefix("<k:") ? "k:" : ""
    let names = head.matches(of: /<([A-Za-z:]+)/).map { "</\($0.1)>" }.reversed().joined()
    let (document, _) = try KMLReading.read(
      "\(head)<\(prefix)Point><\(prefix)coordinates>1,2</\(prefix)coordinates></\(prefix)Point>\(names)"
    )
    #expect(document.places.count == 1)
  }
}
