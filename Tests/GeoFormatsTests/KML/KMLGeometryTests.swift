import Foundation
import GeoFormats
import Geodesy
import Testing

struct KMLGeometryTests {
  private func line(_ coordinates: String) throws -> KMLReading.Result {
    try KMLReading.placemark("<LineString><coordinates>\(coordinates)</coordinates></LineString>")
  }

  @Test func `a point becomes a place with its altitude and time`() throws {
    let (document, report) = try KMLReading.placemark(
      "<TimeStamp><when>2026-07-11T06:02:11Z</when></TimeStamp>"
        + "<Point><coordinates>8.5,47.25,431.5</coordinates></Point>")
    let place = try #require(document.places.first)
    #expect(place.coordinate.latitude == 47.25 && place.coordinate.longitude == 8.5)
    #expect(place.elevation == 431.5)
    #expect(place.name == "P")
    #expect(place.time == Date(timeIntervalSince1970: 1_783_749_731))
    #expect(report.diagnostics.isEmpty)
    #expect(report.format == "kml")
  }

  @Test(arguments: [
    ("1,2 3,4", [[1, 2], [3, 4]]), ("1,2,5 3,4,6", [[1, 2, 5], [3, 4, 6]]),
    ("\n 1, 2, 5\n 3, 4, 6\n", [[1, 2, 5], [3, 4, 6]]), ("1 ,2 3 ,4", [[1, 2], [3, 4]]),
    ("1,2, 3,4, ", [[1, 2], [3, 4]]), ("1,2,5, 3,4,6,", [[1, 2, 5], [3, 4, 6]]),
    ("1,2,\n3,4,\n", [[1, 2], [3, 4]]), ("+1.0,2e0 3,4", [[1, 2], [3, 4]]),
    ("1,2,,3,4", [[1, 2]]), ("", []), (" , ", []), ("nan,1 3,4", [[3, 4]]),
    ("1,2,nan 3,4,6", [[1, 2], [3, 4, 6]]), ("1,1e999 3,4", [[3, 4]]), ("7 3,4", [[3, 4]]),
  ])
  func `coordinates are read despite odd separators`(text: String, tuples: [[Double]]) throws {
    let (document, _) = try line(text)
    let points = try #require(document.paths.first?.points)
    let read = (0..<points.count).map { index in
      [points.longitudes[index], points.latitudes[index]]
        + (points.elevations[index].isNaN ? [] : [points.elevations[index]])
    }
    #expect(read == tuples)
  }

  @Test func `coordinates are the same wherever a piece of the file ends`() throws {
    // A line end makes the parser deliver the text in pieces, even inside a number.
    let numbers = (0..<20_000).map { "\(Double($0 % 180) + 0.125),\(Double($0 % 90)),\($0 + 1)" }
    let (document, _) = try line(numbers.joined(separator: " "))
    let points = try #require(document.paths.first?.points)
    #expect(points.count == 20_000)
    #expect(points.elevations == (1...20_000).map(Double.init))
  }

  @Test func `a line without times is a route, and several lines are a track`() throws {
    let one = try line("1,2 3,4")
    #expect(one.document.paths.map(\.header.kind) == [.route])
    let (document, _) = try KMLReading.placemark(
      """
      <MultiGeometry><LineString><coordinates>1,2 3,4</coordinates></LineString>
      <LinearRing><coordinates>1,2 3,4 1,2</coordinates></LinearRing></MultiGeometry>
      """)
    let path = try #require(document.paths.first)
    #expect(document.paths.count == 1 && path.header.kind == .track)
    #expect(path.points.segments == [0, 0, 1, 1, 1])
    #expect(path.header.segments == 2)
  }

  @Test func `mixed geometries become several items with the same name`() throws {
    let (document, _) = try KMLReading.placemark(
      """
      <MultiGeometry><Point><coordinates>1,2</coordinates></Point>
      <LineString><coordinates>1,2 3,4</coordinates></LineString>
      <MultiGeometry><Point><coordinates>5,6</coordinates></Point></MultiGeometry></MultiGeometry>
      """)
    #expect(document.places.map(\.name) == ["P", "P"])
    #expect(document.places.map(\.coordinate.latitude) == [2, 6])
    #expect(document.paths.map(\.header.name) == ["P"])
    #expect(document.paths.first?.points.count == 2)
  }

  @Test func `a polygon becomes a closed path with its inner boundaries as segments`() throws {
    let (document, report) = try KMLReading.placemark(
      """
      <Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 9,0 9,9 0,0</coordinates></LinearRing>
      </outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>1,1 2,1 1,1</coordinates>
      </LinearRing></innerBoundaryIs></Polygon>
      """)
    #expect(document.paths.first?.points.segments == [0, 0, 0, 0, 1, 1, 1])
    #expect(document.paths.first?.header.type == "polygon")
    #expect(report.totals == [.geometryPolygon: 1])
  }

