import GeoFormats
import Testing

@Suite struct WrappedLongitudeTests {
  private static let files = [
    #"{"type":"LineString","coordinates":[[179,1],[190,1],[-190,1],[360,1]]}"#,
    "lat,lon,time\n1,179,2026-07-11T06:00:00Z\n1,190,2026-07-11T06:00:01Z\n"
      + "1,-190,2026-07-11T06:00:02Z\n1,360,2026-07-11T06:00:03Z\n",
    """
    <kml><Placemark><LineString><coordinates>179,1 190,1 -190,1 360,1</coordinates></LineString>
    </Placemark></kml>
    """,
    """
    <TrainingCenterDatabase><Activities><Activity Sport="Other"><Id>2026-07-11T06:00:00Z</Id>
    <Lap StartTime="2026-07-11T06:00:00Z"><Track>\(trackpoints)</Track></Lap></Activity></Activities>
    </TrainingCenterDatabase>
    """,
  ]

  private static let trackpoints = [179, 190, -190, 360].enumerated().map { index, longitude in
    """
    <Trackpoint><Time>2026-07-11T06:00:0\(index)Z</Time><Position><LatitudeDegrees>1</LatitudeDegrees>
    <LongitudeDegrees>\(longitude)</LongitudeDegrees></Position></Trackpoint>
    """
  }.joined()

  @Test(arguments: files)
  func `longitudes beyond 180 degrees are reduced, and their number is reported`(
    text: String
  ) throws {
    let (document, report) = try TableReading.read(
      text, name: text.hasPrefix("lat") ? "table.csv" : nil)
    #expect(document.paths.first?.points.longitudes == [179, -170, 170, 0])
    let diagnostics = report.diagnostics.filter { $0.code == .coordinateWrapped }
    #expect(diagnostics.map(\.action) == [.repaired] && diagnostics.first?.line != nil)
    #expect(
      diagnostics.map(\.message) == [
        "3 longitudes outside −180…180 were reduced to this range: 190.0 is read as -170.0"
      ])
    #expect(report.faults.isEmpty)
  }
}
