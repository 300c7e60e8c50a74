import CartographerCore
import Foundation
import Geodesy
import Testing

/// Exports that leave out some points of a path.
@Suite struct FilteredExportTests {
  private static func point(_ latitude: Double, _ hour: Int) -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"7\"><time>2026-07-11T\(hour < 10 ? "0" : "")\(hour):00:00Z</time></trkpt>"
  }

  private static func file(_ segments: String...) -> String {
    "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\" xmlns:g=\"urn:g\">"
      + "<trk>" + segments.map { "<trkseg>\($0)</trkseg>" }.joined() + "</trk></gpx>"
  }

  @Test func `a segment's extensions stay with the first of its remaining parts`() async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(
      Self.file(
        [6, 5, 7].map { Self.point(46, $0) }.joined()
          + "<extensions><g:seg>first</g:seg></extensions>",
        Self.point(47, 8) + "<extensions><g:seg>second</g:seg></extensions>"))
    var options = ExportOptions()
    options.from = try Date("2026-07-11T05:30:00Z", strategy: .iso8601)
    let written = try await library.exportedText([], options: options)
    let segments = written.components(separatedBy: "<trkseg>").dropFirst()
    #expect(
      segments.map { [$0.contains("first"), $0.contains("second")] }
        == [[true, false], [false, false], [false, true]])
  }

  @Test func `a privacy zone also splits a track that ends with an empty segment`() async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(
      Self.file((0..<7).map { Self.point($0.isMultiple(of: 2) ? 46 : 5, 6) }.joined(), ""))
    var options = ExportOptions()
    options.privacyZones = [.init(centre: .init(latitude: 5, longitude: 7), radiusMetres: 100)]
    let written = try await library.exportedText([], options: options)
    #expect(written.components(separatedBy: "<trkseg>").count == 5)
    #expect(!written.contains("lat=\"5"))
  }

  @Test func `exported bounds cover only the exported points`() async throws {
    let library = try await Library.temporary()
    let points = [(1.0, 6), (1.05, 7), (1.0, 8)].map { Self.point($0.0, $0.1) }.joined()
    let text = Self.file(points).replacing(
      "<trk>",
      with:
        "<metadata><bounds minlat=\"1\" minlon=\"7\" maxlat=\"1.05\" maxlon=\"7\"/></metadata><trk>"
    )
    let report = try await library.importText(text)
    var options = ExportOptions()
    options.pointsAtMost = 2
    let written = try await library.exportedText(
      [try #require(report.importID)], options: options)
    #expect(!written.contains("1.05"))
  }

  private static func path(_ element: String, _ point: String) -> String {
    "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\"><\(element)><name>N</name>"
      + (element == "trk" ? "<trkseg>" : "")
      + [6.6, 6.7, 6.9, 7.0].map { "<\(point) lat=\"46\" lon=\"\($0)\"/>" }.joined()
      + (element == "trk" ? "</trkseg>" : "") + "</\(element)></gpx>"
  }

  private static func optionsHiding(_ longitude: Double, _ radius: Double) -> ExportOptions {
    var options = ExportOptions()
    options.privacyZones = [
      .init(centre: .init(latitude: 46, longitude: longitude), radiusMetres: radius)
    ]
    return options
  }

  @Test func `a track that crosses a privacy zone is split even if no point lies in the zone`()
    async throws
  {
    let library = try await Library.temporary()
    _ = try await library.importText(Self.path("trk", "trkpt"))
    var options = Self.optionsHiding(6.8, 1000)
    let written = try await library.exportedText([], options: options)
    #expect(written.components(separatedBy: "<trkseg>").count == 3)
    // The same holds after simplification removed the points around the zone.
    options.pointsAtMost = 2
    let simplified = try await library.exportedText([], options: options)
    #expect(simplified.components(separatedBy: "<trkseg>").count == 3)
    // Each part keeps its end points.
    #expect(simplified.components(separatedBy: "<trkpt").count == 5)
    options.privacyZones[0].radiusMetres = 10
    options.privacyZones[0].centre.latitude = 46.1
    #expect(
      try await library.exportedText([], options: options)
        .components(separatedBy: "<trkseg>").count == 2)
  }

  @Test func `the report says how many points were left out`() async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(
      Self.file(Self.point(46, 7) + Self.point(46, 9) + "<trkpt lat=\"46\" lon=\"7\"/>"))
    var options = ExportOptions()
    options.until = try Date("2026-07-11T08:00:00Z", strategy: .iso8601)
    let (_, report) = try await library.exported([], options: options)
    #expect(report.points == 1)
    #expect(report.findings.contains { $0.message.hasPrefix("2 points and places were not") })
  }

  @Test(arguments: [(6.8, 1000.0, 2), (6.7, 1000, 2), (5, 1000, 1)])
  func `the parts of a route outside a privacy zone are exported as routes`(
    longitude: Double, radius: Double, count: Int
  ) async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(Self.path("rte", "rtept"))
    let written = try await library.exportedText([], options: Self.optionsHiding(longitude, radius))
    #expect(written.components(separatedBy: "<rte>").count == count + 1)
    #expect(written.components(separatedBy: "<name>N</name>").count == count + 1)
  }

  @Test func `stripping times also removes times from extensions`() async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(
      """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:g="urn:g">
      <wpt lat="46" lon="7"><time>2026-07-11T06:00:00Z</time><name>Hut</name><extensions>
      <g:log when="2026-07-11" id="7"><g:date>11/07/26</g:date><g:size>Small</g:size></g:log>
      <g:CreationTime><!-- in UTC -->2026-07-11T06:00:00Z</g:CreationTime>
      <g:UnixTime>1783749600</g:UnixTime><g:MovingTime>5400</g:MovingTime><g:time/>
      <g:time v="1783749600"/><g:time><g:sec>1783749600</g:sec></g:time><g:time_ms>1783749600123</g:time_ms>
      <g:created>1783749600</g:created><g:b>20260711T060000Z</g:b><g:c>11/07/2026 08:00</g:c>
      <g:d>Sat, 11 Jul 2026 06:00:00 GMT</g:d><g:id at="11.7.2026">1783749601</g:id>
      <g:day><g:no>2</g:no>2026-07-11</g:day></extensions></wpt></gpx>
      """)
    var options = ExportOptions()
    options.stripsTimes = true
    let (bytes, report) = try await library.exported([], options: options)
    let written = String(decoding: bytes, as: UTF8.self)
    for time in [
      "2026-07-11", "11/07/26", "1783749600", "20260711T", "11/07/2026", "Jul 2026", "11.7.2026",
    ] {
      #expect(!written.contains(time), "\(time)")
    }
    for rest in ["<g:log id=\"7\">", "Small", "5400", "<g:time/>", "<g:id>1783749601"] {
      #expect(written.contains(rest), "\(rest)")
    }
    #expect(report.findings.contains { $0.code == "content.leftOut" })
  }

  @Test(arguments: [true, false])
  func `the report says why extensions and comments were left out`(stripsExtensions: Bool)
    async throws
  {
    let library = try await Library.temporary()
    _ = try await library.importText(
      Self.file(Self.point(46, 7), "<!-- at home -->" + Self.point(46, 8))
        .replacing("</trkpt></trkseg></trk>", with: "<name>A</name></trkpt></trkseg><g:x/></trk>"))
    var options = ExportOptions()
    options.stripsExtensions = stripsExtensions
    if !stripsExtensions { options.privacyZones = Self.optionsHiding(5, 10).privacyZones }
    let (bytes, report) = try await library.exported([], options: options)
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(!written.contains("at home") && !written.contains("g:x"))
    let finding = try #require(report.findings.first { $0.code == "content.leftOut" })
    #expect(finding.message.contains("of 2 points"))
    #expect(
      finding.message.contains(stripsExtensions ? "strips extensions" : "a privacy zone"))
  }

  @Test func `an export with a privacy zone reveals nothing inside the zone`() async throws {
    let library = try await Library.temporary()
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
      <metadata><desc>46.0001</desc><bounds minlat="46.0001" minlon="7" maxlat="47" maxlon="8"/>
      </metadata><wpt lat="46.0001" lon="7"><name>Home</name></wpt>
      <rte><name>To the gate</name><rtept lat="46.0001" lon="7"/></rte>
      <trk><name>Out</name><extensions><x:start>46.0001</x:start></extensions><trkseg>
      <trkpt lat="46.0001" lon="7"/><trkpt lat="47" lon="8"><extensions><x:from lat="46.0001"/>
      </extensions></trkpt><trkpt lat="46.0001x" lon="7"/></trkseg></trk></gpx>
      """
    let report = try await library.importText(text)
    var options = ExportOptions()
    options.privacyZones = [.init(centre: .init(latitude: 46, longitude: 7), radiusMetres: 300)]
    for ids in [[], [try #require(report.importID)]] {
      let written = try await library.exportedText(ids, options: options)
      #expect(!written.contains("46.000") && !written.contains("Home"), "\(written)")
      #expect(!written.contains("gate") && written.contains("<trkpt lat=\"47\""))
    }
  }
}
