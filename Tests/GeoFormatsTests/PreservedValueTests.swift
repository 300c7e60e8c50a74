import GeoFormats
import TestSupport
import Testing

/// The values of a file that the library stores in no field.
@Suite struct PreservedValueTests {
  private func values(_ gpx: String) throws -> [String] {
    let document = try Reading.text(gpx).document
    guard let kept = document.places.first?.kept else { return [] }
    return PreservedMarkup.values(in: kept, of: document.header)
      .map { "\($0.name)=\($0.value)" }
  }

  private func place(_ content: String, declarations: String = "") -> String {
    """
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" \(declarations)>
    <wpt lat="46.5" lon="7.5">\(content)</wpt></gpx>
    """
  }

  @Test func `texts and attributes of extensions are listed in the order of the file`() throws {
    let gpx = place(
      """
      <ele>1200</ele><name>Hut</name>
      <extensions>
        <h:Hut id="7"><h:beds unit="1">24</h:beds><h:empty/><h:note>A &amp; B</h:note></h:Hut>
        <plain>yes</plain>
      </extensions>
      """, declarations: #"xmlns:h="urn:huts""#)
    #expect(
      try values(gpx) == [
        "Hut@id=7", "Hut/beds=24", "Hut/beds@unit=1", "Hut/note=A & B", "plain=yes",
      ])
  }

  @Test func `values that the library stores in fields are not listed`() throws {
    let gpx = place(
      """
      <name>Hut</name><sym>Lodge</sym>
      <extensions><g:TrackPointExtension><g:hr>90</g:hr></g:TrackPointExtension>
      <color>#ff0000</color><c:notes>Own</c:notes><c:group>Alps</c:group></extensions>
      """,
      declarations: """
        xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
        xmlns:c="urn:cartographer:1"
        """)
    #expect(try values(gpx) == [])
  }

  @Test func `a value from another format has the name that it had in its file`() throws {
    let gpx = place(
      """
      <extensions><c:value format="kml" name="Beds / summer">24</c:value></extensions>
      """, declarations: #"xmlns:c="urn:cartographer:1""#)
    #expect(try values(gpx) == ["Beds / summer=24"])
  }

  @Test func `the extended data of KML are listed by their names`() throws {
    let kml = """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Hut</name>
      <ExtendedData><Data name="beds"><displayName>Beds</displayName><value>24</value></Data>
      <SchemaData schemaUrl="#huts"><SimpleData name="owner">CAF</SimpleData></SchemaData>
      </ExtendedData>
      <Point><extrude>1</extrude><coordinates>7.5,46.5</coordinates></Point>
      </Placemark></Document></kml>
      """
    let found = try values(kml)
    for value in ["beds/displayName=Beds", "beds=24", "owner=CAF", "extrude=1"] {
      #expect(found.contains(value), "\(found)")
    }
    #expect(!found.contains { $0.contains("<") }, "\(found)")
  }

  @Test func `only values from KML are read as XML`() throws {
    let value = "&lt;b>Open&lt;/b> daily"
    let gpx = place(
      """
      <extensions><c:value format="csv" name="pop">\(value)</c:value>
      <c:value format="kml" name="a">&lt;a b="1"/></c:value></extensions>
      """, declarations: #"xmlns:c="urn:cartographer:1""#)
    #expect(try values(gpx) == ["pop=<b>Open</b> daily", "a@b=1"])
  }

  @Test func `an extension element called Data keeps its path and attributes`() throws {
    let gpx = place(
      #"<extensions><h:Hut><h:Data name="beds" unit="beds">24</h:Data></h:Hut></extensions>"#,
      declarations: #"xmlns:h="urn:huts""#)
    #expect(try values(gpx) == ["Hut/Data=24", "Hut/Data@name=beds", "Hut/Data@unit=beds"])
  }

  @Test func `markup without values, and the declarations of namespaces, are not listed`() throws {
    #expect(try values(place("<name>Hut</name>")) == [])
    #expect(try values(place(#"<extensions><h:a xmlns:h="urn:h"/></extensions>"#)) == [])
  }

  @Test func `names of deeply nested values stay short`() throws {
    let depth = 40
    let open = (0..<depth).map { "<a\($0)>" }.joined()
    let close = (0..<depth).reversed().map { "</a\($0)>" }.joined()
    let found = try values(place("<extensions>\(open)1\(close)</extensions>"))
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("/a38/a39=1") == true)
    #expect((found.first?.count ?? 0) < 100)
  }
}
