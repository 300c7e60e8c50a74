import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

@Suite struct FITReadingTests {
  func seconds(_ points: GeoPoints) -> [Double] {
    points.times.map { $0 + 347_241_600 - Double(FITSample.start) }
  }

  @Test func `the fixtures are the files that the generator makes`() throws {
    for (name, bytes) in FITFixtures.all {
      let file = PackageFiles.fixture("fit/\(name)")
      if Golden.isRecording, (try? Data(contentsOf: file)) != Data(bytes) {
        try Data(bytes).write(to: file)
      }
      #expect(try Data(contentsOf: file) == Data(bytes), "\(name)")
    }
  }

  @Test func `an activity becomes a track with a segment after each pause`() throws {
    let (document, report) = try Reading.fixture("fit/activity.fit")
    #expect(report.isComplete)
    #expect((report.format, report.version, report.creator) == ("fit", "2.0", "Garmin Edge 530"))
    let path = try #require(document.paths.first)
    #expect(document.paths.count == 1)
    #expect((path.header.kind, path.header.name, path.header.type) == (.track, "Road", "cycling"))
    #expect(path.points.segments == [0, 0, 0, 0, 1, 1, 1])
    #expect(path.header.segments == 2)
    #expect(seconds(path.points) == [0, 1, 2, 3, 60, 61, 62])
    #expect(abs(path.points.latitudes[0] - 46.5) < 1e-7)
    #expect(abs(path.points.longitudes[6] - 7.9062) < 1e-7)
    #expect(report.counts.skipped.trackPoints == 1)
  }

  @Test
  func `sensor values are scaled, enhanced fields have precedence, absent values stay absent`()
    throws
  {
    let points = try #require(try Reading.fixture("fit/activity.fit").document.paths.first).points
    func values(_ sensor: GeoSensor) -> [Double?] {
      let column = points.sensors[sensor.rawValue]
      return column.map { $0.isNaN ? nil : $0 }
    }
    #expect(Array(points.elevations[0..<4]) == [532.2, 532.4, 532.6, 532.8])
    #expect(points.elevations[4].isNaN)
    #expect(values(.heartRate) == [nil, 121, 122, 123, nil, nil, nil])
    #expect(values(.cadence) == [80.5, 80, 80, 80, nil, nil, nil])
    #expect(values(.distance) == [0, 5.25, 10.5, 15.75, nil, nil, nil])
    #expect(values(.speed) == [5.25, 5.251, 5.252, 5.253, nil, nil, nil])
    #expect(values(.power) == [nil, 200, 200, 200, nil, nil, nil])
    #expect(values(.airTemperature) == [nil, -3, -3, -3, nil, nil, nil])
  }

