import Foundation
import Geodesy
import Testing

@testable import GeoFormats

@Suite struct TCXSegmentTests {
  /// Returns a path with two segments of two points each, 55 km apart.
  private func path(_ header: GeoPathHeader, hasTimes: Bool) -> GeoPath {
    var points = GeoPoints()
    for (index, latitude) in [46, 46.01, 46.5, 46.51].enumerated() {
      points.append(
        latitude: latitude, longitude: 7, time: hasTimes ? Double(index) * 60 : .nan,
        segment: index / 2)
    }
    return GeoPath(header: header, points: points)
  }

  @Test(arguments: [false, true], [false, true])
  func `the segments of a track are kept with its times, and their joining is reported otherwise`(
    hasTimes: Bool, stripsTimes: Bool
  ) throws {
    let track = path(GeoPathHeader(kind: .track, name: "T"), hasTimes: hasTimes)
    let (bytes, diagnostics) = try Writing.written(
      GeoDocument(paths: [track, track]), as: "tcx"
    ) { $0.stripsTimes = stripsTimes }
    let again = try Reading.read(MemorySource(bytes)).document
    let isKept = hasTimes && !stripsTimes
    let segments = isKept ? [0, 0, 1, 1] : [0, 0, 0, 0]
    #expect(again.paths.map(\.points.segments) == [segments, segments])
    let message = """
      tracks with several segments were written as courses, whose segments are joined on import \
      (number: 2)
      """
    #expect(diagnostics.contains { $0.message == message } == !isKept)
    #expect(try TCXSchema.violations(of: Data(bytes)) == [])
  }

  @Test func `a track with a single segment is written as a course without a remark on segments`()
    throws
  {
    var points = GeoPoints()
    points.append(latitude: 46, longitude: 7)
    points.append(latitude: 47, longitude: 7)
    let track = GeoPath(header: GeoPathHeader(kind: .track, name: "T"), points: points)
    let route = path(GeoPathHeader(kind: .route, name: "R"), hasTimes: false)
    let diagnostics = try Writing.written(GeoDocument(paths: [track, route]), as: "tcx").losses
    #expect(!diagnostics.contains { $0.message.contains("segments") })
  }
}
