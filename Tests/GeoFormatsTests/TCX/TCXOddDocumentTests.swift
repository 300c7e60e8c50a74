import Foundation
import GeoFormats
import Geodesy
import Testing

/// TCX files with missing, misplaced or repeated elements.
@Suite struct TCXOddDocumentTests {
  /// Returns an activity with the given trackpoints, each on a line of its own, from line 2 on.
  private func activity(_ points: [String], lap: String = "") -> String {
    """
    <TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>A</Id><Lap>\(lap)<Track>
    \(points.map { "<Trackpoint>\($0)</Trackpoint>" }.joined(separator: "\n"))
    </Track></Lap></Activity></Activities></TrainingCenterDatabase>
    """
  }

  private func position(_ latitude: String, _ longitude: String) -> String {
    """
    <Position><LatitudeDegrees>\(latitude)</LatitudeDegrees><LongitudeDegrees>\(longitude)</LongitudeDegrees></Position>
    """
  }

  @Test func `elements in Folders are reported with their parent`() throws {
    let text = activity([position("46", "7")])
      .replacing(
        "<Activities>",
        with: """
          <Folders><Courses><CourseFolder Name="F"/></Courses></Folders><Workouts/><Activities>
          """)
    let (document, report) = try Reading.text(text)
    #expect(document.paths.count == 1)
    #expect(
      report.diagnostics.filter { $0.code == .contentUnsupported }.map(\.message) == [
        """
        elements named Folders/Courses have no counterpart in the library and were left out \
        (number: 1)
        """,
        "elements named Workouts have no counterpart in the library and were left out (number: 1)",
      ])
  }

  @Test func `a heart rate that is not in the element Value is reported at its line`() throws {
    let rates = [
      "<HeartRateBpm>99</HeartRateBpm>", "<HeartRateBpm> <Value>98</Value> </HeartRateBpm>",
      "<HeartRateBpm></HeartRateBpm>",
    ]
    let (document, report) = try Reading.text(
      activity(
        rates.map { position("46", "7") + $0 },
        lap: "<AverageHeartRateBpm>97</AverageHeartRateBpm>"))
    let rate = try #require(document.paths.first).points.sensors[GeoSensor.heartRate.rawValue]
    #expect(rate.map { $0.isNaN ? 0 : $0 } == [0, 98, 0])
    #expect(report.diagnostics.allSatisfy { $0.code == .valueInvalid && $0.isFault })
    #expect(
      report.diagnostics.map { "\($0.line ?? 0) \($0.place.element ?? ""): \($0.message)" } == [
        "1 AverageHeartRateBpm: “97” is outside the Value element and is ignored",
        "2 HeartRateBpm: “99” is outside the Value element and is ignored",
      ])
  }

  @Test func `text beside the element Value of a heart rate is reported at its line`() throws {
    let (document, report) = try Reading.text(
      activity(
        [
          position("46", "7") + "<HeartRateBpm>97\n<Value>98</Value> bpm\n</HeartRateBpm>",
          position("46", "8") + "<HeartRateBpm>\n<Value>99</Value>\n</HeartRateBpm>",
        ],
        lap: "<AverageHeartRateBpm><Value>96</Value>about</AverageHeartRateBpm>"))
    let path = try #require(document.paths.first)
    #expect(path.points.sensors[GeoSensor.heartRate.rawValue] == [98, 99])
    #expect(path.header.kept?.contains("AverageHeartRateBpm=96<") == true)
    #expect(
      report.diagnostics.map { "\($0.line ?? 0) \($0.place.element ?? ""): \($0.message)" } == [
        "1 AverageHeartRateBpm: “about” is outside the Value element and is ignored",
        "3 HeartRateBpm: “97” is outside the Value element and is ignored",
        "4 HeartRateBpm: “bpm” is outside the Value element and is ignored",
      ])
  }

  @Test func `repeated elements are counted by name, and the last one is read`() throws {
    let watts = "<Extensions><TPX><Watts>1</Watts></TPX></Extensions>"
    let pair = { (name: String, first: String, second: String) in
      "<\(name)>\(first)</\(name)><\(name)>\(second)</\(name)>"
    }
    let point =
      position("46", "7") + position("47", "8") + pair("AltitudeMeters", "1", "2")
      + pair("HeartRateBpm", "<Value>100</Value>", "<Value>150</Value>") + watts + watts
    let (document, report) = try Reading.text(
      activity(
        [position("46", "7") + watts, point],
        lap: pair("Calories", "5", "6") + pair("Notes", "a", "b")))
    let path = try #require(document.paths.first)
    #expect(path.points.latitudes == [46, 47] && path.points.elevations[1] == 2)
    #expect(path.header.details == nil && path.header.name == "b")
    #expect(path.header.kept?.contains("Calories=5 Calories=6") == true)
    #expect(report.diagnostics.map(\.code) == [.elementDuplicate, .elementDuplicate])
    #expect(report.diagnostics.map(\.action) == [.skipped, .kept])
    #expect(
      report.diagnostics.map { $0.message.split(separator: ":").last.map(String.init) } == [
        " AltitudeMeters (1), HeartRateBpm (1), Notes (1), Position (1), Watts (1)",
        " Calories (1)",
      ])
    #expect(report.faults.isEmpty)
  }

  @Test func `repeated names and types of courses and course points are counted`() throws {
    let point = "<CoursePoint><Name>A</Name>\(position("46", "7"))<PointType>Left</PointType>"
    let (document, report) = try Reading.text(
      """
      <TrainingCenterDatabase><Courses><Course><Name>C</Name><Notes>a</Notes><Notes>b</Notes>
      \(point)</CoursePoint>\(point)<PointType>Food</PointType></CoursePoint>
      <Name>D</Name><Track><Trackpoint>\(position("46", "7"))</Trackpoint></Track></Course></Courses>
      </TrainingCenterDatabase>
      """)
    #expect(document.places.map(\.symbol) == ["Left", "Food"])
    #expect(document.paths.map(\.header.name) == ["D"])
    #expect(document.paths.map(\.header.details) == ["a\nb"])
    let told = try #require(report.diagnostics.first)
    #expect(report.diagnostics.count == 1 && (told.line, told.place.element) == (2, "PointType"))
    #expect(told.message.hasSuffix("left out: Name (1), PointType (1)"), "\(told.message)")
  }

  @Test func `positions with decimal commas are read and reported`() throws {
    let (document, report) = try Reading.text(
      activity([position("46.1", "7.1"), position("46,2", "7,2"), position("46.3", "7,300")]))
    let points = try #require(document.paths.first).points
    #expect(points.latitudes == [46.1, 46.2, 46.3] && points.longitudes == [7.1, 7.2, 7.3])
    #expect(
      report.diagnostics.allSatisfy { $0.code == .coordinateDecimalComma && $0.action == .repaired }
    )
    #expect(report.diagnostics.map(\.line) == [3, 4])
    #expect(report.faults.count == 2)
    #expect(
      report.diagnostics.first?.message
        == "coordinates with a decimal comma are read as latitude 46.2, longitude 7.2")
  }

  @Test func `numbers with decimal commas are read and reported`() throws {
    let values = """
      <AltitudeMeters>12,5</AltitudeMeters><DistanceMeters>1,5</DistanceMeters>
      <HeartRateBpm><Value>98,000</Value></HeartRateBpm><Cadence>80,0</Cadence>
      <Extensions><TPX><Speed>3,215</Speed><Watts>200,5</Watts></TPX></Extensions>
      """
    let ambiguous = "<AltitudeMeters>1,500</AltitudeMeters>"
    let (document, report) = try Reading.text(
      activity([position("46", "7") + values, position("46", "8") + ambiguous]))
    let points = try #require(document.paths.first).points
    #expect(points.elevations[0] == 12.5 && points.elevations[1].isNaN)
    let sensors: [GeoSensor] = [.distance, .heartRate, .cadence, .speed, .power]
    #expect(
      sensors.map { points.sensors[$0.rawValue].first } == [1.5, 98, 80, 3.215, 200.5])
    #expect(
      report.diagnostics.map { "\($0.code) \($0.line ?? 0) \($0.message)" } == [
        "elevation.decimalComma 2 “12,5” has a decimal comma; it is read as 12.5",
        "value.invalid 2 “1,5” has a decimal comma; it is read as 1.5",
        "value.invalid 3 “98,000” has a decimal comma; it is read as 98.0",
        "value.invalid 3 “80,0” has a decimal comma; it is read as 80.0",
        "value.invalid 4 “3,215” has a decimal comma; it is read as 3.215",
        "value.invalid 4 “200,5” has a decimal comma; it is read as 200.5",
        "elevation.unreadable 5 “1,500” is not a number",
      ])
    #expect(report.diagnostics.allSatisfy { $0.action == .repaired })
  }

  @Test func `unreadable and missing coordinates are not told as positions without a fix`() throws {
    let latitude = "<Position><LatitudeDegrees>46</LatitudeDegrees></Position>"
    let (document, report) = try Reading.text(
      activity([
        position("46.1", "7.1"), position("north", "7.2"), position("x", "y"), latitude,
        position("", ""), "<Position/>", "",
      ]))
    #expect(document.paths.map(\.points.latitudes) == [[46.1]])
    #expect(report.counts.skipped.trackPoints == 6)
    #expect(
      report.diagnostics.map { "\($0.code) \($0.line ?? 0) \($0.message)" } == [
        "coordinate.unreadable 3 the latitude “north” is not a number",
        "coordinate.unreadable 4 the latitude “x” is not a number",
        "coordinate.missing 5 the position has no longitude",
        """
        point.withoutPosition 6 trackpoints without a position (no satellite fix, or indoors) were left out \
        (number: 3)
        """,
      ])
    #expect(report.faults.count == 3)
  }

  @Test func `a file with only unreadable positions is refused with this reason`() throws {
    let report = try Reading.text(activity([position("46°10′", "7.2"), ""])).report
    #expect(report.refusal?.code == .inputNothingUsable)
    #expect(
      report.refusal?.message == """
        the TCX file contains no valid positions: the latitude or longitude of 1 point is missing or is not a number
        """)
  }
}
