import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite struct TCXReadingTests {
  @Test func `an activity becomes a track with a segment for each track of its laps`() throws {
    let (document, report) = try Reading.fixture("tcx/activities.tcx")
    #expect((report.format, report.creator) == ("tcx", "Forerunner 945"))
    #expect(report.isComplete)
    let path = try #require(document.paths.first)
    #expect((path.header.kind, path.header.type) == (.track, "Running"))
    #expect(path.points.segments == [0, 1, 2])
    #expect(path.header.segments == 3)
    #expect(path.header.name == "Morning run")
    #expect(path.header.details == "along the lake\nFirst lap")
    #expect(path.points.times.map { $0 - path.points.times[0] } == [0, 9.5, 58.5])
    #expect(path.points.elevations[0] == 800.25)
  }

  @Test func `sensor values and extensions of trackpoints are read`() throws {
    let points = try #require(try Reading.fixture("tcx/activities.tcx").document.paths.first).points
    func first(_ sensor: GeoSensor) -> Double? { points.sensors[sensor.rawValue].first }
    #expect(first(.heartRate) == 101)
    #expect(first(.distance) == 2.5)
    #expect(first(.speed) == 2.75)
    #expect(first(.power) == 240)
    #expect(points.sensors[GeoSensor.cadence.rawValue].prefix(2) == [85, 86])
  }

  @Test func `the totals in a lap's extension are kept and written again`() throws {
    let text = """
      <?xml version="1.0"?><TrainingCenterDatabase
      xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
      <Activity Sport="Running"><Id>2026-07-11T06:00:00Z</Id>
      <Lap StartTime="2026-07-11T06:00:00Z"><TotalTimeSeconds>10</TotalTimeSeconds><Track><Trackpoint>
      <Time>2026-07-11T06:00:00Z</Time><Position><LatitudeDegrees>46.5</LatitudeDegrees>
      <LongitudeDegrees>7.9</LongitudeDegrees></Position></Trackpoint></Track><Extensions>
      <LX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><AvgSpeed>2.5</AvgSpeed>
      <Steps>300</Steps><AvgWatts>210</AvgWatts><Other>1</Other></LX></Extensions></Lap></Activity>
      </Activities></TrainingCenterDatabase>
      """
    let (document, report) = try Reading.text(text)
    let kept = try #require(document.paths.first?.header.kept)
    #expect(
      kept.contains("TotalTimeSeconds=10 AvgSpeed=2.5 Steps=300 AvgWatts=210 Other=1<"), "\(kept)")
    #expect(
      report.diagnostics.map(\.message) == [
        "values in TCX extensions with no counterpart in the library are preserved: Other (1)"
      ])
    let written = String(
      decoding: try Writing.written(document, as: "tcx").bytes, as: UTF8.self)
    #expect(
      written.contains(
        """
        </Track>
                <Extensions><ns3:LX><ns3:AvgSpeed>2.5</ns3:AvgSpeed><ns3:Steps>300</ns3:Steps>\
        <ns3:AvgWatts>210</ns3:AvgWatts></ns3:LX></Extensions>
        """), "\(written)")
  }

  @Test func `heart rates and cadences of 255 are left out and counted`() throws {
    let points = ["255", "120"].enumerated().map { index, value in
      """
      <Trackpoint><Time>2026-07-11T06:00:0\(index)Z</Time><Position><LatitudeDegrees>46</LatitudeDegrees>
      <LongitudeDegrees>7</LongitudeDegrees></Position><HeartRateBpm><Value>\(value)</Value></HeartRateBpm>
      <Cadence>\(value)</Cadence></Trackpoint>
      """
    }
    let text = """
      <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id>2026-07-11T06:00:00Z</Id>
      <Lap StartTime="2026-07-11T06:00:00Z"><Track>\(points.joined())</Track></Lap></Activity></Activities>
      </TrainingCenterDatabase>
      """
    let (document, report) = try Reading.text(text)
    let sensors = try #require(document.paths.first).points.sensors
    for sensor in [GeoSensor.heartRate, .cadence] {
      #expect(sensors[sensor.rawValue].first?.isNaN == true && sensors[sensor.rawValue].last == 120)
    }
    #expect(
      report.diagnostics.contains {
        $0.message.contains("of 255") && $0.message.hasSuffix("(number: 2)")
      })
  }

  @Test func `run cadences beside other cadences are kept and counted`() throws {
    let trackpoints = [(80, 85), (90, 90)].map { cadence, run in
      """
      <Trackpoint><Time>2026-07-11T06:00:00Z</Time><Position><LatitudeDegrees>46</LatitudeDegrees>
      <LongitudeDegrees>7</LongitudeDegrees></Position><Cadence>\(cadence)</Cadence><Extensions><TPX>
      <RunCadence>\(run)</RunCadence></TPX></Extensions></Trackpoint>
      """
    }
    let (document, report) = try Reading.text(
      """
      <TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>2026-07-11T06:00:00Z</Id>
      <Lap StartTime="2026-07-11T06:00:00Z"><Track>\(trackpoints.joined())</Track></Lap></Activity></Activities>
      </TrainingCenterDatabase>
      """)
    let points = try #require(document.paths.first).points
    #expect(points.sensors[GeoSensor.cadence.rawValue] == [80, 90])
    #expect(points.kept.count == 1 && points.kept[0]?.contains("\"RunCadence\">85<") == true)
    let messages = report.diagnostics.map(\.message)
    #expect(messages.contains { $0.hasSuffix("RunCadence (1)") }, "\(messages)")
  }

  @Test func `the sports of a session become one track each`() throws {
    let (document, report) = try Reading.fixture("tcx/activities.tcx")
    #expect(
      document.paths.map(\.header.type) == ["Running", "Biking", "Transition", "Running"])
    #expect(report.counts.tracks == 4)
    #expect(
      report.diagnostics.contains {
        $0.message.hasPrefix("multi-sport sessions") && $0.message.hasSuffix("(number: 1)")
      })
    #expect(report.counts.trackPoints == 6)
  }

  @Test func `elements and points that are left out are reported with their numbers`() throws {
    let report = try Reading.fixture("tcx/activities.tcx").report
    let without = try #require(report.diagnostics.first { $0.code == .pointWithoutPosition })
    #expect(without.message.hasSuffix("were left out (number: 1)"))
    #expect(without.line == 22)
    let others = report.diagnostics.filter { $0.code == .contentUnsupported }.map(\.message)
    #expect(!others.contains { $0.contains("elements named Extensions") })
    #expect(report.faults.isEmpty)
    #expect(report.counts.skipped.trackPoints == 1)
  }

  @Test func `a course becomes a route, and its course points become places`() throws {
    let (document, report) = try Reading.fixture("tcx/course.tcx")
    let path = try #require(document.paths.first)
    #expect((path.header.kind, path.header.name) == (.route, "Around the Eiger by bus"))
    #expect(path.header.details == "Two days.")
    #expect(path.points.count == 2)
    // Times of 1970 are placeholders.
    #expect(path.points.times.allSatisfy { $0.isNaN })
    let place = try #require(document.places.first)
    #expect((place.name, place.symbol, place.details) == ("Fountain", "Water", "Drinking water"))
    #expect(place.elevation == 801.5)
    #expect(document.places.count == 1)
    #expect(report.totals[.coordinateMissing] == 1)
  }

  @Test(
    arguments: [
      ("Left", "Left onto Main Street", "Left", "Left onto Main Street"),
      ("Left onto", "Left onto Main Street", "Left onto Main Street", nil),
      ("Drinking w", "Drinking water\nCold.", "Drinking water", "Cold."),
      ("Hut", "Hut", "Hut", "Hut"),
    ] as [(String, String, String, String?)])
  func `the first line of the notes becomes the name only if the name is this line, shortened`(
    name: String, notes: String, read: String, details: String?
  ) throws {
    let document = try Reading.text(
      """
      <TrainingCenterDatabase><Courses><Course><Name>C</Name><CoursePoint><Name>\(name)</Name>
      <Time>2026-07-11T06:00:00Z</Time><Position><LatitudeDegrees>46</LatitudeDegrees>
      <LongitudeDegrees>7</LongitudeDegrees></Position><PointType>Left</PointType>
      <Notes>\(notes)</Notes></CoursePoint></Course></Courses></TrainingCenterDatabase>
      """
    ).document
    #expect(document.places.map(\.name) == [read])
    #expect(document.places.map(\.details) == [details])
  }

  @Test(arguments: [false, true])
  func `swapped latitudes and longitudes are told, and the option corrects them`(
    swaps: Bool
  ) throws {
    let text = """
      <TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>2026-07-11T06:00:00Z</Id>
      <Lap StartTime="2026-07-11T06:00:00Z"><Track><Trackpoint><Time>2026-07-11T06:00:00Z</Time>
      <Position><LatitudeDegrees>106.5</LatitudeDegrees><LongitudeDegrees>45.5</LongitudeDegrees>
      </Position></Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    let (document, report) = try TableReading.read(text, name: "a.tcx", swaps: swaps)
    #expect(!report.isRefused)
    #expect(document.paths.map(\.points.latitudes) == (swaps ? [[45.5]] : []))
    let told = report.all(.coordinateSwapped).first
    #expect(told?.remedy == (swaps ? nil : .swapCoordinates))
    #expect(report.counts.skipped.trackPoints == (swaps ? 0 : 1))
  }

  @Test func `an activity without positions is refused with the reason`() throws {
    let report = try Reading.fixture("tcx/indoor.tcx").report
    #expect(report.refusal?.code == .inputNothingUsable)
    #expect(report.refusal?.message.contains("all 2 trackpoints were recorded indoors") == true)
  }

  @Test func `everything before the end of a truncated file is read`() throws {
    let bytes = try Data(contentsOf: PackageFiles.fixture("tcx/activities.tcx"))
    var counts: Set<Int> = []
    for size in stride(from: 400, to: bytes.count - 40, by: 37) {
      let sink = ConsistencySink()
      let report = try GeoFormat.read(MemorySource(bytes.prefix(size)), into: sink)
      #expect(!report.isComplete)
      if report.isRefused { continue }
      sink.expectAgreement(with: report)
      #expect(report.diagnostics.contains { $0.code == .xmlTruncated && $0.line != nil })
      counts.insert(report.counts.trackPoints)
    }
    #expect(counts == [1, 2, 3, 4, 5, 6])
  }

  @Test func `invalid values are reported at their lines`() throws {
    let text = try String(contentsOf: PackageFiles.fixture("tcx/activities.tcx"), encoding: .utf8)
      .replacingOccurrences(of: "<Value>101<", with: "<Value>fast<")
      .replacingOccurrences(of: "<Time>2026-07-11T06:00:11Z<", with: "<Time>noon<")
      .replacingOccurrences(of: "<LatitudeDegrees>46.1<", with: "<LatitudeDegrees>146.1<")
      .replacingOccurrences(of: "<Time>2026-07-11T06:01:00Z<", with: "<Time>2026-07-11T06:01:00<")
    let (document, report) = try Reading.text(text)
    #expect(report.diagnostics.first { $0.code == .valueInvalid }?.line == 28)
    #expect(report.diagnostics.first { $0.code == .timeUnreadable }?.line == 35)
    #expect(report.totals[.coordinateOutOfRange] == 1)
    #expect(report.totals[.timeZoneMissing] == 1)
    #expect(document.paths.count == 3)
  }
}
