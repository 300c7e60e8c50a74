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
        "1 AverageHeartRateBpm: “97” is not in an element Value, so it is not read",
        "2 HeartRateBpm: “99” is not in an element Value, so it is not read",
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
}
