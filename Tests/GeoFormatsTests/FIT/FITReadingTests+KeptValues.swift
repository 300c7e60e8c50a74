import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

/// Values of FIT files without a counterpart in the library, which are kept or counted.
extension FITReadingTests {
  @Test func `left out records, laps, messages and fields are reported with their numbers`() throws
  {
    let (document, report) = try Reading.fixture("fit/activity.fit")
    let messages = Dictionary(grouping: report.diagnostics, by: \.code)
      .mapValues { $0.map(\.message).joined(separator: " ") }
    #expect(messages[.pointWithoutPosition]?.hasSuffix("left out: 1 of 8") == true)
    #expect(messages[.lapKept]?.hasPrefix("2 laps") == true)
    #expect(messages[.contentUnsupported]?.contains("2 hrv") == true)
    #expect(messages[.valueKept]?.hasSuffix("of their points: left_right_balance (4)") == true)
    #expect(report.faults.isEmpty)
    let place = try #require(report.diagnostics.first { $0.code == .pointWithoutPosition }?.place)
    #expect(place.record != nil && place.byteOffset != nil)
    let kept = try #require(document.paths.first?.header.kept)
    for value in [
      ">road<", ">7200<", ">63<", ">12<",
      """
      >start_time=2026-07-11T06:00:00Z timestamp=2026-07-11T06:00:03Z total_elapsed_time=3 \
      total_distance=123.45<
      """,
      """
      >start_time=2026-07-11T06:01:00Z timestamp=2026-07-11T06:01:03Z total_elapsed_time=3 \
      total_distance=123.45<
      """,
    ] {
      #expect(kept.contains(value), "\(value)")
    }
  }

