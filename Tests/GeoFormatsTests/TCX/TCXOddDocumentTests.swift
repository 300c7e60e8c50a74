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
}