  @Test func `an open ring is closed, and the repair is reported`() throws {
    let (document, report) = try KMLReading.placemark(
      """
      <MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0,7 9,0,8 9,9,9
      </coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing>
      <coordinates>1,1 2,1 1,1</coordinates></LinearRing></innerBoundaryIs></Polygon>
      <LineString><coordinates>1,2 3,4</coordinates></LineString></MultiGeometry>
      """)
    let area = try #require(document.paths.first?.points)
    #expect(area.longitudes == [0, 9, 9, 0, 1, 2, 1] && area.segments == [0, 0, 0, 0, 1, 1, 1])
    #expect(area.elevations.prefix(4) == [7, 8, 9, 7])
    #expect(document.paths.last?.points.count == 2)
    #expect(report.totals[.geometryInvalid] == 1)
    let alone = try KMLReading.placemark(
      "<LinearRing><coordinates>1,2 3,4 5,2</coordinates></LinearRing>")
    #expect(alone.document.paths.first?.points.longitudes == [1, 3, 5, 1])
    #expect(alone.report.faults.map(\.code) == [.geometryInvalid])
  }

  @Test func `a track has times, elevations and sensor values`() throws {
    let (document, report) = try KMLReading.placemark(
      """
      <gx:Track><when>2026-07-11T06:00:00Z</when><when>2026-07-11T06:00:01.5Z</when>
      <gx:coord>8 47 400</gx:coord><gx:coord>8.1 47.1</gx:coord>
      <gx:angles>90 0 0</gx:angles><gx:angles>-90 0 0</gx:angles>
      <ExtendedData><SchemaData schemaUrl="#s">
      <gx:SimpleArrayData name="Heart_Rate"><gx:value>90</gx:value><gx:value/></gx:SimpleArrayData>
      <gx:SimpleArrayData name="odour"><gx:value>1</gx:value><gx:value>2</gx:value></gx:SimpleArrayData>
      </SchemaData></ExtendedData></gx:Track>
      """)
    let path = try #require(document.paths.first)
    #expect(path.header.kind == .track && path.header.segments == 1)
    #expect(path.points.times[1] - path.points.times[0] == 1.5)
    #expect(path.points.elevations[0] == 400 && path.points.elevations[1].isNaN)
    #expect(path.points.sensors[GeoSensor.heartRate.rawValue][0] == 90)
    #expect(path.points.sensors[GeoSensor.heartRate.rawValue][1].isNaN)
    #expect(path.points.sensors[GeoSensor.course.rawValue] == [90, 270])
    #expect(path.points.kept.values.allSatisfy { $0.contains("odour") })
    #expect(path.points.kept.count == 2 && report.diagnostics.isEmpty)
  }

  @Test func `tracks of KML 2.3 without Google's extension are read`() throws {
    let (document, _) = try KMLReading.placemark(
      """
      <MultiTrack><Track><when>2026-07-11T06:00:00Z</when><coord>8 47 1</coord></Track>
      <Track><when>2026-07-11T07:00:00Z</when><coord>8 48 1</coord></Track></MultiTrack>
      """)
    #expect(document.paths.first?.points.segments == [0, 1])
    #expect(document.paths.first?.points.times.contains { $0.isNaN } == false)
  }

