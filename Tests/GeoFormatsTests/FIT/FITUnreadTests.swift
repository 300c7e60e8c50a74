import Foundation
import TestSupport
import Testing

@testable import GeoFormats

/// The reports of the fields and messages of FIT files that are left out.
@Suite struct FITUnreadTests {
  /// Reads a file, and returns the diagnostics with the counts of what was left out, and the values
  /// of the first path.
  private func read(_ sample: FITSample) throws -> (findings: [Diagnostic], values: [String]) {
    let (document, report) = try Reading.read(MemorySource(sample.file()))
    let path = try #require(document.paths.first)
    let values = PreservedMarkup.foreignValues(in: path.header.kept, of: document.header)
    return (
      report.diagnostics.filter { $0.code == .contentUnsupported },
      values.map { "\($0.name): \($0.value)" }
    )
  }

  private func words(_ finding: Diagnostic?) -> [String] {
    finding?.counts.map { "\($0.name) \($0.count)" } ?? []
  }

  private var sample: FITSample {
    var sample = FITSample()
    sample.addFileID()
    sample.addRecord(0)
    sample.addRecord(1)
    return sample
  }

  @Test func `the fields that are left out of all messages are counted in one line`() throws {
    var sample = sample
    for serial in [77, .max] as [UInt32] {
      // The source type of the first message and the serial number of the second are absent.
      sample.add(
        23, local: 2,
        [
          .uint8(0, 1), .uint32(3, serial), .enumeration(25, serial == 77 ? 0xFF : 1),
          .uint8(99, 5), .text(19, "Pod"), .uint32(253, FITSample.start),
        ])
    }
    sample.add(49, local: 3, [.uint16(0, 320), .uint8(1, 0xFF)])
    sample.add(
      21, local: 4,
      [
        .uint32(253, FITSample.start), .enumeration(0, 0), .enumeration(1, 0), .uint32(3, 0),
        .uint8(4, 0),
      ])
    sample.add(
      34, local: 5,
      [
        .uint32(253, FITSample.start), .uint16(1, 1), .enumeration(2, 0), .enumeration(3, 26),
        .enumeration(4, 1), .uint32(0, 2_000),
      ])
    sample.add(12, local: 6, [.enumeration(0, 2), .text(3, "Road"), .text(9, ""), .uint8(10, 3)])
    let findings = try read(sample).findings
    #expect(findings.count == 1)
    #expect(
      words(findings.first) == [
        "device_info field 99 2", "activity num_sessions 1", "activity total_timer_time 1",
        "activity type 1", "device_info serial_number 1", "device_info source_type 1",
        "event timer_trigger 1", "file_creator software_version 1", "sport field 10 1",
      ])
    #expect(
      findings.first?.message == """
        values of 9 fields with no counterpart in the library were left out: device_info field 99 \
        (2), activity num_sessions (1), activity total_timer_time (1), activity type (1), \
        device_info serial_number (1), device_info source_type (1), event timer_trigger (1), \
        file_creator software_version (1) and 1 more
        """)
  }

  @Test func `fields are counted over all definitions of a message and over chained files`() throws
  {
    var sample = sample
    sample.add(23, local: 2, [.uint8(0, 1), .uint8(32, 90)])
    sample.add(23, local: 2, [.uint8(32, 80)])
    sample.add(23, local: 3, [.uint8(32, 70)])
    let report = try Reading.read(MemorySource(sample.file() + sample.file())).report
    #expect(words(report.diagnostics.first) == ["device_info battery_level 6"])
    #expect(
      report.diagnostics.map(\.message) == [
        """
        values of 1 field with no counterpart in the library were left out: device_info \
        battery_level (6)
        """
      ])
  }

  @Test func `the fields of segments that are left out are counted`() throws {
    var sample = FITSample()
    sample.addFileID(type: 34)
    sample.add(
      148, local: 1,
      [.text(0, "Col"), .enumeration(2, 2), .enumeration(3, 1), .uint8(6, 0), .enumeration(8, 1)])
    for index in 0..<3 as Range<UInt32> {
      sample.add(
        150, local: 2,
        [
          .uint16(254, UInt16(index)), .degrees(1, 45 + Double(index) * 1e-3), .degrees(2, 6),
          .uint32(3, index * 11_100), .uint32(5, index * 1_000),
        ])
    }
    #expect(
      words(try read(sample).findings.first) == [
        "segment_point leader_time 3", "segment_id default_race_leader 1", "segment_id enabled 1",
        "segment_id selection_type 1",
      ])
  }

  @Test func `the descriptor and software version of the recording device are kept`() throws {
    var sample = sample
    sample.add(23, local: 2, [.uint8(0, 0), .uint16(2, 1), .uint16(4, 3121)])
    let named = try read(sample)
    #expect(named.values.isEmpty && named.findings.isEmpty)
    for _ in 0..<2 {
      sample.add(
        23, local: 2,
        [
          .uint8(0, 0), .uint16(2, 1), .uint16(4, 3121), .uint16(5, 430), .text(19, "Brad's Watch"),
        ])
    }
    let (findings, values) = try read(sample)
    #expect(
      values == [
        "device: device_index=0 name=Garmin_Edge_530 software_version=4.3 descriptor=Brad's_Watch"
      ])
    #expect(findings.isEmpty)
  }

  @Test func `times from switch-on are counted, unless a time correlation precedes them`()
    throws
  {
    func withTimes(isCorrelated: Bool) -> FITSample {
      var sample = sample
      if isCorrelated { sample.add(162, local: 5, [.uint32(253, FITSample.start), .uint32(1, 5)]) }
      for kind in [19, 18] as [UInt16] {
        sample.add(kind, local: 2, [.uint32(253, 65), .uint32(2, 7)])
      }
      sample.add(32, local: 3, [.uint32(1, 35), .degrees(2, 1), .degrees(3, 2)])
      return sample
    }
    let times = "start_time=2026-07-11T06:00:02Z timestamp=2026-07-11T06:01:00Z"
    let (findings, values) = try read(withTimes(isCorrelated: true))
    #expect(
      values == [
        "start_time: 2026-07-11T06:00:02Z", "timestamp: 2026-07-11T06:01:00Z", "lap: \(times)",
      ])
    #expect(findings.isEmpty)
    let file = MemorySource(withTimes(isCorrelated: true).file())
    let places = try Reading.read(file).document.places
    #expect(places.map { $0.time?.formatted(.iso8601) } == ["2026-07-11T06:00:30Z"])
    #expect(
      try words(read(withTimes(isCorrelated: false)).findings.first) == [
        "course_point timestamp 1", "lap start_time 1", "lap timestamp 1", "session start_time 1",
        "session timestamp 1",
      ])
  }

  @Test func `every kind of message that is left out is counted, and the text names the first 12`()
    throws
  {
    var sample = sample
    for kind in 400..<414 as Range<UInt16> {
      for _ in 0..<(kind == 405 ? 9 : kind == 413 ? 1 : 2) {
        sample.add(kind, local: 2, [.uint8(0, 1)])
      }
    }
    let findings = try read(sample).findings
    #expect(findings.count == 1)
    let counts = words(findings.first)
    #expect(counts.count == 14)
    #expect(counts.prefix(2) == ["kind 405 9", "kind 400 2"] && counts.last == "kind 413 1")
    let message = try #require(findings.first?.message)
    #expect(
      message.hasPrefix(
        "messages of unsupported types were left out: 9 of kind 405, 2 of kind 400, "), "\(message)"
    )
    #expect(
      message.hasSuffix(", 2 of kind 411 and 3 messages of 2 other kinds"), "\(message)")
  }

  @Test func `the table of fields contains every kind of message that is read`() {
    let kinds = FITMessageKind.allCases.filter { ![.record, .workout].contains($0) }
    #expect(FITProfile.messageFields.keys.sorted() == kinds.map(\.rawValue).sorted())
  }

  @Test func `the fields of messages that are left out as a whole are not counted again`() throws {
    var sample = sample
    sample.add(
      21, local: 2,
      [.uint32(253, FITSample.start), .enumeration(0, 9), .enumeration(1, 3), .uint32(3, 5)])
    sample.add(78, local: 3, [.uint16(0, 512)])
    let findings = try read(sample).findings
    #expect(findings.map(words) == [["event 1", "hrv 1"]])
  }

  @Test func `developer fields and fields of the wrong size are counted unless they are kept`()
    throws
  {
    var sample = sample
    sample.add(
      206, local: 2, [.uint8(0, 0), .uint8(1, 1), .uint8(2, 2), .text(3, "Effort")])
    let effort = FITSample.DeveloperField(index: 0, field: .uint8(1, 6))
    let unknown = FITSample.DeveloperField(index: 0, field: .uint8(2, 7))
    // The total calories of the lap have one byte instead of two.
    sample.add(
      19, local: 3,
      [.uint32(2, FITSample.start), FITSample.Field(number: 11, type: 0x84, bytes: [9])],
      developer: [effort, unknown])
    sample.add(
      21, local: 4, [.uint32(253, FITSample.start), .enumeration(0, 0), .enumeration(1, 0)],
      developer: [effort])
    let (findings, values) = try read(sample)
    #expect(values == ["lap: start_time=2026-07-11T06:00:00Z Effort=6"])
    #expect(
      findings.map(words) == [["event Effort 1", "lap developer field 2 1", "lap field 11 1"]])
  }
}