  @Test func `laps without a start time are kept in the session of their end or in order`() throws {
    var sample = FITSample()
    sample.addFileID()
    sample.addSession(start: 0, end: 9, sport: 1)
    sample.addSession(start: 10, end: 19, sport: 2)
    for second in 0..<20 {
      sample.addRecord(UInt32(second))
      guard second == 9 || second == 19 else { continue }
      sample.add(
        19, local: 4,
        [.uint32(253, FITSample.start + UInt32(second)), .uint32(9, UInt32(second) * 100)])
      // A lap without any time follows the lap before it.
      sample.add(19, local: 5, [.uint32(9, UInt32(second) * 100 + 100)])
    }
    let (document, report) = try Reading.read(MemorySource(sample.file()))
    #expect(
      document.paths.map { path in
        PreservedMarkup.foreignValues(in: path.header.kept, of: document.header)
          .filter { $0.name == "lap" }.map(\.value)
      } == [
        ["timestamp=2026-07-11T06:00:09Z total_distance=9", "total_distance=10"],
        ["timestamp=2026-07-11T06:00:19Z total_distance=19", "total_distance=20"],
      ])
    #expect(report.diagnostics.contains { $0.message.hasPrefix("4 laps are not imported") })
  }

  @Test func `each session of a multisport activity becomes a track`() throws {
    let (document, report) = try Reading.fixture("fit/multisport.fit")
    #expect(document.paths.map(\.header.type) == ["swimming", "transition", "running"])
    #expect(document.paths.map(\.points.count) == [3, 2, 4])
    #expect(report.counts.tracks == 3)
    #expect(report.creator == "Garmin fēnix 7")
    #expect(document.paths[2].header.kept?.contains(">trail<") == true)
  }

  @Test func `a course becomes a route with its course points as places`() throws {
    let (document, report) = try Reading.fixture("fit/course.fit")
    let path = try #require(document.paths.first)
    #expect((path.header.kind, path.header.name) == (.route, "Around the Eiger"))
    #expect(path.header.type == "cycling")
    #expect(path.points.count == 4)
    #expect(path.points.elevations == [500, 500, 500, 500])
    let place = try #require(document.places.first)
    #expect((place.name, place.symbol) == ("Fountain", "Water"))
    #expect(place.sensors[.distance] == 15)
    #expect(place.time != nil)
    #expect(report.counts.waypoints == 1)
  }

  @Test func `saved locations become places, and those without a position are reported`() throws {
    let (document, report) = try Reading.fixture("fit/locations.fit")
    let place = try #require(document.places.first)
    #expect(document.places.count == 1)
    #expect((place.name, place.details) == ("Hut", "Closed in winter"))
    #expect(abs((place.elevation ?? 0) - 531.2) < 1e-9)
    #expect(place.kept?.contains(">94<") == true)
    #expect(report.totals[.coordinateMissing] == 1)
    #expect(report.counts.skipped.waypoints == 1)
    #expect(report.creator == "Garmin Edge Explore")
  }

  @Test func `a segment file becomes a route`() throws {
    let (document, report) = try Reading.fixture("fit/segment.fit")
    let path = try #require(document.paths.first)
    #expect((path.header.kind, path.header.name) == (.route, "Col climb"))
    #expect(path.points.elevations == [500, 510, 520])
    #expect(path.points.sensors[GeoSensor.distance.rawValue] == [0, 111, 222])
    #expect(report.creator == "Strava product 3121")
  }

  @Test func `an indoor activity is refused, and the reason is its missing positions`() throws {
    let report = try Reading.fixture("fit/indoor.fit").report
    #expect(report.refusal?.code == .inputNothingUsable)
    #expect(
      report.refusal?.message
        == """
        the FIT activity contains no positions: all 5 records were recorded indoors or without a \
        satellite fix
        """)
    let workout = try Reading.fixture("fit/workout.fit").report
    #expect(workout.refusal?.message == "the FIT workout contains no positions")
  }

  @Test func `the power of a program's field is read, and its other fields are kept`() throws {
    let (document, report) = try Reading.fixture("fit/developer.fit")
    let points = try #require(document.paths.first).points
    #expect(points.sensors[GeoSensor.power.rawValue] == [250, 251, 252])
    #expect(
      report.diagnostics.contains { $0.message.hasSuffix("of their points: Form Power (3)") },
      "\(report.diagnostics.map(\.message))")
    #expect(report.creator == "Garmin Forerunner 945")
  }

  @Test func `big-endian messages and compressed times are read`() throws {
    let (document, report) = try Reading.fixture("fit/big-endian.fit")
    let points = try #require(document.paths.first).points
    #expect(seconds(points) == [0, 5, 30, 33, 60])
    #expect(abs(points.latitudes[1] + 33.5) < 1e-7)
    #expect(points.elevations[1] == 2500)
    #expect(report.creator == "Wahoo Fitness product 31")
  }

  @Test func `times that count from switching on are set by the device's time correlation`() throws
  {
    var sample = FITSample()
    sample.addFileID()
    for second in [7, 8] as [UInt32] {
      sample.add(20, local: 1, [.uint32(253, second), .degrees(0, 1), .degrees(1, 2)])
    }
    let without = try Reading.read(MemorySource(sample.file()))
    #expect(without.document.paths.first?.points.times.allSatisfy { $0.isNaN } == true)
    #expect(without.report.totals[.timeUnreadable] == 1)
    sample.add(162, local: 2, [.uint32(253, FITSample.start), .uint32(1, 5)])
    let with = try Reading.read(MemorySource(sample.file()))
    #expect(with.document.paths.first.map { seconds($0.points) } == [2, 3])
    #expect(with.report.totals[.timeUnreadable] == nil)
  }

  @Test func `an export to GPX declares the namespaces of the sensors in the root element`() throws
  {
    let document = try Reading.fixture("fit/activity.fit").document
    let text = String(decoding: try Writing.written(document, as: "gpx").bytes, as: UTF8.self)
    for prefix in ["gpxtpx", "gpxpx", "gpxdata", "cartographer"] {
      #expect(text.matches(of: try Regex("xmlns:\(prefix)=")).count == 1, "\(prefix)")
    }
    let again = try Reading.text(text).document
    let sensors = zip(document.paths[0].points.sensors, again.paths[0].points.sensors)
    for (before, after) in sensors {
      #expect(before.map { $0.isNaN ? -1 : $0 } == after.map { $0.isNaN ? -1 : $0 })
    }
  }

  @Test func `packed speeds and distances are read even if their first byte is 0xFF`() throws {
    var sample = FITSample()
    sample.addFileID()
    // 2.55 m/s is 255 hundredths, so that the first byte is 0xFF; the distances are 16 and 48 m.
    for (index, bytes) in [[0xFF, 0x00, 0x10], [0xFF, 0x00, 0x30]].enumerated() {
      sample.addRecord(
        UInt32(index), [.init(number: 8, type: 0x0D, bytes: bytes.map { UInt8($0) })])
    }
    let points = try #require(
      try Reading.read(MemorySource(sample.file())).document.paths.first
    ).points
    #expect(points.sensors[GeoSensor.speed.rawValue] == [2.55, 2.55])
    #expect(points.sensors[GeoSensor.distance.rawValue] == [16, 48])
  }
}
