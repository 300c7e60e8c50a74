import Foundation
import GeoFormats
import Testing

/// Tests that unusual documents keep their content when they are written back.
@Suite struct OddDocumentTests {
  @Test(arguments: [
    """
    <x:gpx version="1.0" creator="t" xmlns:x="http://www.topografix.com/GPX/1/0"><x:name>N</x:name>
    <x:rte><x:name>R</x:name></x:rte><x:wpt lat="1" lon="2"/></x:gpx>
    """,
    """
    <x:gpx version="1.1" creator="t" xmlns:x="http://www.topografix.com/GPX/1/1">
    <x:wpt lat="1" lon="2"><x:name>n</x:name><x:ele>bad</x:ele></x:wpt></x:gpx>
    """,
    """
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="1" lon="2"><urlname>Hut</urlname><url>https://example.org</url></wpt>
    <rte><urlname>Way</urlname><url>https://example.org</url></rte></gpx>
    """,
    """
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="1" lon="2"><sat>9007199254740993</sat><dgpsid>7</dgpsid></wpt></gpx>
    """,
  ])
  func `an unusual document is written back unchanged, in the order of its schema`(text: String)
    throws
  {
    let result = try RoundTrip.run(Array(text.utf8))
    #expect(try RoundTrip.differences(Array(text.utf8), result.output) == [])
    let again = try RoundTrip.run(result.output)
    #expect(again.report.totals[.orderNormalised] == nil)
    #expect(again.output == result.output)
  }

  @Test func `a value set later replaces an empty or invalid element`() throws {
    let text = Reading.gpx(
      """
      <wpt lat="1" lon="2"><ele>x</ele><time>?</time><name/><cmt></cmt><sat>-1</sat></wpt>
      <trk><name></name><number>?</number><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>
      """)
    var (document, _) = try Reading.text(text)
    document.places[0].elevation = 7
    document.places[0].time = Date(timeIntervalSinceReferenceDate: 0)
    document.places[0].name = "Hut"
    document.places[0].comment = "mine"
    document.places[0].fields.satellites = 5
    document.paths[0].header.name = "Day"
    document.paths[0].header.number = 3
    let (written, _) = try RoundTrip.write(
      [document], options: GeoWritingOptions(unchangedSource: document.header))
    let (again, report) = try Reading.text(String(decoding: written, as: UTF8.self))
    #expect(report.totals[.elementDuplicate] == nil)
    #expect(again.places[0].elevation == 7 && again.places[0].time != nil)
    #expect(again.places[0].name == "Hut" && again.places[0].comment == "mine")
    #expect(again.places[0].fields.satellites == 5)
    #expect(again.paths[0].header.name == "Day" && again.paths[0].header.number == 3)
  }

  @Test func `a truncated second document is reported if the first has no root`()
    throws
  {
    let (document, report) = try Reading.text(
      "<wpt lat=\"1\" lon=\"2\"/></gpx>\n<gpx version=\"1.1\" creator=\"t\"><wpt lat=\"3\" lon=\"4\"/>"
    )
    #expect(document.places.count == 2)
    #expect(report.totals[.xmlTruncated] == 1)
    #expect(!report.isComplete)
    let truncation = try #require(report.diagnostics.first { $0.code == .xmlTruncated })
    #expect(
      truncation.message.contains("the file ends at byte 82 of 82, before"),
      "\(truncation.message)")
  }
}
