import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Reversing, joining, cropping, cleaning and simplifying paths.
@Suite struct PathOperationTests {
  private let route = ItemID(.path, 2)

  // MARK: Reversing and joining

  @Test(arguments: 0..<8)
  func `reversing a track twice restores it`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let library = try await Library.temporary()
    var second = 0
    let points = (0..<9).map { number in
      second += Int.random(in: 1...6, using: &random)
      let time =
        Int.random(in: 0..<4, using: &random) == 0
        ? "" : "<time>2026-07-01T08:00:\(String(format: "%02d", second)).\(number)Z</time>"
      return "<trkpt lat=\"46.\(number)\" lon=\"7\">\(time)</trkpt>"
    }
    let text = GPXText.file(
      "<trk><trkseg>\(points[0..<4].joined())</trkseg><trkseg>"
        + "\(points[4...].joined())</trkseg></trk>")
    let id = try #require(try await library.importText(text).paths.first)
    let before = try #require(try await library.geometry(id)).columns
    _ = try await library.apply(.editPoints(of: id, .reverse))
    let reversed = try #require(try await library.geometry(id)).columns
    let times = reversed.times.filter { !$0.isNaN }
    #expect(times == times.sorted(), "times run forward")
    #expect(reversed.times.map(\.isNaN) == before.times.reversed().map(\.isNaN))
    _ = try await library.apply(.editPoints(of: id, .reverse))
    let after = try #require(try await library.geometry(id)).columns
    #expect(after.latitudes == before.latitudes)
    #expect(after.segmentStarts == before.segmentStarts)
    #expect(zip(after.times, before.times).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
    _ = try await library.apply(.editPoints(of: id, .reverseWithoutTimes))
    #expect(try #require(try await library.geometry(id)).columns.times.allSatisfy(\.isNaN))
  }

  @Test func `joining orders paths by time and makes a break or a line as requested`() async throws
  {
    let library = try await Library.temporary()
    let text = GPXText.file(
      GPXText.track("Late", [46.2, 46.3], hour: 9), GPXText.track("Early", [46.0, 46.2], hour: 8))
    let (late, early) = try await {
      let paths = try await library.importText(text).paths
      return (paths[0], paths[1])
    }()
    let preview = try await library.preview(ofJoining: [late, early], order: .time, gap: .line)
    #expect(preview.order == [early, late])
    #expect(preview.seams.map(\.metres) == [0])
    #expect(preview.measures.segments == 1)
    _ = try await library.apply(.join([late, early], order: .time, gap: .line))
    let line = try #require(try await library.geometry(early)).columns
    #expect(line.latitudes == [46.0, 46.2, 46.2, 46.3], "their times differ, so both points stay")
    #expect(line.segmentStarts == [0])
    _ = try await library.undo()
    _ = try await library.apply(.join([early, late], gap: .break))
    #expect(try #require(try await library.geometry(early)).columns.segmentStarts == [0, 2])
  }

  @Test(arguments: TrackJoin.Gap.allCases, [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
  func `the preview of a join of three paths equals its result`(
    gap: TrackJoin.Gap, ranks: [Int]
  ) async throws {
    let library = try await Library.temporary()
    let text = GPXText.file(
      GPXText.track("One", [46.0, 46.1], hour: 8), GPXText.track("Two", [46.1, 46.2], hour: 9),
      GPXText.track("Three", [46.4, 46.5], hour: 10))
    let all = try await library.importText(text).paths
    _ = try await library.apply(.perform(.stripTimes, on: all[1], in: nil))
    _ = try await library.apply(.convert([all[2]], to: .route))
    let ids = ranks.map { all[$0] }
    let isRoute = ranks[0] == 2
    guard !isRoute || gap != .break else {
      await #expect(throws: LibraryError.self) {
        _ = try await library.preview(ofJoining: ids, order: .given, gap: gap)
      }
      await #expect {
        _ = try await library.apply(.join(ids, gap: gap))
      } throws: { "\($0)".contains("Three is a route, and routes cannot have breaks") }
      return
    }
    let preview = try await library.preview(ofJoining: ids, order: .given, gap: gap)
    _ = try await library.apply(.join(ids, gap: gap))
    let made = try #require(try await library.geometry(ids[0])).columns
    #expect(preview.columns.latitudes == made.latitudes)
    #expect(preview.columns.segmentStarts == made.segmentStarts)
    #expect(preview.order == ids)
    #expect(preview.joints.count == 2)
  }

  /// The facing ends of two tracks, and the expected number of points after joining them.
  struct JoinCase: Sendable {
    var end: String
    var start: String
    /// Markup at the facing ends of both tracks.
    var between = ""
    /// The number of points if the gap is `shared`.
    var shared: Int
    /// The number of points if the gap is `line`.
    var line: Int

    static func point(_ latitude: String, _ more: String = "") -> String {
      "<trkpt lat=\"\(latitude)\" lon=\"7\">\(more)</trkpt>"
    }

    static let all = [
      JoinCase(end: point("46.01"), start: point("46.010"), shared: 3, line: 3),
      JoinCase(
        end: point("46.01", "<extensions><power>100</power></extensions>"),
        start: point("46.01", "<extensions><power>101</power></extensions>"), shared: 4, line: 4),
      JoinCase(end: point("46.01"), start: point("46.01", "<name>B</name>"), shared: 4, line: 4),
      JoinCase(
        end: point("46.01"), start: point("46.01"), between: "<trkseg></trkseg>", shared: 4, line: 3
      ),
      JoinCase(
        end: point("46.01"), start: point("46.02"), between: "<trkseg></trkseg>", shared: 4, line: 4
      ),
    ]
  }

  @Test(arguments: TrackJoin.Gap.allCases, JoinCase.all)
  func `the preview of a join has the point and segment counts of its result`(
    gap: TrackJoin.Gap, joinCase: JoinCase
  ) async throws {
    let library = try await Library.temporary()
    let ids = try await library.importText(
      GPXText.file(
        "<trk><trkseg>\(JoinCase.point("46"))\(joinCase.end)</trkseg>\(joinCase.between)</trk>",
        "<trk>\(joinCase.between)<trkseg>\(joinCase.start)\(JoinCase.point("47"))</trkseg></trk>")
    ).paths
    let preview = try await library.preview(ofJoining: ids, order: .given, gap: gap)
    _ = try await library.apply(.join(ids, gap: gap))
    let made = try #require(try await library.geometry(ids[0])).columns
    #expect(preview.columns.latitudes == made.latitudes)
    #expect(preview.columns.segmentStarts == made.segmentStarts)
    let count = [.shared: joinCase.shared, .line: joinCase.line][gap] ?? 4
    #expect(made.count == count)
    #expect(made.segmentStarts == (gap == .line || count == 3 ? [0] : [0, 2]))
    if gap == .line {
      let written = try await library.exportedText([ids[0]])
      #expect(written.components(separatedBy: "<trkseg").count == 2)
    }
  }

  @Test(arguments: [0.0, 0.3, 0.77])
  func `the length of a crop and the length left by cutting it out add up to the whole`(
    start: Double
  ) async throws {
    let library = try await Library.sample()
    let whole = try #require(try await library.geometry(route)).measures.lengthMetres
    let part = TrackPart.metres(whole * start...whole * (start + 0.2))
    let copy = try #require(try await library.apply(.duplicate([route])).created.first)
    _ = try await library.apply(.convert([route, copy], to: .track))
    _ = try await library.apply(.perform(.crop(part), on: route, in: nil))
    _ = try await library.apply(.perform(.cut(out: part), on: copy, in: nil))
    let inside = try #require(try await library.geometry(route)).measures.lengthMetres
    let outside = try #require(try await library.geometry(copy)).measures.lengthMetres
    #expect(abs(inside + outside - whole) < 1e-3)
  }

  // MARK: Cleaning and simplifying

  @Test func `cleaning away nearly all points or cutting off single points is rejected`()
    async throws
  {
    let library = try await Library.temporary()
    let still = (0..<40).map { _ in 46.0 }
    let report = try await library.importText(
      GPXText.file(
        GPXText.track("Still", still, hour: 8),
        GPXText.track("Way", GPXText.latitudes(from: 46, 9), hour: 8)))
    let before = try await library.dump()
    await #expect {
      _ = try await library.apply(
        .perform(.clean(TrackCleaning(duplicates: .position)), on: report.paths[0], in: nil))
    } throws: { "\($0)".contains("39 of 40 points would be removed") }
    await #expect {
      _ = try await library.apply(.cut(report.paths[1], .gaps(seconds: 30, metres: nil)))
    } throws: { "\($0)".contains("would be single points") }
    #expect(try await library.dump() == before)
  }

  @Test func `the preview of a cleaning counts the removed points and the named ones among them`()
    async throws
  {
    let library = try await Library.temporary()
    let points = (0..<8).map { number in
      "<trkpt lat=\"46.00\(number / 2)\" lon=\"7\">"
        + (number == 1 ? "<name>Spring</name>" : "") + "</trkpt>"
    }
    let report = try await library.importText(
      GPXText.file("<trk><trkseg>\(points.joined())</trkseg></trk>"))
    let operation = TrackOperation.clean(TrackCleaning(duplicates: .position))
    let preview = try #require(
      try await library.previews(of: operation, on: report.paths).first)
    #expect(preview.flaws == [.duplicate: 4])
    #expect(preview.pointsLost == 4)
    #expect(preview.markedPointsLost == 1)
    let done = try await library.apply(.perform(operation, on: report.paths[0], in: nil))
    #expect(done.notes.count == 1)
  }

  @Test func `simplifying to a count keeps that many points of a straight line`() {
    let line = TrackColumns(
      latitudes: Array(repeating: 0, count: 11), longitudes: (0..<11).map { Double($0) / 100 },
      elevations: Array(repeating: .nan, count: 11), times: Array(repeating: .nan, count: 11))
    #expect(Simplification(line).kept(count: 5).count == 5)
    #expect(Simplification(line).kept(count: 2) == [0, 10])
    #expect(Simplification(line).kept(count: 99).count == 11)
  }
}
