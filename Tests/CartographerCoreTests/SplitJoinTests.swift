import CartographerCore
import Foundation
import Geodesy
import TestSupport
import Testing

/// Splitting a path and joining its halves, or reversing it twice, restores the path.
@Suite struct SplitJoinTests {
  @Test(arguments: 0..<12)
  func `a path split at any point and joined again is exported unchanged`(seed: UInt64) async throws
  {
    var random = SplitMix64(seed: seed)
    let isRoute = seed % 4 == 3
    let text = Self.document(isRoute: isRoute, using: &random)
    let library = try await Library.temporary()
    let report = try await library.importText(text)
    let (id, record) = (try #require(report.paths.first), try #require(report.importID))
    let before = try await library.exported([record]).bytes
    #expect(try differences(Array(text.utf8), before) == [], "seed \(seed)")
    let keys = try #require(try await library.geometry(id)).keys
    for index in keys.indices.dropFirst().dropLast() {
      let key = try #require(try await library.geometry(id)).keys[index]
      let made = try await library.apply(.split(id, at: key)).created
      _ = try await library.apply(.join([id] + made))
      let after = try await library.exported([record]).bytes
      #expect(after == before, "seed \(seed), point \(index)")
      #expect(try await library.geometry(id)?.count == keys.count)
    }
  }

  @Test(arguments: 0..<12)
  func `a path reversed twice is exported unchanged`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let library = try await Library.temporary()
    let text = Self.document(isRoute: seed % 4 == 3, using: &random)
    let report = try await library.importText(text)
    let (id, record) = (try #require(report.paths.first), try #require(report.importID))
    let before = try await library.exported([record]).bytes
    _ = try await library.apply(.editPoints(of: id, .reverse))
    #expect(try await library.exported([record]).bytes != before)
    _ = try await library.apply(.editPoints(of: id, .reverse))
    let after = try await library.exported([record]).bytes
    #expect(after == before, "seed \(seed)\n\(String(decoding: after, as: UTF8.self))")
  }

  @Test(arguments: ["", "<ele>5</ele>", "<time>2026-07-01T08:00:00Z</time>", "<name>A</name>"])
  func `joining keeps both end points if they or their segments differ`(difference: String)
    async throws
  {
    let library = try await Library.temporary()
    func track(_ points: String, _ segment: String = "") -> String {
      "<trk><trkseg>\(points)\(segment)</trkseg></trk>"
    }
    let segment = difference.isEmpty ? "<extensions><x:s/></extensions>" : ""
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
      \(track("<trkpt lat=\"1\" lon=\"1\"/><trkpt lat=\"2\" lon=\"2\"/>"))
      \(track("<trkpt lat=\"2\" lon=\"2\">\(difference)</trkpt><trkpt lat=\"3\" lon=\"3\"/>", segment))
      </gpx>
      """
    let report = try await library.importText(text)
    _ = try await library.apply(.join(report.paths))
    let joined = try #require(try await library.geometry(report.paths[0]))
    #expect(joined.count == 4)
    #expect(joined.columns.segmentStarts == [0, 2])
  }

  private static func document(
    isRoute: Bool, using random: inout some RandomNumberGenerator
  ) -> String {
    func point(_ name: String) -> String {
      let minute = Int.random(in: 10..<60, using: &random)
      var content = ""
      if Bool.random(using: &random) { content += "<ele>\(minute).50</ele>" }
      if Bool.random(using: &random) { content += "<time>2026-07-01T08:\(minute):00Z</time>" }
      if Bool.random(using: &random) { content += "<name>P \(minute)</name>" }
      if Bool.random(using: &random) {
        content += "<extensions><x:p a=\"\(minute)\"/></extensions>"
      }
      let latitude = Int.random(in: 100..<999, using: &random)
      return "<\(name) lat=\"46.\(latitude)0\" lon=\"7.1\">\(content)</\(name)>"
    }
    func points(_ range: ClosedRange<Int>, _ name: String) -> String {
      (0..<Int.random(in: range, using: &random)).map { _ in point(name) }.joined(separator: "\n")
    }
    let head = "<name>T</name><number>3</number><extensions><x:t>1</x:t></extensions>"
    let path: String
    if isRoute {
      path = "<rte>\(head)\(points(3...8, "rtept"))</rte>"
    } else {
      let segments = (0..<Int.random(in: 1...5, using: &random)).map { number in
        let kept =
          Bool.random(using: &random) ? "<extensions><x:s>\(number)</x:s></extensions>" : ""
        return "<trkseg>\(points(0...4, "trkpt"))\(kept)</trkseg>"
      }
      path = "<trk>\(head)\(segments.joined())<trkseg>\(points(3...4, "trkpt"))</trkseg></trk>"
    }
    return """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
      \(path)</gpx>
      """
  }
}
