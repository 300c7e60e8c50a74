import Foundation
import GPXCompare
import GeoFormats
import Geodesy
import TestSupport
import Testing

/// Tests of elements without a valid value, and of values that are set for them later.
@Suite struct EmptyElementTests {
  private static let place = """
    <wpt lat="1" lon="2"><ele>x</ele><time>?</time><name/><cmt></cmt><desc> </desc><src/>
    <link href="a"/><sym> </sym><type/><fix>unknown</fix><sat>-1</sat><hdop/><dgpsid>x</dgpsid>
    <extensions><f:name xmlns:f="urn:f">stays</f:name></extensions></wpt>
    """
  private static let path = """
    <trk><name/><cmt></cmt><desc> </desc><src/><number>x</number><type/><trkseg/></trk>
    """

  private static func document(prefix: String) -> [UInt8] {
    let text = Reading.gpx(place + path)
    return Array((prefix.isEmpty ? text : RandomGPX.prefixed(text, by: prefix)).utf8)
  }

  private static func edited(_ input: [UInt8]) throws -> GeoDocument {
    var document = try RoundTrip.run(input).document
    document.places[0].elevation = 5
    document.places[0].time = Date(timeIntervalSince1970: 1_700_000_000)
    document.places[0].name = "N"
    document.places[0].comment = "C"
    document.places[0].details = "D"
    document.places[0].fields.source = "S"
    document.places[0].symbol = "Y"
    document.places[0].type = "T"
    document.places[0].fields.fix = "3d"
    document.places[0].fields.satellites = 9
    document.places[0].fields.hdop = 1.5
    document.places[0].fields.dgpsID = 3
    document.paths[0].header.name = "N"
    document.paths[0].header.comment = "C"
    document.paths[0].header.details = "D"
    document.paths[0].header.source = "S"
    document.paths[0].header.number = 7
    document.paths[0].header.type = "T"
    return document
  }

  @Test(arguments: ["", "g"])
  func `a value set for an empty element is written once and read back`(prefix: String) throws {
    let document = try Self.edited(Self.document(prefix: prefix))
    let (output, _) = try RoundTrip.write(
      [document], options: GeoWritingOptions(unchangedSource: document.header))
    let again = try RoundTrip.run(output)
    #expect(again.report.diagnostics.map(\.message) == [])
    let place = again.document.places[0]
    #expect(place.elevation == 5)
    #expect(place.time?.timeIntervalSince1970 == 1_700_000_000)
    #expect(
      [place.name, place.comment, place.details, place.fields.source, place.symbol, place.type]
        == ["N", "C", "D", "S", "Y", "T"])
    #expect(place.fields.fix == "3d")
    #expect(place.fields.satellites == 9)
    #expect(place.fields.hdop == 1.5)
    #expect(place.fields.dgpsID == 3)
    let path = again.document.paths[0].header
    #expect(
      [path.name, path.comment, path.details, path.source, path.type] == ["N", "C", "D", "S", "T"])
    #expect(path.number == 7)
    #expect(String(decoding: output, as: UTF8.self).contains(">stays<"))
    if GPXSchema.isChecked {
      #expect(try GPXSchema.version11.violations(of: Data(output)) == [])
    }
  }

  @Test func `empty elements are written back unchanged if nothing was edited`() throws {
    let input = Self.document(prefix: "")
    #expect(try RoundTrip.differences(input, RoundTrip.run(input).output) == [])
  }
}
