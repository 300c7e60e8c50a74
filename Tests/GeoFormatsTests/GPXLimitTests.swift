import Foundation
import GeoFormats
import TestSupport
import Testing

@Suite struct GPXLimitTests {
  @Test func `a name beyond the bound is cut between characters and reported`() throws {
    let long = String(repeating: "é", count: 800_000)
    let (document, report) = try Reading.text(
      Reading.gpx("<wpt lat=\"1\" lon=\"2\"><name>x\(long)</name></wpt>"))
    let name = try #require(document.places.first?.name)
    #expect(name.utf8.count <= 1 << 20)
    #expect(name.utf8.count > (1 << 20) - 4)
    #expect(name.dropFirst().allSatisfy { $0 == "é" })
    #expect(report.diagnostics.map(\.code) == [.textTooLong])
  }

  @Test func `a comment of thirty megabytes ends the reading with what came before`() throws {
    let text = Reading.gpx(
      "<wpt lat=\"1\" lon=\"2\"/><!--\(String(repeating: "x", count: 30 << 20))--><wpt lat=\"1\" lon=\"2\"/>"
    )
    let (document, report) = try Reading.text(text)
    #expect(document.places.count == 1)
    #expect(report.diagnostics.map(\.code) == [.xmlTokenTooLong])
    #expect(!report.isComplete)
  }

  @Test func `two hundred thousand nested elements are passed over`() throws {
    let depth = 200_000
    let nest =
      String(repeating: "<a>", count: depth) + "<trkpt lat=\"1\" lon=\"1\"/>"
      + String(repeating: "</a>", count: depth)
    let (document, report) = try Reading.text(
      Reading.gpx("<wpt lat=\"1\" lon=\"2\"><extensions>\(nest)</extensions></wpt>"))
    #expect(document.places.count == 1)
    #expect(report.counts.misplacedPoints == 1)
    #expect(report.isComplete)
  }

  @Test func `no prefix of a file traps, and what is delivered only grows`() throws {
    let whole = Array(
      try Data(contentsOf: Self.fixture("good/all-kept-fields.gpx")))
    var usable = 0
    for length in 0...whole.count {
      let sink = ConsistencySink()
      let report = try GeoFormat.read(MemorySource(whole.prefix(length)), into: sink)
      #expect(report.counts.usable >= usable)
      usable = report.counts.usable
      if length < whole.count - 1 { #expect(!report.isComplete) }
      if !report.isRefused { sink.expectAgreement(with: report) }
    }
    #expect(usable == 7)
  }

  @Test func `random damage never traps`() throws {
    var generator = SplitMix64.forTest()
    let whole = Array(try Data(contentsOf: Self.fixture("good/all-kept-fields.gpx")))
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
        }
      }
      let sink = ConsistencySink()
      let report = try GeoFormat.read(MemorySource(bytes), into: sink)
      if !report.isRefused { sink.expectAgreement(with: report) }
    }
  }

  private static func fixture(_ path: String) -> URL {
    PackageFiles.fixture("gpx/\(path)")
  }
}
