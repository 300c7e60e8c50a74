import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

/// Google's location history in its three shapes.
@Suite struct GoogleTimelineTests {
  private static let files = [
    "Timeline-android.json", "location-history-ios.json", "Records.json", "2019_AUGUST.json",
  ]

  private static func bytes(_ name: String) throws -> [UInt8] {
    try Reading.bytes("exports/google/\(name)")
  }

  private func read(
    _ name: String, maximumAccuracy: Double? = nil
  ) throws -> (document: GeoDocument, report: GeoReadReport) {
    let collector = GeoDocumentCollector()
    var options = GeoReadingOptions()
    options.maximumAccuracy = maximumAccuracy
    let report = try GeoFormat.read(
      MemorySource(Self.bytes(name)), into: collector, options: options)
    #expect(report.format == "google-timeline" && report.isComplete && !report.isRefused)
    return (collector.document, report)
  }

  private func times(_ path: GeoPath) -> [String] {
    path.points.times.map {
      $0.isNaN ? "-" : Date(timeIntervalSinceReferenceDate: $0).formatted(.iso8601)
    }
  }

  @Test func `an Android timeline has one path per local day with a segment per move`() throws {
    let (document, report) = try read("Timeline-android.json")
    #expect(
      document.paths.map(\.header.name) == [
        "2024-05-01", "2024-05-02", "2024-05-03, raw positions",
      ])
    let day = try #require(document.paths.first)
    #expect(
      times(day) == [
        "2024-05-01T04:10:00Z", "2024-05-01T05:30:00Z", "2024-05-01T05:35:00Z",
        "2024-05-01T05:45:00Z", "2024-05-01T05:50:00Z", "2024-05-01T21:50:00Z",
      ])
    #expect(day.points.segments == [0, 1, 1, 1, 1, 2] && day.header.segments == 3)
    #expect(day.points.latitudes[4] == 46.51 && day.points.longitudes[4] == 7.91)
    #expect(day.header.details == "07:30–07:50 in passenger vehicle, 1344 m")
    #expect(times(document.paths[1]) == ["2024-05-01T22:10:00Z"])
    #expect(!report.diagnostics.contains { $0.code == .timelineInUTC })
    let left = try #require(report.diagnostics.first { $0.code == .timelineLeftOut })
    for name in ["timelineMemory (1)", "wifiScan (1)", "probability (4)", "source (3)"] {
      #expect(left.message.contains(name), "\(left.message)")
    }
  }

  @Test func `the accuracy of raw positions is kept as an extension of the point`() throws {
    let (document, _) = try timeline(
      """
      {"locations": [
        {"latitudeE7": 470000000, "longitudeE7": 80000000, "accuracy": 12, "timestamp": "2019-08-03T08:00:00Z"},
        {"latitudeE7": 470000000, "longitudeE7": 80000000, "timestamp": "2019-08-03T08:00:10Z"}
      ]}
      """)
    let points = try #require(document.paths.first).points
    let values = PreservedMarkup.foreignValues(in: points.kept[0], of: document.header)
    #expect(values.map { "\($0.format) \($0.name) \($0.value)" } == ["google-timeline accuracy 12"])
    #expect(points.kept[1] == nil)
  }

  @Test func `the places at the ends of a move are kept, and its other paths are counted`() throws {
    let (document, report) = try timeline(
      """
      {"timelineObjects": [{"activitySegment": {
        "startLocation": {"latitudeE7": 470000000, "longitudeE7": 80000000, "name": "Hut", "placeId": "X1"},
        "endLocation": {"latitudeE7": 471000000, "longitudeE7": 80000000, "address": "Lake 1"},
        "duration": {"startTimestamp": "2019-08-03T08:00:00Z", "endTimestamp": "2019-08-03T09:00:00Z"},
        "waypointPath": {"waypoints": [{"latE7": 470400000, "lngE7": 80000000}, {"latE7": 470500000, "lngE7": 80000000}]},
        "simplifiedRawPath": {"points": [{"latE7": 470300000, "lngE7": 80000000, "accuracyMeters": 9}]}
      }}, {"activitySegment": {"duration": {"startTimestamp": "2019-08-03T10:00:00Z"}}}]}
      """)
    let path = try #require(document.paths.first)
    let values = PreservedMarkup.foreignValues(in: path.header.kept, of: document.header)
    #expect(
      values.map { "\($0.name): \($0.value)" } == [
        "startLocation: 08:00 Hut, X1", "endLocation: 09:00 Lake 1",
      ])
    #expect(path.points.count == 3 && path.points.kept.keys.sorted() == [1])
    let left = try #require(report.diagnostics.first { $0.code == .timelineLeftOut }).message
    #expect(left.contains("positions in waypointPath (2)"), "\(left)")
    #expect(left.contains("movements without positions (1)"), "\(left)")
  }

  @Test func `a visit becomes a place with its time and identifier`() throws {
    let (document, _) = try read("Timeline-android.json")
    let home = try #require(document.places.first)
    #expect(document.places.count == 1 && home.name == "Home" && home.type == "visit")
    #expect(home.details == "2024-05-01 00:00–07:30")
    #expect(home.time?.formatted(.iso8601) == "2024-04-30T22:00:00Z")
    #expect(home.coordinate.latitude == 46.5 && home.coordinate.longitude == 7.9)
    let kept = PreservedMarkup.foreignValues(in: home.kept, of: document.header)
    #expect(kept.map(\.value) == ["ChIJ-fixture-home", "INFERRED_HOME"])
  }

  @Test func `raw positions have their sensor values, and a pause begins a new segment`() throws {
    let (document, _) = try read("Timeline-android.json")
    let raw = try #require(document.paths.last)
    #expect(raw.points.segments == [0, 0, 1] && raw.points.elevations == [567.5, 570, 580])
    #expect(raw.points.sensors[GeoSensor.speed.rawValue] == [1.5, 0, 1])
  }

  @Test func `positions beyond the maximum accuracy radius are left out and counted`() throws {
    let (document, report) = try read("Timeline-android.json", maximumAccuracy: 100)
    #expect(document.paths.last?.points.elevations == [567.5, 580])
    #expect(report.counts.skipped.trackPoints == 1)
    let diagnostic = report.diagnostics.first { $0.code == .timelineInaccurate }
    #expect(diagnostic?.message.hasSuffix("were left out (1)") == true)
    #expect(diagnostic?.place.element?.hasPrefix("$.rawSignals[1]") == true)
    let records = try read("Records.json", maximumAccuracy: 100)
    #expect(records.document.paths.map(\.points.count) == [2, 1])
  }

  @Test func `an iOS timeline states minutes after the start of the segment`() throws {
    let (document, _) = try read("location-history-ios.json")
    #expect(document.places.map(\.name) == ["Work"])
    #expect(document.paths.map(\.header.name) == ["2024-06-10"])
    #expect(
      times(document.paths[0]) == [
        "2024-06-10T07:00:00Z", "2024-06-10T07:10:00Z", "2024-06-10T07:20:00Z",
        "2024-06-10T07:30:00Z", "2024-06-10T08:15:00Z",
      ])
    #expect(document.paths[0].points.segments == [0, 0, 0, 0, 1])
    #expect(document.paths[0].header.details == "09:00–09:30 walking, 1357 m")
  }

  @Test func `records are paths per day of UTC, which is told`() throws {
    let (document, report) = try read("Records.json")
    #expect(
      document.paths.map(\.header.name) == [
        "2019-08-03, raw positions", "2019-08-04, raw positions",
      ])
    #expect(document.paths.map(\.points.count) == [3, 1])
    let first = document.paths[0].points
    #expect(first.latitudes[0] == 47.1 && first.elevations[0] == 420)
    #expect(first.sensors[GeoSensor.course.rawValue][0] == 90)
    // The number is negative, but written as a large positive one.
    #expect(abs(document.paths[1].points.latitudes[0] + 9.4967296) < 1e-9)
    #expect(report.diagnostics.contains { $0.code == .timelineInUTC })
    #expect(report.diagnostics.contains { $0.code == .coordinateMissing })
  }

  @Test func `a month of the semantic history has visits, child visits and moves`() throws {
    let (document, _) = try read("2019_AUGUST.json")
    #expect(document.places.map(\.name) == ["Terrasse", "Café am See"])
    #expect(
      document.places[1].details == "2019-08-03 08:00–09:00\nSeestrasse 1, 8000 Musterstadt")
    #expect(document.paths.count == 1)
    #expect(document.paths[0].points.segments == [0, 0, 0, 0, 1, 1, 1])
    #expect(
      document.paths[0].header.details
        == "09:00–09:20 cycling, 1345 m\n10:00–10:30 in train")
    #expect(times(document.paths[0])[5] == "-")
  }

  @Test(arguments: files)
  func `no prefix of a timeline crashes the reader, and complete items are read`(name: String)
    throws
  {
    let whole = try Self.bytes(name)
    for length in stride(from: 0, to: whole.count, by: 7) {
      let sink = ConsistencySink()
      let report = try GeoFormat.read(MemorySource(whole.prefix(length)), into: sink)
      if !report.isRefused { sink.expectAgreement(with: report) }
      if !report.isComplete { #expect(!report.diagnostics.isEmpty) }
    }
  }

  @Test(arguments: files)
  func `random damage to a timeline never crashes the reader`(name: String) throws {
    var generator = SplitMix64.forTest()
    let whole = try Self.bytes(name)
    let values = [
      "1e999", "-1", "\"\"", "[[[[]]]]", "99999999999999999999", "null", "{}",
      "\"9999-12-31T23:59:59Z\"", "\"0001-01-01T00:00:00-99:99\"",
    ]
    for _ in 0..<300 {
      var text = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<text.count, using: &generator)
        if Bool.random(using: &generator) {
          text[index] = UInt8.random(in: 32...126, using: &generator)
        } else if let colon = text[index...].firstIndex(of: UInt8(ascii: ":")) {
          let end = text[colon...].firstIndex { $0 == 10 || $0 == 44 || $0 == 125 } ?? text.count
          text.replaceSubrange(
            colon + 1..<end, with: Array(values.randomElement(using: &generator)!.utf8))
        }
      }
      let sink = ConsistencySink()
      let report = try GeoFormat.read(MemorySource(text), into: sink)
      if !report.isRefused { sink.expectAgreement(with: report) }
    }
  }

  @Test(arguments: [
    ("46.5°, 7.9°", 46.5, 7.9), ("geo:46.5,7.9", 46.5, 7.9), ("-46.5°,-7.9°", -46.5, -7.9),
    ("geo:46.5,7.9,500;u=20", 46.5, 7.9),
  ])
  func `positions are read in each notation`(text: String, latitude: Double, longitude: Double) {
    let found = TimelinePosition.parse(Array(text.utf8))
    #expect(found.latitude == latitude && found.longitude == longitude)
  }

  @Test(arguments: ["", "°", "geo:", "46.5", "a,b", "1,2,3,4"])
  func `a text that is not a position is not read as one`(text: String) {
    let found = TimelinePosition.parse(Array(text.utf8))
    #expect(found.latitude.isNaN || found.longitude.isNaN)
  }

  private func timeline(_ text: String) throws -> (document: GeoDocument, report: GeoReadReport) {
    let collector = GeoDocumentCollector()
    var options = GeoReadingOptions()
    options.format = "google-timeline"
    let report = try GeoFormat.read(MemorySource(text.utf8), into: collector, options: options)
    return (collector.document, report)
  }

  private static func visit(_ position: String) -> String {
    """
    {"startTime":"2024-05-01T08:00:00Z","endTime":"2024-05-01T09:00:00Z",
    "visit":{"topCandidate":{"placeLocation":{"latLng":"\(position)"}}}}
    """
  }

  @Test func `a visit with an invalid position is told and counted once`() throws {
    let (document, report) = try timeline(
      """
      {"semanticSegments":[\(Self.visit("46.5°, 7.9°")),\(Self.visit("96.5°, 7.9°"))]}
      """)
    #expect(document.places.count == 1)
    #expect(report.diagnostics.map(\.code) == [.coordinateOutOfRange])
    #expect(report.counts.skipped.waypoints == 1 && report.counts.skipped.trackPoints == 0)
  }

  @Test func `a position without a time does not disturb the order of the others`() throws {
    func point(_ minute: String?, _ latitude: String) -> String {
      let time = minute.map { ",\"time\":\"2024-05-01T08:\($0):00Z\"" } ?? ""
      return "{\"point\":\"\(latitude)°, 7°\"\(time)}"
    }
    let path = [point("30", "3"), point(nil, "4"), point("10", "1"), point("20", "2")]
    let (document, _) = try timeline(
      """
      {"semanticSegments":[{"timelinePath":[\(path.joined(separator: ","))]},
      {"startTime":"2024-05-01T08:05:00Z","endTime":"2024-05-01T08:25:00Z",
      "activity":{"start":{"latLng":"0°, 7°"},"end":{"latLng":"2.5°, 7°"}}}]}
      """)
    #expect(document.paths.first?.points.latitudes == [0, 1, 2, 2.5, 3, 4])
    #expect(document.paths.first?.points.segments == [0, 0, 0, 0, 1, 1])
  }

  @Test func `visits after raw positions are passed on at once`() throws {
    let text = """
      {"rawSignals":[{"position":{"LatLng":"46.5°, 7.9°","timestamp":"2024-05-01T08:00:00Z"}}],
      "semanticSegments":[\(Self.visit("46.5°, 7.9°")),\(String(repeating: " ", count: 200_000))
      """
    let collector = GeoDocumentCollector()
    var options = GeoReadingOptions()
    options.format = "google-timeline"
    #expect(throws: FailingSource.Failure.self) {
      try GeoFormat.read(FailingSource(text.utf8), into: collector, options: options)
    }
    #expect(collector.document.paths.count == 1 && collector.document.places.count == 1)
  }
}
