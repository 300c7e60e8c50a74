import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

/// Tests of FIT files with wrong headers, sizes, checksums and definitions.
@Suite struct FITDamageTests {
  private func points(_ bytes: [UInt8]) throws -> (count: Int, report: GeoReadReport) {
    let sink = ConsistencySink()
    let report = try GeoFormat.read(MemorySource(bytes), into: sink)
    if !report.isRefused { sink.expectAgreement(with: report) }
    return (report.counts.trackPoints, report)
  }

  private var sample: FITSample {
    var sample = FITSample()
    sample.addFileID()
    for second in 0..<10 { sample.addRecord(UInt32(second)) }
    return sample
  }

  @Test func `a file with a wrong checksum is read and the checksum reported`() throws {
    let (count, report) = try points(sample.file(hasValidChecksum: false))
    #expect(count == 10)
    #expect(report.isComplete)
    #expect(report.diagnostics.map(\.code) == [.inputDamaged])
    #expect(report.diagnostics.first?.action == .kept)
  }

  @Test func `a wrong checksum of the header is reported`() throws {
    var bytes = sample.file()
    bytes[12] ^= 1
    let (count, report) = try points(bytes)
    #expect(count == 10)
    #expect(report.diagnostics.contains { $0.message.contains("checksum of the FIT header") })
  }

  @Test func `a record with a time of another decade is left out and reported`() throws {
    for position in [0, 4, 9] {
      var sample = FITSample()
      sample.addFileID()
      for second in 0..<20 {
        let time = FITSample.start + UInt32(second) + (second == position ? 2_000_000_000 : 0)
        sample.add(20, local: 1, [.uint32(253, time), .degrees(0, 46.5), .degrees(1, 7.9)])
      }
      let (document, report) = try Reading.read(MemorySource(sample.file()))
      let path = try #require(document.paths.first)
      #expect(path.points.count == 19)
      #expect(path.points.times == path.points.times.sorted())
      let damage = try #require(report.diagnostics.first { $0.code == .inputDamaged })
      #expect(damage.message.hasPrefix("the record's time, 2089-"))
      #expect(damage.place.record == position + 4)
      #expect(report.counts.skipped.trackPoints == 1)
      #expect(report.isComplete)
    }
  }

  @Test func `records without a time keep their order beside records with a damaged time`() throws {
    var sample = FITSample()
    sample.addFileID()
    for step in 0..<30 {
      let position: [FITSample.Field] = [.degrees(0, 46.5 + Double(step) * 1e-3), .degrees(1, 7.9)]
      switch step {
      case 5, 6, 25: sample.add(20, local: 1, position)
      case 4, 7:
        sample.add(
          20, local: 2, [.uint32(253, FITSample.start + 2_000_000_000 + UInt32(step))] + position)
      default: sample.add(20, local: 2, [.uint32(253, FITSample.start + UInt32(step))] + position)
      }
    }
    let (document, report) = try Reading.read(MemorySource(sample.file()))
    let points = try #require(document.paths.first?.points)
    #expect(points.latitudes.count == 28)
    #expect(points.latitudes == points.latitudes.sorted())
    #expect(points.times.count { $0.isNaN } == 3)
    #expect(report.counts.skipped.trackPoints == 2)
    // After a jump that is confirmed, points without a time are also in order.
    var jump = FITSample()
    jump.addFileID()
    for step in 0..<30 {
      let time = FITSample.start + UInt32(step) + (step < 10 ? 0 : 100_000_000)
      let position: [FITSample.Field] = [.degrees(0, 46.5 + Double(step) * 1e-3), .degrees(1, 7.9)]
      if step == 12 {
        jump.add(20, local: 1, position)
      } else {
        jump.add(20, local: 2, [.uint32(253, time)] + position)
      }
    }
    let all = try #require(try Reading.read(MemorySource(jump.file())).0.paths.first?.points)
    #expect(all.latitudes.count == 30)
    #expect(all.latitudes == all.latitudes.sorted())
  }

