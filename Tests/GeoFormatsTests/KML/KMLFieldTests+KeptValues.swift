import Foundation
import GeoFormats
import Testing

/// Identifiers, states and typed fields of Placemarks.
extension KMLFieldTests {
  @Test func `identifiers and the state of Placemarks are kept and written back once`() throws {
    let result = try KMLReading.document(
      """
      <Placemark id="p&amp;1"><name>A</name><open>1</open><MultiGeometry>
      <Point><coordinates>1,2</coordinates></Point><Point><coordinates>3,4</coordinates></Point>
      </MultiGeometry></Placemark>
      <Placemark id="l"><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
      """)
    #expect(result.report.diagnostics.isEmpty)
    let (bytes, losses) = try KMLReading.write(result.document)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.matches(of: /<Placemark id="p&amp;1"><name>A<\/name><open>1<\/open>/).count == 1)
    #expect(text.contains("<Placemark id=\"l\">"))
    #expect(
      losses.map(\.message) == [
        "KML cannot represent identifiers already used by another item"
      ])
    let again = try KMLReading.read(bytes)
    #expect(again.document.paths.map(\.header.kept) == result.document.paths.map(\.header.kept))
  }

  @Test func `identifiers and states without a field are told with their numbers`() throws {
    let result = try KMLReading.document(
      """
      <visibility>0</visibility><Folder id="f"><open>1</open><name>F</name>
      <Placemark><Point id="g"><coordinates>1,2</coordinates></Point></Placemark></Folder>
      <Folder id="h"><open>1</open></Folder>
      """)
    let told = result.report.all(.elementUnsupported).map(\.message)
    #expect(
      told == [
        """
        1 visibility element of folders and documents was left out, because a group has no open \
        or hidden state
        """,
        "2 identifiers of Folder elements were left out",
        """
        2 open elements of folders and documents were left out, because a group has no open or \
        hidden state
        """,
        "1 identifier of Point elements was left out",
      ])
    #expect(result.report.all(.elementUnsupported).map(\.line).allSatisfy { $0 != nil })
    #expect(result.report.faults.isEmpty)
  }

  @Test func `HTML markup in the description of a folder is reported`() throws {
    let (document, report) = try KMLReading.document(
      """
      <Folder><name>Huts</name><description><![CDATA[<b>Open</b> <a href="http://example.com/">all
      year</a>]]></description><Placemark>\(Self.point)</Placemark></Folder>
      """)
    #expect(document.header.groups.map(\.notes) == ["Open all year"])
    #expect(
      report.diagnostics.map(\.message) == [
        """
        the HTML markup and links in the description of 1 Folder were left out, because only the \
        text is imported
        """
      ])
    // Plain notes that an export marks as HTML are complete.
    var own = document
    own.header.groups[0].notes = "a <b>\nand & more"
    let again = try KMLReading.read(try KMLReading.write(own).bytes)
    #expect(again.document.header.groups.map(\.notes) == ["a <b>\nand & more"])
    #expect(again.report.diagnostics.isEmpty)
  }

  @Test func `typed fields keep their names for display, and their types are told`() throws {
    let result = try KMLReading.document(
      """
      <Schema name="Trail" id="s"><SimpleField type="double" name="len">
      <displayName><![CDATA[<b>Length</b>]]></displayName></SimpleField>
      <SimpleField type="string" name="town"/><SimpleField type="int" name="n"/>
      <gx:SimpleArrayField name="heartrate" type="int"/></Schema>
      <Placemark><ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="len">1.5</SimpleData>
      <SimpleData name="town">Bern</SimpleData></SchemaData></ExtendedData>
      <Point><coordinates>1,2</coordinates></Point></Placemark>
      """)
    #expect(
      result.report.all(.elementUnsupported).map(\.message) == [
        """
        the types of 2 SimpleField elements were left out, because the values in ExtendedData are \
        kept as text
        """
      ])
    let (bytes, losses) = try KMLReading.write(result.document)
    #expect(losses.isEmpty)
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        """
        <Data name="len"><displayName>&lt;b&gt;Length&lt;/b&gt;</displayName><value>1.5</value></Data>\
        <Data name="town"><value>Bern</value></Data>
        """))
  }

  @Test func `display names of arrays of unknown sensors are reported`() throws {
    let result = try KMLReading.document(
      """
      <Schema id="s">
      <gx:SimpleArrayField name="heartrate" type="int"><displayName>Heart</displayName></gx:SimpleArrayField>
      <gx:SimpleArrayField name="o2" type="float" x="1"><displayName>Oxygen</displayName></gx:SimpleArrayField>
      <gx:SimpleArrayField name="gear" type="string"/></Schema><Placemark>\(Self.point)</Placemark>
      """)
    #expect(
      result.report.diagnostics.map(\.message) == [
        "1 attribute “x” of gx:SimpleArrayField elements was left out",
        "1 text was left out: display name of a SimpleArrayField",
      ])
    #expect(result.report.diagnostics.map(\.line) == [5, 5])
  }

  @Test func `the UTC offset of the time of a Placemark is kept`() throws {
    let stamp = "<TimeStamp><when>1997-07-16T10:30:15+03:00</when></TimeStamp>"
    let (document, report) = try KMLReading.document(
      """
      <Placemark>\(stamp)\(Self.point)</Placemark>
      <Placemark>\(stamp)<LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
      <Placemark><TimeStamp><when>1997-07-16T10:30:15</when></TimeStamp>\(Self.point)</Placemark>
      """)
    #expect(report.diagnostics.isEmpty)
    #expect(document.places.map(\.format.zone) == [.east(minutes: 180), .utc])
    #expect(document.places.first?.time == Date(timeIntervalSince1970: 869_038_215))
    let bytes = try KMLReading.write(document).bytes
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(written.matches(of: /<when>1997-07-16T10:30:15\+03:00</).count == 2)
    #expect(written.contains("<when>1997-07-16T10:30:15Z<"))
    #expect(
      try KMLReading.read(bytes).document.places.map(\.format) == document.places.map(\.format))
    let gpx = String(decoding: try KMLReading.write(document, as: "gpx").bytes, as: UTF8.self)
    #expect(gpx.contains("<time>1997-07-16T10:30:15+03:00</time>"))
  }

  @Test func `a time whose year would be 10000 in its time zone is written in UTC`() throws {
    var (document, _) = try KMLReading.document("<Placemark>\(Self.point)</Placemark>")
    document.places[0].time = Date(timeIntervalSinceReferenceDate: 252_423_991_800)
    document.places[0].format.zone = .east(minutes: 60)
    let written = String(decoding: try KMLReading.write(document).bytes, as: UTF8.self)
    #expect(written.contains("<when>9999-12-31T23:30:00Z</when>"))
  }

  @Test func `a file with an author keeps its name and description`() throws {
    let source = try KMLReading.document(
      """
      <name>Trips</name><atom:author xmlns:atom="http://www.w3.org/2005/Atom">\
      <atom:name>A. Walker</atom:name></atom:author><description>All of them</description>
      """)
    let (bytes, _) = try KMLReading.write(source.document)
    for document in [source.document, try KMLReading.read(bytes).document] {
      #expect(document.header.metadata.name == "Trips")
      #expect(document.header.metadata.details == "All of them")
      #expect(document.header.metadata.author?.name == "A. Walker")
    }
  }

  @Test func `dates without a time of day in a track are read as midnight and reported`() throws {
    let whens = ["2020-01-02", "2020-03", "2021", "2021-01-01T00:00:01Z"]
    let track = whens.map { "<when>\($0)</when><gx:coord>7 46 1</gx:coord>" }.joined()
    let (document, report) = try KMLReading.document(
      "<Placemark><gx:Track>\(track)</gx:Track></Placemark>")
    let seconds = document.paths.first?.points.times.map { $0 + 978_307_200 }
    #expect(seconds == [1_577_923_200, 1_583_020_800, 1_609_459_200, 1_609_459_201])
    #expect(report.totals[.timeZoneMissing] == 3)
    #expect(
      report.diagnostics.first { $0.code == .timeZoneMissing }?.message
        == "a time consists of a date without a time of day; it is read as midnight UTC")
  }

  @Test func `a folder with a description and items only in its subfolders is a group`() throws {
    let place = "<Placemark>\(Self.point)</Placemark>"
    let header = try KMLReading.document(
      """
      <Folder><name>A</name><description>Notes</description>
      <Folder><name>B</name>\(place)</Folder></Folder>
      <Folder><name>C</name><Folder><name>D</name>\(place)</Folder></Folder>
      <Folder><name>E</name><description>Notes</description></Folder>
      """
    ).document.header
    #expect(header.groups.map(\.name) == ["A"])
  }
}