  @Test func `totals, averages and maxima of sessions and laps are read from their own fields`()
    throws
  {
    let (document, report) = try Reading.fixture("fit/summaries.fit")
    let path = try #require(document.paths.first)
    let values = PreservedMarkup.foreignValues(in: path.header.kept, of: document.header)
    #expect(
      values.filter { $0.name == "lap" }.map(\.value) == [
        """
        start_time=2026-07-11T06:00:00Z timestamp=2026-07-11T06:00:02Z \
        total_elapsed_time=2 total_distance=15 total_calories=7 total_ascent=15 total_descent=5 \
        avg_speed=4 max_speed=5.25 avg_heart_rate=120 \
        max_heart_rate=140 avg_cadence=80.5 avg_power=200 max_power=310 normalized_power=222 \
        avg_temperature=-3 intensity=0 avg_vertical_oscillation=6.5 \
        Ride_Quality=0.1
        """,
        """
        start_time=2026-07-11T06:00:02Z timestamp=2026-07-11T06:00:04Z \
        total_elapsed_time=2 total_distance=15 total_calories=7 total_ascent=16 total_descent=5 \
        avg_speed=4 max_speed=5.25 avg_heart_rate=121 \
        max_heart_rate=141 avg_cadence=80.5 avg_power=200 max_power=310 normalized_power=222 \
        avg_temperature=-3 intensity=0 avg_vertical_oscillation=6.5 \
        Ride_Quality=1.1
        """,
      ])
    let session = values.filter { $0.name != "lap" }.map { "\($0.name)=\($0.value)" }
    #expect(
      session == [
        "start_time=2026-07-11T06:00:00Z", "timestamp=2026-07-11T06:00:04Z",
        "total_elapsed_time=4", "total_distance=30", "total_calories=14", "total_ascent=31",
        "total_descent=10", "avg_speed=4.1", "max_speed=5.25", "avg_heart_rate=121",
        "max_heart_rate=141", "avg_cadence=81", "avg_power=201", "max_power=311",
        "normalized_power=223", "avg_temperature=-2", "max_temperature=1", "max_altitude=532",
        "Effort=6", "Weather=light snow",
      ])
    #expect(!report.diagnostics.contains { $0.code == .contentUnsupported })
  }

  @Test func `fields of records, sessions and laps without a counterpart are counted by name`()
    throws
  {
    var sample = FITSample()
    sample.addFileID()
    sample.addLap(start: 0, end: 2)
    sample.add(19, local: 5, [.uint32(2, FITSample.start), .uint16(250, 5), .uint16(77, 81)])
    for second in 0..<4 as Range<UInt32> {
      // The vertical oscillation is absent in the first record.
      sample.addRecord(second, [.uint16(39, second == 0 ? 0xFFFF : 80), .int8(200, 1)])
    }
    sample.addRecord(4, [.uint16(39, 80)])
    let (document, report) = try Reading.read(MemorySource(sample.file()))
    #expect(
      report.diagnostics.map(\.message) == [
        "2 laps are not imported as segments; they are kept as extension values",
        """
        values of unsupported record fields are kept as extension values of \
        their points: vertical_oscillation (4)
        """,
        """
        values of 2 fields with no counterpart in the library were left out: record field 200 (4), \
        lap field 250 (1)
        """,
      ])
    let kept = try #require(document.paths.first?.header.kept)
    #expect(
      kept.contains("start_time=2026-07-11T06:00:00Z avg_vertical_oscillation=8.1<"), "\(kept)")
  }

  @Test func `sensors, unknown numbers, segment laps and the local time are kept as values`() throws
  {
    var sample = FITSample()
    sample.addFileID()
    sample.add(12, [.enumeration(0, 120), .text(3, "Odd")])
    sample.add(12, [.enumeration(0, 120), .text(3, "Other")])
    for _ in 0..<2 {
      sample.add(
        23, local: 2,
        [
          .uint8(0, 1), .uint8(1, 120), .uint16(2, 1), .uint16(4, 3121), .uint16(5, 320),
          .uint32(3, 77),
        ])
    }
    sample.add(
      142, local: 3,
      [
        .uint32(253, FITSample.start + 2), .uint32(2, FITSample.start), .text(29, "Col climb"),
        .uint32(9, 12_345), .uint8(15, 150), .uint32(49, 1000),
      ])
    sample.add(
      34, local: 4,
      [.uint32(253, FITSample.start), .uint32(5, FITSample.start + 7_198)])
    sample.add(
      21, local: 5,
      [.uint32(253, FITSample.start), .enumeration(0, 0), .enumeration(1, 3)])
    for second in 0..<2 as Range<UInt32> { sample.addRecord(second) }
    let (document, report) = try Reading.read(MemorySource(sample.file()))
    let path = try #require(document.paths.first)
    #expect(path.header.name == "Odd" && path.header.type == nil)
    let values = PreservedMarkup.foreignValues(in: path.header.kept, of: document.header)
    #expect(
      values.map { "\($0.name): \($0.value)" } == [
        "sport: 120", "utc_offset: 7200",
        """
        segment_lap: name=Col_climb start_time=2026-07-11T06:00:00Z \
        timestamp=2026-07-11T06:00:02Z total_distance=123.45 avg_heart_rate=150 time_in_hr_zone=1
        """,
        "device: device_index=1 device_type=120 name=Garmin_Edge_530 software_version=3.2",
      ])
    let messages = report.diagnostics.map(\.message)
    #expect(messages.contains { $0.hasSuffix("left out: 1 sport, 1 event") }, "\(messages)")
    #expect(messages.contains { $0.hasPrefix("1 of 1 segment laps") }, "\(messages)")
  }

  @Test func `an unknown kind of course point and a favourite are kept as values`() throws {
    var sample = FITSample()
    sample.addFileID(type: 6)
    sample.addRecord(0)
    sample.add(
      32, local: 2,
      [
        .degrees(2, 46.5), .degrees(3, 7.9), .enumeration(5, 99), .text(6, "X"), .enumeration(8, 1),
      ])
    let document = try Reading.read(MemorySource(sample.file())).document
    let place = try #require(document.places.first)
    #expect(place.symbol == "Generic")
    #expect(
      PreservedMarkup.foreignValues(in: place.kept, of: document.header)
        .map { "\($0.name)=\($0.value)" } == ["type=99", "favorite=1"])
  }

  @Test func `sports of laps are kept, and events and indices are left out without a diagnostic`()
    throws
  {
    var sample = FITSample()
    sample.addFileID()
    sample.addRecord(0)
    let order: [FITSample.Field] = [.enumeration(0, 9), .enumeration(1, 1), .uint16(254, 0)]
    for (sport, subSport) in [(1, 3), (120, 0)] as [(UInt8, UInt8)] {
      sample.add(
        19, local: 4,
        order + [
          .uint32(2, FITSample.start), .enumeration(25, sport), .enumeration(26, 1),
          .enumeration(39, subSport), .uint32(7, 2_000),
        ])
    }
    sample.add(
      142, local: 5,
      order + [.uint32(2, FITSample.start), .enumeration(23, 2), .enumeration(32, 7)])
    sample.addSession(
      start: 0, end: 4, sport: 1,
      order + [.uint16(25, 0), .uint16(26, 2), .enumeration(27, 1), .uint8(111, 1)])
    let (document, report) = try Reading.read(MemorySource(sample.file()))
    let path = try #require(document.paths.first)
    let values = PreservedMarkup.foreignValues(in: path.header.kept, of: document.header)
    #expect(
      values.map { "\($0.name): \($0.value)" } == [
        "start_time: 2026-07-11T06:00:00Z", "timestamp: 2026-07-11T06:00:04Z",
        "total_elapsed_time: 4",
        "lap: start_time=2026-07-11T06:00:00Z sport=running sub_sport=trail total_elapsed_time=2",
        "lap: start_time=2026-07-11T06:00:00Z sport=120 total_elapsed_time=2",
        "segment_lap: start_time=2026-07-11T06:00:00Z sport=cycling sub_sport=road",
      ])
    #expect(report.diagnostics.allSatisfy { $0.code == .lapKept })
  }
}
