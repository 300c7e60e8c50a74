import GeoFormats
import Testing

/// Elements of one of several geometries in a Placemark.
struct KMLGeometryValueTests {
  private func text(_ document: GeoDocument) throws -> String {
    let (bytes, losses) = try KMLReading.write(document)
    #expect(losses.isEmpty)
    let again = try KMLReading.read(bytes).document
    #expect(again.paths.map(\.header.kept) == document.paths.map(\.header.kept))
    #expect(again.paths.map(\.header.keptSegments) == document.paths.map(\.header.keptSegments))
    let elevations = [again, document].map { document in
      document.paths.map { $0.points.elevations.map { $0.isNaN ? -1 : $0 } }
    }
    #expect(elevations[0] == elevations[1])
    #expect(again.places.map(\.kept) == document.places.map(\.kept))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let absolute = "<altitudeMode>absolute</altitudeMode>"
  private static let relative = "<altitudeMode>relativeToGround</altitudeMode>"
  private static let clamped = "<altitudeMode>clampToGround</altitudeMode>"

  @Test func `each line of a MultiGeometry keeps its own altitude mode`() throws {
    let (document, _) = try KMLReading.placemark(
      """
      <MultiGeometry>
      <LineString><extrude>1</extrude>\(Self.absolute)<coordinates>1,1,10 2,2,20</coordinates></LineString>
      <LineString>\(Self.relative)<coordinates>3,3,30 4,4,40</coordinates></LineString>
      <LineString><tessellate>1</tessellate><coordinates>5,5,50 6,6,60</coordinates>
      <gx:drawOrder>4</gx:drawOrder></LineString></MultiGeometry>
      """)
    #expect(document.paths.map(\.header.segments) == [3])
    #expect(document.paths.map(\.header.kept) == [nil])
    let written = try text(document)
    for line in [
      "<LineString><extrude>1</extrude>\(Self.absolute)<coordinates>",
      "<LineString>\(Self.relative)<coordinates>",
      "<LineString><tessellate>1</tessellate>\(Self.clamped)<gx:drawOrder>4</gx:drawOrder><coordinates>",
    ] {
      #expect(written.contains(line))
    }
  }

  @Test func `lines without altitudes do not follow the ground in an absolute mode`() throws {
    let (document, _) = try KMLReading.placemark(
      """
      <MultiGeometry><LineString>\(Self.absolute)<coordinates>1,1,0 2,2,20</coordinates></LineString>
      <LineString><tessellate>1</tessellate><coordinates>3,3 4,4</coordinates></LineString>
      </MultiGeometry>
      """)
    let written = try text(document)
    #expect(written.contains("<LineString>\(Self.absolute)<coordinates>"))
    #expect(
      written.contains("<LineString><tessellate>1</tessellate>\(Self.clamped)<coordinates>"))
    #expect(!written.contains("partial"))
  }

