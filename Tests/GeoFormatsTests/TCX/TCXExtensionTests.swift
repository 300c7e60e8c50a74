import Foundation
import TestSupport
import Testing

@testable import GeoFormats

/// Values in the extensions of TCX files that have no counterpart in the library.
@Suite struct TCXExtensionTests {
  /// Returns an activity with one lap, whose trackpoints have the given extensions.
  private func activity(_ points: [String], lap: String = "", activity: String = "") -> String {
    let trackpoints = points.enumerated().map { index, extensions in
      """
      <Trackpoint><Time>2026-07-11T06:00:0\(index)Z</Time><Position><LatitudeDegrees>46</LatitudeDegrees>
      <LongitudeDegrees>7</LongitudeDegrees></Position><Extensions>\(extensions)</Extensions></Trackpoint>
      """
    }
    return """
      <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id>2026-07-11T06:00:00Z</Id>
      <Lap StartTime="2026-07-11T06:00:00Z"><Calories>7</Calories><Track>\(trackpoints.joined())</Track>
      <Extensions>\(lap)</Extensions></Lap><Extensions>\(activity)</Extensions></Activity></Activities>
      </TrainingCenterDatabase>
      """
  }

  private func values(_ kept: String?, _ document: GeoDocument) -> [String] {
    PreservedMarkup.foreignValues(in: kept, of: document.header).map { "\($0.name)=\($0.value)" }
  }

  private func pointValues(_ document: GeoDocument) throws -> [[String]] {
    let points = try #require(document.paths.first).points
    return points.latitudes.indices.map { values(points.kept[$0], document) }
  }

  @Test func `texts and attributes of other programs' elements are kept with their points`() throws
  {
    let (document, report) = try Reading.text(
      activity([
        """
        <TPX><Speed>2.5</Speed><Slope>1.5</Slope></TPX>
        <p:Power xmlns:p="urn:p" p:unit="W"> A &amp; B <Left>48</Left><Right/></p:Power>
        """, "<TPX><Speed>2.5</Speed></TPX>",
      ]))
    #expect(
      try pointValues(document) == [
        ["Slope=1.5", "Power@unit=W", "Power=A & B", "Power/Left=48", "Power/Right="], [],
      ])
    let diagnostic = try #require(report.diagnostics.first)
    #expect(report.diagnostics.count == 1)
    #expect((diagnostic.code, diagnostic.action) == (.valueKept, .kept))
    #expect(
      diagnostic.message == """
        values in TCX extensions with no counterpart in the library are preserved: \
        Power (1), Power/Left (1), Power/Right (1), Power@unit (1), Slope (1)
        """)
  }

  @Test func `values in extensions of laps and activities are kept with the path`() throws {
    let document = try Reading.text(
      activity(
        ["<TPX CadenceSensor=\"Footpod\"/>", "<TPX CadenceSensor=\"Footpod\"/>"],
        lap: "<LX><Steps>5</Steps><Mood>very good</Mood></LX><Calories>9</Calories>",
        activity: "<Weather><Wind>N</Wind></Weather>")
    ).document
    let path = try #require(document.paths.first)
    #expect(
      values(path.header.kept, document) == [
        "Id=2026-07-11T06:00:00Z",
        "lap=StartTime=2026-07-11T06:00:00Z Calories=7 Steps=5 Mood=very_good extra:Calories=9",
        "CadenceSensor=Footpod", "Weather/Wind=N",
      ])
    #expect(path.points.kept.isEmpty)
    let (bytes, losses) = try Writing.written(document, as: "tcx")
    #expect(String(decoding: bytes, as: UTF8.self).contains("<Calories>7</Calories>"))
    #expect(
      losses.contains {
        $0.message.hasPrefix(
          "TCX cannot represent values preserved from the extensions of a TCX file (4")
      }, "\(losses)")
  }

  @Test func `values in extensions of a course and its course points are kept`() throws {
    let document = try Reading.text(
      """
      <TrainingCenterDatabase><Courses><Course><Name>C</Name><Track><Trackpoint><Position>
      <LatitudeDegrees>46</LatitudeDegrees><LongitudeDegrees>7</LongitudeDegrees></Position></Trackpoint>
      </Track><CoursePoint><Name>A</Name><Time>2026-07-11T06:00:00Z</Time><Position>
      <LatitudeDegrees>46</LatitudeDegrees><LongitudeDegrees>7</LongitudeDegrees></Position>
      <PointType>Left</PointType><Extensions><Angle>90</Angle></Extensions></CoursePoint>
      <Extensions><Surface>gravel</Surface></Extensions></Course></Courses></TrainingCenterDatabase>
      """
    ).document
    #expect(values(document.places.first?.kept, document) == ["Angle=90"])
    #expect(values(document.paths.first?.header.kept, document) == ["Surface=gravel"])
  }

  @Test func `too many or too deeply nested values are left out and counted`() throws {
    let deep = String(repeating: "<a>", count: 9) + "x" + String(repeating: "</a>", count: 9)
    let many = String(repeating: "<b>1</b>", count: 1_002)
    let (document, report) = try Reading.text(activity([deep + many]))
    #expect(try pointValues(document).map(\.count) == [1_000])
    #expect(report.diagnostics.contains { $0.message.hasSuffix("were left out (number: 3)") })
  }

  @Test func `a GPX export contains the values of points, and the exported file is stable`() throws
  {
    let document = try Reading.text(
      activity(["<TPX><Speed>2.5</Speed><Slope>1.5</Slope></TPX>", "<Slope>2</Slope>"])
    ).document
    let first = String(decoding: try Writing.written(document, as: "gpx").bytes, as: UTF8.self)
    let points = first.split(separator: "<trkpt").dropFirst()
    #expect(
      points.first?.contains("<cartographer:value format=\"tcx\" name=\"Slope\">1.5<") == true,
      "\(first)")
    let (again, report) = try Reading.text(first)
    #expect(report.diagnostics.isEmpty, "\(report.diagnostics)")
    #expect(try pointValues(again) == [["Slope=1.5"], ["Slope=2"]])
    let second = String(decoding: try Writing.written(again, as: "gpx").bytes, as: UTF8.self)
    #expect(second.split(separator: "<trkpt").dropFirst() == points)
  }
}