  @Test func `all records are read if the device's clock was set in the recording`() throws {
    var sample = FITSample()
    sample.addFileID()
    for second in 0..<30 {
      let time = FITSample.start + UInt32(second) - (second < 12 ? 700_000_000 : 0)
      sample.add(20, local: 1, [.uint32(253, time), .degrees(0, 46.5), .degrees(1, 7.9)])
    }
    let (count, report) = try points(sample.file())
    #expect(count == 30)
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `a course that is much younger than its records is read completely`() throws {
    var sample = FITSample()
    sample.addFileID()
    for second in 0..<5 as Range<UInt32> {
      let time = FITSample.start - 200_000_000 + second
      sample.add(20, local: 1, [.uint32(253, time), .degrees(0, 46.5), .degrees(1, 7.9)])
    }
    let (count, report) = try points(sample.file())
    #expect(count == 5)
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `the position at which reading stopped is reported with the size of the file`() throws
  {
    var damaged = sample
    damaged.append([0x0B])
    damaged.append(Array(repeating: 0, count: 99))
    let stopped = try points(damaged.file()).report.diagnostics.map(\.message)
    let offset = sample.file().count - 2
    let size = offset + 102
    #expect(
      stopped.contains { $0.contains("(reading stopped at byte \(offset) of \(size) (") },
      "\(stopped)")
    let bytes = sample.file()
    let truncated = try points(Array(bytes.prefix(100))).report.diagnostics.map(\.message)
    #expect(
      truncated.contains {
        $0.hasSuffix("at byte 100 of \(bytes.count) (\(10000 / bytes.count) %)")
      }, "\(truncated)")
  }

  @Test func `everything before the end of a truncated file is read`() throws {
    let bytes = sample.file()
    for cut in 1...(bytes.count - 40) {
      let (count, report) = try points(Array(bytes.dropLast(cut)))
      #expect(!report.isComplete)
      if report.isRefused { continue }
      #expect(count >= 1 && count <= 10)
      let damage = try #require(report.diagnostics.last { $0.code == .inputDamaged })
      #expect(damage.place.byteOffset.map { $0 <= bytes.count - cut } == true)
      #expect(damage.place.record != nil)
    }
    // 13 bytes per record: cutting the checksum and one byte more loses one record only.
    #expect(try points(Array(bytes.dropLast(3))).count == 9)
    #expect(try points(Array(bytes.dropLast(2 + 13))).count == 9)
  }

  @Test(arguments: [0, 1, 60, 1000, 4_000_000_000] as [UInt32])
  func `a wrong data size is reported and all records are read`(size: UInt32) throws {
    let (count, report) = try points(sample.file(dataSize: size))
    #expect(count == 10)
    #expect(report.isComplete)
    #expect(report.diagnostics.map(\.code) == [.inputDamaged])
  }

  @Test func `a file without its checksum is read and reported`() throws {
    let (count, report) = try points(Array(sample.file().dropLast(2)))
    #expect(count == 10)
    #expect(!report.diagnostics.isEmpty)
  }

