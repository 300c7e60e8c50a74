import CartographerCore
import Foundation
import Geodesy
import Testing

/// Exports that leave out points between others.
@Suite struct FilteredExportTests {
  private static func point(_ latitude: Double, _ hour: Int) -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"7\"><time>2026-07-11T\(hour < 10 ? "0" : "")\(hour):00:00Z</time></trkpt>"
  }

  private static func file(_ segments: String...) -> String {
    "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\" xmlns:g=\"urn:g\">"
      + "<trk>" + segments.map { "<trkseg>\($0)</trkseg>" }.joined() + "</trk></gpx>"
  }

  @Test func `extensions of a segment stay with it`() async throws {
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

  @Test func `a track that ends in segments without points is cut all the same`() async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(
      Self.file((0..<7).map { Self.point($0.isMultiple(of: 2) ? 46 : 5, 6) }.joined(), ""))
    var options = ExportOptions()
    options.privacyZones = [.init(centre: .init(latitude: 5, longitude: 7), radiusMetres: 100)]
    let written = try await library.exportedText([], options: options)
    #expect(written.components(separatedBy: "<trkseg>").count == 5)
    #expect(!written.contains("lat=\"5"))
  }

  @Test func `bounds are those of the points that are left`() async throws {
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

  private static func across(_ name: String, _ point: String) -> String {
    "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\"><\(name)><name>N</name>"
      + (name == "trk" ? "<trkseg>" : "")
      + [6.6, 6.7, 6.9, 7.0].map { "<\(point) lat=\"46\" lon=\"\($0)\"/>" }.joined()
      + (name == "trk" ? "</trkseg>" : "") + "</\(name)></gpx>"
  }

  private static func home(_ longitude: Double, _ radius: Double) -> ExportOptions {
    var options = ExportOptions()
    options.privacyZones = [
      .init(centre: .init(latitude: 46, longitude: longitude), radiusMetres: radius)
    ]
    return options
  }

  @Test func `no line leads through a private zone, though no point is in it`() async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(Self.across("trk", "trkpt"))
    var options = Self.home(6.8, 1000)
    let written = try await library.exportedText([], options: options)
    #expect(written.components(separatedBy: "<trkseg>").count == 3)
    // Nor where simplifying took away the points that led around it.
    options.pointsAtMost = 2
    let simplified = try await library.exportedText([], options: options)
    #expect(simplified.components(separatedBy: "<trkseg>").count == 3)
    // And each piece keeps its ends.
    #expect(simplified.components(separatedBy: "<trkpt").count == 5)
    options.privacyZones[0].radiusMetres = 10
    options.privacyZones[0].centre.latitude = 46.1
    #expect(
      try await library.exportedText([], options: options)
        .components(separatedBy: "<trkseg>").count == 2)
  }

  @Test func `how much was left out is told`() async throws {
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
  func `the parts of a route beside a private zone are routes`(
    longitude: Double, radius: Double, count: Int
  ) async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(Self.across("rte", "rtept"))
    let written = try await library.exportedText([], options: Self.home(longitude, radius))
    #expect(written.components(separatedBy: "<rte>").count == count + 1)
    #expect(written.components(separatedBy: "<name>N</name>").count == count + 1)
  }

  @Test func `extensions tell no times where times are stripped`() async throws {
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
  func `what is left out besides values is told`(stripsExtensions: Bool) async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(
      Self.file(Self.point(46, 7), "<!-- at home -->" + Self.point(46, 8))
        .replacing("</trkpt></trkseg></trk>", with: "<name>A</name></trkpt></trkseg><g:x/></trk>"))
    var options = ExportOptions()
    options.stripsExtensions = stripsExtensions
    if !stripsExtensions { options.privacyZones = Self.home(5, 10).privacyZones }
    let (bytes, report) = try await library.exported([], options: options)
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(!written.contains("at home") && !written.contains("g:x"))
    let finding = try #require(report.findings.first { $0.code == "content.leftOut" })
    #expect(finding.message.contains("of 2 points"))
    #expect(
      finding.message.contains(stripsExtensions ? "strips extensions" : "a privacy zone"))
  }
}
