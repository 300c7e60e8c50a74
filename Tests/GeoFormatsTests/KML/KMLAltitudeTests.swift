import GeoFormats
import Testing

struct KMLAltitudeTests {
  private func text(_ document: GeoDocument) throws -> String {
    String(decoding: try KMLReading.write(document).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "", "<altitudeMode>clampToGround</altitudeMode>",
    "<gx:altitudeMode>clampToSeaFloor</gx:altitudeMode>",
    "<altitudeMode>relativeToGround</altitudeMode>",
  ])
  func `an altitude of 0 on the ground is not an elevation`(mode: String) throws {
    let (document, report) = try KMLReading.document(
      """
      <Placemark><Point>\(mode)<coordinates>1,2,0</coordinates></Point></Placemark>
      <Placemark><LineString><tessellate>1</tessellate>\(mode)<coordinates>1,2,0 3,4,0</coordinates>
      </LineString></Placemark>
      <Placemark><Polygon>\(mode)<outerBoundaryIs><LinearRing><coordinates>1,2,0 3,4,0 1,4,0 1,2,0
      </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      <Placemark><gx:Track>\(mode)<when>2026-07-11T06:00:00Z</when><gx:coord>1 2 0</gx:coord></gx:Track>
      </Placemark>
      """)
    #expect(document.places.map(\.elevation) == [nil])
    #expect(document.paths.count == 3)
    for path in document.paths {
      #expect(path.points.count > 0 && path.points.elevations.allSatisfy { $0.isNaN })
    }
    let told = report.diagnostics.filter { $0.message.contains("with the altitude 0") }
    #expect(told.map(\.code) == [.elevationRelative])
    #expect(told.first?.message.hasPrefix("8 points ") == true)
    #expect(report.faults.isEmpty)
    let written = try text(document)
    #expect(!written.contains("absolute"))
    #expect(!written.contains(",0\n") && !written.contains(",0<"))
    #expect(written.contains("<tessellate>1</tessellate>"))
    if !mode.isEmpty { #expect(written.contains(mode)) }
  }

  @Test func `an absolute altitude of 0 is an elevation`() throws {
    let (document, report) = try KMLReading.document(
      """
      <Placemark><MultiGeometry><Point><altitudeMode>absolute</altitudeMode><coordinates>1,2,0</coordinates>
      </Point><Point><coordinates>3,4,0</coordinates></Point></MultiGeometry></Placemark>
      """)
    #expect(document.places.map(\.elevation) == [0, nil])
    #expect(report.totals == [.elevationRelative: 1])
  }

  @Test func `other altitudes on the ground are elevations, and the mode comes back`() throws {
    let (document, report) = try KMLReading.document(
      """
      <Placemark><LineString><coordinates>1,2,0 1,2,300 3,4,0 5,6,-1</coordinates></LineString></Placemark>
      <Placemark><Point><coordinates>1,2,300</coordinates></Point></Placemark>
      """)
    let elevations = try #require(document.paths.first?.points.elevations)
    #expect(
      elevations[0].isNaN && elevations[1...] == [300, 0, -1], "a leading 0 is a placeholder")
    #expect(document.places.map(\.elevation) == [300])
    #expect(report.diagnostics.map { $0.message.hasPrefix("1 point ") } == [true])
    let written = try text(document)
    #expect(!written.contains("absolute"))
    let (again, _) = try KMLReading.read(written)
    #expect(again.paths.first?.points.elevations[1...] == [300, 0, -1])
    #expect(written.contains("<altitudeMode>clampToGround</altitudeMode>"))
    #expect(again.places.map(\.elevation) == [300])
  }

  @Test(arguments: [false, true])
  func `a path with some elevations is on the ground, and its elevations come back`(
    hasTimes: Bool
  ) throws {
    var points = GeoPoints()
    for (index, elevation) in [0, Double.nan, 2_752, 0].enumerated() {
      points.append(
        latitude: 46, longitude: 12 + Double(index), elevation: elevation,
        time: hasTimes ? Double(index) : .nan, segment: 0)
    }
    var document = GeoDocument()
    document.paths = [
      GeoPath(
        header: GeoPathHeader(kind: hasTimes ? .track : .route, name: "Drawn"), points: points)
    ]
    let written = try text(document)
    #expect(!written.contains("absolute"))
    #expect(written.contains("<altitudeMode>clampToGround</altitudeMode>"))
    let (read, report) = try KMLReading.read(written)
    let path = try #require(read.paths.first)
    #expect(path.points.elevations.map { $0.isNaN ? -1 : $0 } == [0, -1, 2_752, 0])
    #expect(path.header.kept == nil && report.diagnostics.isEmpty)
    #expect(try text(read) == written)
    // A path with an elevation at every point is not on the ground.
    var whole = GeoPoints()
    whole.append(latitude: 46, longitude: 12, elevation: 5)
    document.paths[0].points = whole
    #expect(try text(document).contains("<altitudeMode>absolute</altitudeMode>"))
  }
}