  @Test func `lines with the same elements share them`() throws {
    let line =
      "<LineString><extrude>1</extrude>\(Self.relative)<coordinates>1,1,1 2,2,2</coordinates></LineString>"
    let (document, _) = try KMLReading.placemark("<MultiGeometry>\(line)\(line)</MultiGeometry>")
    let header = try #require(document.paths.first?.header)
    #expect(header.keptSegments.isEmpty)
    #expect(header.kept?.matches(of: /relativeToGround/).count == 1)
    let written = try text(document)
    #expect(
      written.matches(of: /<LineString><extrude>1<.extrude><altitudeMode>relativeToGround</).count
        == 2)
  }

  @Test func `only the differing elements of lines are kept for each line`() throws {
    let (document, _) = try KMLReading.placemark(
      """
      <MultiGeometry><LineString>\(Self.relative)<coordinates>1,1,1 2,2,2</coordinates></LineString>
      <LineString><extrude>1</extrude>\(Self.relative)<coordinates>1,1,1 2,2,2</coordinates></LineString>
      </MultiGeometry>
      """)
    let header = try #require(document.paths.first?.header)
    #expect(header.kept?.contains("relativeToGround") == true)
    #expect(header.keptSegments.keys.sorted() == [1])
    #expect(header.keptSegments[1]?.contains("relativeToGround") == false)
    #expect(try text(document).matches(of: /<extrude>/).count == 1)
  }

  @Test func `places and paths of one Placemark keep their own elements`() throws {
    let (document, _) = try KMLReading.placemark(
      """
      <MultiGeometry><Point><coordinates>1,1,10</coordinates></Point>
      <Point><extrude>1</extrude>\(Self.relative)<coordinates>5,5,50</coordinates></Point>
      <Point>\(Self.absolute)<coordinates>6,6,0</coordinates></Point>
      <LineString>\(Self.absolute)<coordinates>1,1,10 2,2,20</coordinates></LineString>
      <Polygon><extrude>1</extrude>\(Self.absolute)<outerBoundaryIs><LinearRing>
      <coordinates>7,46,1 8,46,1 8,47,1 7,46,1</coordinates></LinearRing></outerBoundaryIs></Polygon>
      </MultiGeometry>
      """)
    #expect(document.places.map(\.elevation) == [10, 50, 0])
    #expect(
      document.places.map { place in
        ["clampToGround", "relativeToGround", "extrude"].filter { place.kept?.contains($0) == true }
      } == [["clampToGround"], ["relativeToGround", "extrude"], []])
    #expect(document.paths.map { $0.header.kept?.contains("extrude") } == [nil, true])
    let written = try text(document)
    #expect(written.contains("<Point>\(Self.clamped)<coordinates>"))
    #expect(written.contains("<Point><extrude>1</extrude>\(Self.relative)<coordinates>"))
    #expect(written.contains("<Point>\(Self.absolute)<coordinates>"))
    #expect(written.contains("<LineString>\(Self.absolute)<coordinates>"))
    #expect(written.contains("<LineString><extrude>1</extrude>\(Self.absolute)<coordinates>"))
  }

  @Test func `a second geometry of a Placemark does not get the elements of the first`() throws {
    let (document, _) = try KMLReading.placemark(
      """
      <LineString><extrude>1</extrude>\(Self.relative)<coordinates>1,1,10 2,2,20</coordinates></LineString>
      <Point>\(Self.absolute)<coordinates>6,6,5</coordinates></Point>
      """)
    #expect(document.places.map(\.kept) == [nil])
    #expect(document.paths.first?.header.kept?.contains("extrude") == true)
  }

  @Test func `each track of a MultiTrack keeps its mode or that of the MultiTrack`() throws {
    func track(_ mode: String, _ minute: Int) -> String {
      """
      <gx:Track>\(mode)<when>2026-07-11T06:0\(minute):00Z</when><gx:coord>1 1 \(minute)</gx:coord></gx:Track>
      """
    }
    let (document, report) = try KMLReading.placemark(
      """
      <gx:MultiTrack>\(Self.absolute)<gx:interpolate>1</gx:interpolate>
      \(track("", 0))\(track(Self.relative, 1))\(track("", 0))</gx:MultiTrack>
      """)
    let points = try #require(document.paths.first?.points)
    #expect(points.elevations == [0, 1, 0], "altitudes of 0 are elevations in the mode absolute")
    #expect(report.totals == [.elevationRelative: 1])
    let written = try text(document)
    let modes = written.matches(of: /<gx:Track><altitudeMode>(\w+)</).map { String($0.1) }
    #expect(modes == ["absolute", "relativeToGround", "absolute"])
    #expect(written.contains("<gx:MultiTrack><gx:interpolate>1</gx:interpolate>"))
  }

  @Test func `a GPX export contains the elements of segments, and a GeoJSON export reports them`()
    throws
  {
    let (document, _) = try KMLReading.placemark(
      """
      <MultiGeometry><LineString>\(Self.absolute)<coordinates>1,1,1 2,2,2</coordinates></LineString>
      <LineString>\(Self.relative)<coordinates>1,1,1 2,2,2</coordinates></LineString></MultiGeometry>
      """)
    let (gpx, losses) = try KMLReading.write(document, as: "gpx")
    #expect(losses.isEmpty)
    let again = try KMLReading.read(gpx).document
    let written = String(decoding: try KMLReading.write(again).bytes, as: UTF8.self)
    #expect(written.contains("<LineString>\(Self.absolute)<coordinates>"))
    #expect(written.contains("<LineString>\(Self.relative)<coordinates>"))
    let reported = try KMLReading.write(document, as: "geojson").losses.map(\.message)
    #expect(
      reported == [
        "GeoJSON cannot represent segment values preserved from files in other formats (2 times, first in “P”)"
      ])
  }
}
