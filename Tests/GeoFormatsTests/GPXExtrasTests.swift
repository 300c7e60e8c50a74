import Foundation
import GeoFormats
import TestSupport
import Testing

/// Tests of colours, symbols, notes and groups, for which GPX has no elements.
@Suite struct GPXExtrasTests {
  @Test func `colours are read from the extensions of other programs`() throws {
    let (document, _) = try Reading.fixture("gpx/good/looks-1.1.gpx")
    let colours = document.paths.map { $0.header.extras.colour }
    #expect(
      colours == [
        "#B5B820", "#FF00FF", nil, "#443344", "#483D8B", "#445566", "#0000FF", nil,
      ])
    #expect(document.places.map(\.extras.colour) == ["#EECC22", "#10C0F0", nil, nil])
  }

  @Test func `a place without a sym element takes its symbol from an extension`() throws {
    let (document, _) = try Reading.fixture("gpx/good/looks-1.1.gpx")
    #expect(document.places.map(\.symbol) == ["special_star", "Flag", "Traditional Cache", nil])
  }

  @Test func `colours are read from foreign elements in GPX 1.0`() throws {
    let (document, _) = try Reading.fixture("gpx/good/looks-1.0.gpx")
    #expect(document.places.map(\.extras.colour) == ["#FF0000"])
    #expect(document.paths.map(\.header.extras.colour) == ["#00FFFF"])
  }

  @Test(arguments: ["looks-1.1", "looks-1.0"])
  func `a value read from an extension is not written a second time`(name: String) throws {
    let (document, _) = try Reading.fixture("gpx/good/\(name).gpx")
    let written = try write(document)
    #expect(!written.contains("cartographer:"))
    #expect(written.components(separatedBy: "<sym>").count == (name == "looks-1.1" ? 2 : 1))
    let again = try Self.read(written)
    #expect(again.places.map(\.extras) == document.places.map(\.extras))
    #expect(again.places.map(\.symbol) == document.places.map(\.symbol))
    #expect(again.paths.map(\.header.extras) == document.paths.map(\.header.extras))
  }

  @Test func `a changed colour is written in the format used by the file`() throws {
    var (document, _) = try Reading.fixture("gpx/good/looks-1.1.gpx")
    for index in document.paths.indices { document.paths[index].header.extras.colour = "#FE0102" }
    for index in document.places.indices { document.places[index].extras.colour = "#FE0102" }
    let written = try write(document)
    for part in [
      "<gpxx:DisplayColor>Red</gpxx:DisplayColor>", "<color>FE0102</color>", "#96FE0102",
      "<gpx_style:color>FE0102</gpx_style:color>", "<osmand:color>#80FE0102</osmand:color>",
      ">\(Int32(bitPattern: 0xFFFE_0102))</m:color>", "<x:color>112233</x:color>",
    ] {
      #expect(written.contains(part), "\(part)")
    }
    let again = try Self.read(written)
    #expect(again.places.allSatisfy { $0.extras.colour == "#FE0102" })
    #expect(again.paths.allSatisfy { $0.header.extras.colour == "#FE0102" })
  }

  @Test func `removing a colour or symbol removes only its own markup`() throws {
    var (document, _) = try Reading.fixture("gpx/good/looks-1.1.gpx")
    for index in document.paths.indices { document.paths[index].header.extras.colour = nil }
    document.places[0].extras.colour = nil
    document.places[0].symbol = "Hut"
    let written = try write(document)
    #expect(written.contains("<sym>Hut</sym>"))
    #expect(written.contains("<osmand:background>circle</osmand:background>"))
    #expect(written.contains("<opacity>0.59</opacity>"))
    #expect(written.contains("<gpxx:IsAutoNamed>false</gpxx:IsAutoNamed>"))
    let again = try Self.read(written)
    #expect(again.paths.allSatisfy { $0.header.extras.colour == nil })
    #expect(again.places[0].extras.colour == nil)
    #expect(again.places[0].symbol == "Hut")
  }

  @Test(arguments: GPXVersion.allCases, [true, false])
  func `colour, symbol, notes and groups survive a round trip through a valid file`(
    version: GPXVersion, isCleaned: Bool
  ) throws {
    var (document, _) = try Reading.fixture("gpx/good/looks-\(version.rawValue).gpx")
    var extras = GeoExtras()
    extras.colour = "#123456"
    extras.notes = " <two>\n lines ]]> & a\u{1}mark "
    extras.groups = ["Alps & more", "2026"]
    for index in document.places.indices { document.places[index].extras = extras }
    extras.symbol = "Boot"
    for index in document.paths.indices { document.paths[index].header.extras = extras }
    let written = try write(document) {
      $0.gpxVersion = version
      $0.isValidOnly = isCleaned
    }
    let schema: GPXSchema = version == .version10 ? .version10 : .version11
    if GPXSchema.isChecked { #expect(try schema.violations(of: Data(written.utf8)) == []) }
    var expected = extras
    expected.notes = extras.notes?.replacing("\u{1}", with: "\u{FFFD}")
    let again = try Self.read(written)
    #expect(again.paths.map(\.header.extras) == document.paths.map { _ in expected })
    expected.symbol = nil
    #expect(again.places.map(\.extras) == document.places.map { _ in expected })
  }

  @Test(.timeLimit(.minutes(1)))
  func `a colour is found within a minute beside a huge unrelated extension`() throws {
    let depth = 20_000
    let leaves = String(repeating: "<a:line><a:color>112233</a:color></a:line>", count: 20_000)
    let declarations = (0..<1_000).map { " xmlns:p\($0)=\"urn:\($0)\"" }.joined()
    let deep = String(repeating: "<a:d>", count: depth)
    let (document, _) = try Reading.text(
      """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:a="urn:a">
      <trk><extensions><a:color>445566</a:color><a:x\(declarations)>\(leaves)\(deep)\(leaves)\
      \(String(repeating: "</a:d>", count: depth))</a:x></extensions>
      <trkseg><trkpt lat="1" lon="1"/></trkseg></trk></gpx>
      """)
    #expect(document.paths.map(\.header.extras.colour) == ["#445566"])
  }

  @Test func `a symbol is written as a sym element if extensions are stripped`() throws {
    let (document, _) = try Reading.fixture("gpx/good/looks-1.1.gpx")
    let written = try write(document) { $0.stripsExtensions = true }
    #expect(written.contains("<sym>special_star</sym>"))
    #expect(!written.contains("color"))
  }

  private func write(
    _ document: GeoDocument, _ change: (inout GeoWritingOptions) -> Void = { _ in }
  ) throws -> String {
    let sink = MemorySink()
    var options = GeoWritingOptions()
    options.headers = [document.header]
    change(&options)
    let writer = try GPXWriter(into: sink, options: options)
    writer.use(document.header)
    for place in document.places { try writer.place(place) }
    for path in document.paths {
      try writer.beginPath(path.header)
      try writer.points(path.points)
      try writer.endPath()
    }
    _ = try writer.finish()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  private static func read(_ text: String) throws -> GeoDocument {
    let collector = GeoDocumentCollector()
    _ = try GeoFormat.read(MemorySource(Array(text.utf8)), into: collector)
    return collector.document
  }
}
