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
}
