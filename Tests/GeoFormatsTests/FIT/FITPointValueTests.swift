import Foundation
import TestSupport
import Testing

@testable import GeoFormats

/// Values of records without a counterpart in a point, which are kept with the point.
@Suite struct FITPointValueTests {
  /// Returns the kept values of each point of the first path, as `name=value`.
  private func values(_ document: GeoDocument) throws -> [[String]] {
    let points = try #require(document.paths.first).points
    return points.latitudes.indices.map { index in
      PreservedMarkup.foreignValues(in: points.kept[index], of: document.header)
        .map { "\($0.name)=\($0.value)" }
    }
  }

  private func read(_ sample: FITSample) throws -> (document: GeoDocument, report: GeoReadReport) {
    try Reading.read(MemorySource(sample.file()))
  }

  @Test(arguments: [false, true])
  func `values have the names and units of the profile`(isBigEndian: Bool) throws {
    var sample = FITSample(isBigEndian: isBigEndian)
    sample.addFileID()
    sample.addRecord(
      0,
      [
        .uint16(39, 83), .uint16(41, 2435), .uint8(30, 178), .float(114, 0.1), .uint16(9, 0xFFFF),
        FITSample.Field(number: 69, type: 0x02, bytes: [64, 0xFF]),
        FITSample.Field(number: 32, type: 0x83, bytes: [0x0C, 0xFE]),
      ])
    sample.addRecord(1)
    let (document, report) = try read(sample)
    #expect(
      try values(document) == [
        [
          "vertical_oscillation=8.3", "stance_time=243.5", "left_right_balance=178", "grit=0.1",
          "left_power_phase=90,", "vertical_speed=-0.5",
        ], [],
      ])
    #expect(report.faults.isEmpty && report.totals[.contentUnsupported] == nil)
  }

  @Test func `points without such values have no markup`() throws {
    let document = try Reading.fixture("fit/multisport.fit").document
    #expect(document.paths.allSatisfy { $0.points.kept.isEmpty })
  }

  @Test func `values of a program are kept, also the power of a pod beside other power`() throws {
    var sample = FITSample()
    sample.addFileID()
    let fields: [(UInt8, UInt8, String)] = [
      (0, 0x84, "Power"), (1, 0x88, "A & B"), (2, 0x07, "Zone"),
    ]
    for (number, type, name) in fields {
      sample.add(
        206, local: 6,
        [.uint8(0, 0), .uint8(1, number), .uint8(2, type), .text(3, name), .uint16(14, 20)])
    }
    for power in [200, nil] as [UInt16?] {
      sample.add(
        20, local: 1,
        [.uint32(253, FITSample.start), .degrees(0, 46.5), .degrees(1, 7.9)]
          + (power.map { [.uint16(7, $0)] } ?? []),
        developer: [
          FITSample.DeveloperField(index: 0, field: .uint16(0, 280)),
          FITSample.DeveloperField(index: 0, field: .float(1, 61.1)),
          FITSample.DeveloperField(index: 0, field: .text(2, "<5>")),
        ])
    }
    let document = try read(sample).document
    #expect(
      try values(document) == [
        ["Power=280", "A & B=61.1", "Zone=<5>"], ["A & B=61.1", "Zone=<5>"],
      ])
    let sensors = try #require(document.paths.first).points.sensors
    #expect(sensors[GeoSensor.power.rawValue] == [200, 280])
  }

  @Test func `unnamed and unreadable fields are left out and counted`() throws {
    var sample = FITSample()
    sample.addFileID()
    // The three bytes of the vertical oscillation are not a whole number of its type's values.
    sample.addRecord(
      0, [.uint8(200, 1), FITSample.Field(number: 39, type: 0x84, bytes: [1, 2, 3])])
    let (document, report) = try read(sample)
    #expect(try values(document) == [[]])
    #expect(
      report.diagnostics.map(\.message) == [
        """
        values of 2 fields with no counterpart in the library were left out: record field 200 (1), \
        record vertical_oscillation (1)
        """
      ])
  }

  @Test func `values stay with their points beside records that are left out`() throws {
    var sample = FITSample()
    sample.addFileID()
    sample.addRecord(0, [.uint16(39, 10)])
    sample.add(
      20, local: 1,
      [
        .uint32(253, FITSample.start + 1), .int32(0, .max), .int32(1, .max), .uint16(39, 20),
      ])
    // A damaged time, more than a year away from the others.
    sample.add(
      20, local: 1,
      [
        .uint32(253, FITSample.start + 40_000_000), .degrees(0, 46.5), .degrees(1, 7.9),
        .uint16(39, 30),
      ])
    sample.addRecord(3, [.uint16(39, 40)])
    let (document, report) = try read(sample)
    #expect(try values(document) == [["vertical_oscillation=1"], ["vertical_oscillation=4"]])
    let kept = try #require(report.diagnostics.first { $0.code == .valueKept })
    #expect(kept.action == .kept && kept.message.hasSuffix("vertical_oscillation (2)"))
  }

  @Test func `values stay with their points when points are passed on before the file ends`() throws
  {
    var sample = FITSample()
    sample.addFileID()
    let count = FITActivity.window + 20_000
    for second in 0..<UInt32(count) {
      sample.add(
        20, local: 1,
        [
          .uint32(253, FITSample.start + second), .degrees(0, 46.5), .degrees(1, 7.9),
          .uint32(29, second),
        ])
    }
    let points = try #require(try read(sample).document.paths.first).points
    #expect(points.count == count)
    #expect(
      points.kept.count == count
        && points.kept.allSatisfy { $1.contains("name=\"accumulated_power\">\($0)<") })
  }

  @Test func `values stay with their points when their size exceeds the limit`() throws {
    var sample = FITSample()
    sample.addFileID()
    // Divided by 7, one byte becomes a text of up to 18 characters.
    sample.add(
      206, local: 6,
      [.uint8(0, 0), .uint8(1, 0), .uint8(2, 2), .text(3, "T"), .uint8(6, 7), .uint16(14, 20)])
    let array = FITSample.Field(number: 0, type: 2, bytes: Array(repeating: 64, count: 250))
    let count = FITExtras.bytesAtMost / (250 * 10 * 16) + 50
    for second in 0..<UInt32(count) {
      sample.add(
        20, local: 1,
        [
          .uint32(253, FITSample.start + second), .degrees(0, 46.5), .degrees(1, 7.9),
          .uint32(29, second),
        ],
        developer: Array(repeating: FITSample.DeveloperField(index: 0, field: array), count: 10))
    }
    let points = try #require(try read(sample).document.paths.first).points
    #expect(points.count == count && points.kept.count == count)
    #expect(points.kept.allSatisfy { $1.contains("name=\"accumulated_power\">\($0)<") })
    #expect(points.kept[0].map { $0.utf8.count > 250 * 10 * 16 } == true)
  }

  @Test func `a GPX export contains the values, and the exported file is stable`() throws {
    var sample = FITSample()
    sample.addFileID()
    for second in 0..<3 as Range<UInt32> {
      sample.addRecord(second, [.uint8(3, 120), .uint16(39, UInt16(80 + second)), .uint8(7, 9)])
    }
    let document = try read(sample).document
    let first = try Writing.written(document, as: "gpx")
    #expect(first.losses.isEmpty, "\(first.losses)")
    let text = String(decoding: first.bytes, as: UTF8.self)
    let element = """
      <cartographer:value format="fit" name="vertical_oscillation">8.1</cartographer:value>
      """
    let point = try #require(text.split(separator: "<trkpt").dropFirst(2).first)
    #expect(point.contains(element) && point.contains("<extensions>"), "\(point)")
    let (again, report) = try Reading.read(MemorySource(first.bytes))
    #expect(report.diagnostics.isEmpty, "\(report.diagnostics)")
    #expect(
      try values(again) == [
        ["vertical_oscillation=8"], ["vertical_oscillation=8.1"], ["vertical_oscillation=8.2"],
      ])
    let second = String(
      decoding: try Writing.written(again, as: "gpx").bytes, as: UTF8.self)
    #expect(
      second.split(separator: "<trkpt").dropFirst() == text.split(separator: "<trkpt").dropFirst())
  }

  @Test func `a table has a column for each kept field`() throws {
    var sample = FITSample()
    sample.addFileID()
    sample.addRecord(0, [.uint16(39, 81)])
    let bytes = try Writing.written(try read(sample).document, as: "csv").bytes
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.first?.hasSuffix(",vertical_oscillation") == true, "\(lines)")
    #expect(lines.last?.hasSuffix(",8.1") == true, "\(lines)")
  }

  @Test func `a file that repeats its devices for many sessions is read up to the limit`() throws {
    var sample = FITSample()
    sample.addFileID()
    for index in 0..<20 as Range<UInt8> {
      sample.add(
        23, local: 5,
        [.uint8(0, index), .text(27, String(repeating: "x", count: 200)), .uint16(5, 320)])
    }
    for second in 0..<200 as Range<UInt32> { sample.addRecord(second * 10) }
    for second in 0..<200 as Range<UInt32> {
      sample.addSession(start: second * 10, end: second * 10 + 5, sport: 2)
    }
    let file = sample.file()
    var options = GeoReadingOptions()
    let all = try GeoFormat.read(
      MemorySource(file), into: GeoDocumentCollector(), options: options)
    #expect(all.counts.tracks == 200 && all.limit == nil)
    options.limits.preservedMarkup = 10_000
    let collector = GeoDocumentCollector()
    let report = try GeoFormat.read(MemorySource(file), into: collector, options: options)
    #expect(report.limit?.code == .limitFragment && report.refusal == nil)
    #expect((50..<200).contains(collector.document.paths.count))
    #expect(report.diagnostics.contains { $0.place.byteOffset != nil })
  }
}
