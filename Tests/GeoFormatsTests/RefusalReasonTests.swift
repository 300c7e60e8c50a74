import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite struct RefusalReasonTests {
  @Test func `the refusal of nested archives states how deeply archives are opened`() throws {
    var archive = ArchiveBytes.zip([("a.gpx", Array(Reading.gpx("").utf8))])
    for depth in 0..<4 { archive = ArchiveBytes.zip([("\(depth).zip", archive)]) }
    let message = try #require(try Reading.read(MemorySource(archive)).report.refusal?.message)
    #expect(message.contains("it contains 3.zip. Archives inside archives are opened up to 3"))
  }

  @Test func `the list of supported formats contains only formats that can be imported`() throws {
    let message = try #require(try Reading.text("name,place\n").report.refusal?.message)
    #expect(message.contains("supported formats: ") && message.contains("KML"))
    #expect(!message.contains("GeoPackage"))
  }

  @Test func `a number that is written as a string is reported as a repair of the JSON`() throws {
    let (document, report) = try Reading.text(#"{"type":"Point","coordinates":["7",46]}"#)
    #expect(document.places.map(\.coordinate.longitude) == [7])
    #expect(report.diagnostics.map(\.code) == [.jsonRepaired])
  }
}