  @Test(arguments: [(1, 2), (3, 2), (2, 2)])
  func `unequal numbers of times and positions are told`(times: Int, positions: Int) throws {
    let whens = (0..<times).map { "<when>2026-07-11T06:00:0\($0)Z</when>" }.joined()
    let coords = (0..<positions).map { "<gx:coord>8 4\($0) 1</gx:coord>" }.joined()
    let (document, report) = try KMLReading.placemark(
      "<gx:MultiTrack><gx:Track>\(whens)\(coords)</gx:Track>"
        + "<gx:Track><when>2026-07-12T06:00:00Z</when><gx:coord>1 1 1</gx:coord></gx:Track>"
        + "</gx:MultiTrack>")
    let points = try #require(document.paths.first?.points)
    #expect(points.count == positions + 1)
    #expect(points.times.prefix(positions).filter { !$0.isNaN }.count == min(times, positions))
    #expect(points.times.last == points.times[0] + 86_400)
    let loss =
      times < positions
      ? ["1 position without a time was kept"]
      : times > positions ? ["1 time without a position was left out"] : []
    #expect(
      report.diagnostics.map { String($0.message.split(separator: ": ").last ?? "") } == loss)
  }

  @Test func `the values of each track without a position are counted`() throws {
    let values = { (count: Int) in
      """
      <ExtendedData><SchemaData><gx:SimpleArrayData name="heartrate">
      \(String(repeating: "<gx:value>90</gx:value>\n", count: count))<gx:value/>
      </gx:SimpleArrayData></SchemaData></ExtendedData>
      """
    }
    let coord = "<gx:coord>8 47 1</gx:coord>"
    let (document, report) = try KMLReading.placemark(
      """
      <gx:MultiTrack><gx:Track><when>2026-07-11T06:00:00Z</when><when>2026-07-11T06:00:01Z</when>
      <when>2026-07-11T06:00:02Z</when>\(coord)<gx:angles>1 0 0</gx:angles>
      <gx:angles>2 0 0</gx:angles>\(values(3))</gx:Track>
      <gx:Track><when>2026-07-11T07:00:00Z</when>\(coord)\(values(1))</gx:Track>
      <gx:Track>\(coord)\(values(2))</gx:Track></gx:MultiTrack>
      """)
    #expect(document.paths.first?.points.count == 3)
    let start = """
      the numbers of times, positions and sensor values in a Track are unequal; they were assigned in order:
      """
    #expect(
      report.diagnostics.map(\.message) == [
        """
        \(start) 2 times without a position were left out, \
        2 sensor values without a position were left out, 1 heading without a position was left out
        """,
        "\(start) 1 sensor value without a position was left out",
      ])
    #expect(report.diagnostics.allSatisfy { $0.code == .arrayLength && $0.element == "gx:Track" })
  }

  @Test func `a position with an empty coordinate is reported, and the times stay in step`() throws
  {
    let (document, report) = try KMLReading.placemark(
      """
      <gx:Track><when>2026-07-11T06:00:00Z</when><when>2026-07-11T06:00:01Z</when>
      <when>2026-07-11T06:00:02Z</when><gx:coord>8 47 1</gx:coord><gx:coord/>
      <gx:coord>8 49 1</gx:coord></gx:Track>
      """)
    let points = try #require(document.paths.first?.points)
    #expect(points.latitudes == [47, 49])
    #expect(points.times[1] - points.times[0] == 2)
    #expect(report.diagnostics.map(\.code) == [.coordinateMissing])
  }

  @Test func `long tracks are read with their sensor values in order`() throws {
    let count = 40_000
    let whens = (0..<count).map { "<when>\(KMLTimes.text($0))</when>" }.joined()
    let coords = (0..<count).map { "<gx:coord>8 47 \($0 + 1)</gx:coord>" }.joined()
    let values = (0..<count).map { "<gx:value>\($0 % 200)</gx:value>" }.joined()
    let (document, report) = try KMLReading.placemark(
      "<gx:Track>\(whens)\(coords)<ExtendedData><SchemaData>"
        + "<gx:SimpleArrayData name=\"power\">\(values)</gx:SimpleArrayData>"
        + "</SchemaData></ExtendedData></gx:Track>")
    let points = try #require(document.paths.first?.points)
    #expect(report.diagnostics.isEmpty)
    #expect(points.elevations == (1...count).map(Double.init))
    #expect(points.sensors[GeoSensor.power.rawValue] == (0..<count).map { Double($0 % 200) })
    #expect(zip(points.times, points.times.dropFirst()).allSatisfy { $1 - $0 == 1 })
  }

  @Test func `swapped coordinates are told, and corrected on request`() throws {
    let body =
      "<Placemark><LineString><coordinates>47.1,108.5 47.2,109.5</coordinates></LineString></Placemark>"
    let told = try KMLReading.document(body)
    #expect(told.report.totals[.coordinateSwapped] == 1)
    #expect(told.document.paths.first?.points.isEmpty == true)
    let mended = try KMLReading.document(body, swapsCoordinates: true)
    #expect(mended.document.paths.first?.points.latitudes == [47.1, 47.2])
    #expect(mended.report.totals[.coordinateSwapped] == nil)
  }

  @Test func `altitudes above the ground are told and the mode is kept`() throws {
    let (document, report) = try KMLReading.placemark(
      "<Point><altitudeMode>relativeToGround</altitudeMode><coordinates>1,2,3</coordinates></Point>"
    )
    #expect(document.places.first?.elevation == 3)
    #expect(report.totals == [.elevationRelative: 1])
    let (bytes, _) = try KMLReading.write(document)
    #expect(String(decoding: bytes, as: UTF8.self).contains("relativeToGround"))
  }
}

/// Texts of times.
enum KMLTimes {
  static func text(_ seconds: Int) -> String {
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60]
    return "2026-07-11T" + time.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") + "Z"
  }
}