  @Test func `chained files are read one after the other`() throws {
    let (document, report) = try Reading.read(
      MemorySource(sample.file() + FITFixtures.multisport))
    #expect(document.paths.count == 4)
    #expect(report.isComplete)
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `a file after a damaged one is read`() throws {
    var damaged = sample
    damaged.append([0x0B, 0, 0])
    let (document, report) = try Reading.read(
      MemorySource(damaged.file() + FITFixtures.multisport))
    #expect(document.paths.count == 4)
    #expect(!report.isComplete)
    #expect(report.diagnostics.map(\.code) == [.inputDamaged])
  }

  @Test func `bytes after the end are reported`() throws {
    let (count, report) = try points(sample.file() + Array("trailing bytes".utf8))
    #expect(count == 10)
    #expect(!report.isComplete)
    #expect(report.totals[.inputDamaged] ?? 0 >= 1)
  }

  @Test func `a message without a definition ends the reading`() throws {
    var sample = sample
    sample.append([0x0B, 1, 2, 3])
    sample.addRecord(20)
    let (count, report) = try points(sample.file())
    #expect(count == 10)
    #expect(!report.isComplete)
    #expect(report.diagnostics.first?.message.contains("local type 11") == true)
    #expect(report.diagnostics.first?.place.record == 14)
  }

  @Test func `definitions with 255 fields of 255 bytes and no data stay harmless`() throws {
    var sample = sample
    let fields = (0..<255).flatMap { [UInt8($0), 255, 0x0D] as [UInt8] }
    for _ in 0..<1000 { sample.append([0x65, 0, 0, 20, 0, 255] + fields + [255] + fields) }
    let (count, report) = try points(sample.file())
    #expect(count == 10)
    #expect(report.isComplete)
  }

  @Test func `a field with a size that does not fit its type is left out`() throws {
    var sample = FITSample()
    sample.addFileID()
    sample.addRecord(0, [FITSample.Field(number: 7, type: 0x84, bytes: [1, 2, 3])])
    sample.addRecord(1, [FITSample.Field(number: 7, type: 0x84, bytes: [1, 0, 2, 0])])
    let points = try #require(
      try Reading.read(MemorySource(sample.file())).document.paths.first
    ).points
    let power = points.sensors[GeoSensor.power.rawValue]
    #expect(power[0].isNaN)
    #expect(power[1] == 1)
  }

  @Test func `a position out of range is reported with its record`() throws {
    var sample = sample
    sample.add(20, local: 5, [.degrees(0, 120), .degrees(1, 7)])
    let (count, report) = try points(sample.file())
    #expect(count == 10)
    #expect(report.totals[.coordinateOutOfRange] == 1)
    #expect(report.counts.skipped.trackPoints == 1)
  }

  @Test func `pauses are found if the device writes them after the records`() throws {
    var sample = FITSample()
    sample.addFileID()
    for second in [0, 1, 2, 50, 51, 100, 101] as [UInt32] { sample.addRecord(second) }
    sample.addTimerEvent(0, isStart: true)
    sample.addTimerEvent(2, isStart: false)
    sample.addTimerEvent(50, isStart: true)
    sample.addTimerEvent(51, isStart: false)
    sample.addTimerEvent(101, isStart: false)
    let path = try #require(try Reading.read(MemorySource(sample.file())).document.paths.first)
    #expect(path.points.segments == [0, 0, 0, 1, 1, 2, 2])
  }

  @Test func `a last record after a stop stays in its segment`() throws {
    var sample = FITSample()
    sample.addFileID()
    sample.addRecord(0)
    sample.addTimerEvent(1, isStart: false)
    sample.addRecord(2)
    sample.addTimerEvent(9, isStart: true)
    sample.addRecord(9)
    let path = try #require(try Reading.read(MemorySource(sample.file())).document.paths.first)
    #expect(path.points.segments == [0, 0, 1])
  }

  @Test func `a recording longer than the points held back is complete and in order`() throws {
    var sample = FITSample()
    sample.addFileID()
    for second in 0..<300_000 {
      if second == 290_000 { sample.addTimerEvent(UInt32(second), isStart: true) }
      sample.add(
        20, local: 1,
        [
          .uint32(253, FITSample.start + UInt32(second)), .degrees(0, Double(second) * 1e-4),
          .degrees(1, 8),
        ])
    }
    let document = try Reading.read(MemorySource(sample.file())).document
    let path = try #require(document.paths.first)
    #expect(path.points.count == 300_000)
    #expect(path.points.times == path.points.times.sorted())
    #expect(path.points.segments.firstIndex(of: 1) == 290_000)
  }

  @Test func `timer events beyond the maximum are counted and told`() throws {
    var sample = FITSample()
    sample.addFileID()
    sample.addRecord(0)
    for _ in 0..<(FITActivity.maximum + 3) { sample.addTimerEvent(1, isStart: false) }
    sample.addRecord(1)
    let report = try Reading.read(MemorySource(sample.file())).report
    #expect(report.diagnostics.contains { $0.message.hasPrefix("3 timer starts and stops") })
  }
}
