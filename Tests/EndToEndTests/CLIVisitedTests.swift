import Foundation
import TestSupport
import Testing

/// The heat map and the visited countries on the command line.
@Suite struct CLIVisitedTests {
  private static let tracks = """
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="46.20" lon="6.15"><name>Geneva</name></wpt>
    <trk><trkseg><trkpt lat="45.92" lon="6.87"><time>2026-07-10T10:30:00Z</time></trkpt>
    <trkpt lat="46.02" lon="7.75"><time>2026-07-11T05:00:00Z</time></trkpt></trkseg></trk>
    <trk><trkseg><trkpt lat="46.02" lon="7.75"><time>2025-07-11T05:00:00Z</time></trkpt>
    <trkpt lat="46.03" lon="7.75"><time>2025-07-11T06:00:00Z</time></trkpt></trkseg></trk>
    <rte><rtept lat="40.4" lon="-3.7"/><rtept lat="40.5" lon="-3.7"/></rte></gpx>
    """

  private let program: CLIProgram

  init() throws {
    program = try CLIProgram(importing: Self.tracks)
  }

  private func countries(_ options: String...) throws -> [String] {
    let result = try program.run(["visited", "--json"] + options)
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return ((document as? [String: Any])?["countries"] as? [[String: Any]] ?? []).compactMap {
      $0["code"] as? String
    }
  }

  @Test func `visited lists countries and regions of tracks and places, but not of routes`() throws
  {
    let result = try program.run("visited", "--cells")
    #expect(result.exitCode == 0 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("country") == true)
    #expect(lines.contains { $0.hasPrefix("Switzerland") && $0.contains(" 2 ") })
    #expect(lines.contains { $0.hasPrefix("Valais") && $0.contains("Switzerland") })
    #expect(lines.contains { $0.hasPrefix("46° 7.7°") })
    #expect(!result.output.contains("Spain"))
    #expect(try countries().first == "CH" && countries().contains("FR"))
  }

  @Test func `a time span counts only positions with a time in it`() throws {
    #expect(try countries("--to", "2025-12-31") == ["CH"])
    #expect(try countries("--from", "2027-01-01").isEmpty)
    #expect(try program.failure("visited", "--from", "2026", "--to", "2025").code == 64)
  }

  @Test func `a map of a year or a month shows the items with a time in it`() throws {
    func map(_ options: String...) throws -> String {
      let result = try program.run(
        ["map", "--heat", "--size", "60x12", "--no-base-map"] + options)
      #expect(result.exitCode == 0, "\(options): \(result.errors)")
      return result.output
    }
    let year = try map("--from", "2026-01-01", "--to", "2026-12-31")
    #expect(try map("--from", "2026", "--to", "2026") == year)
    #expect(try map("--from", "2026-07", "--to", "2026-07") == year)
    #expect(try map("--to", "2025") != year)
    #expect(try program.failure("map", "--from", "2026-13").code == 64)
  }

  @Test func `an option --heat draws tracks as a heat map with a legend`() throws {
    let text = try program.run("map", "--heat", "--size", "60x12", "--glyphs", "ascii").output
    #expect(text.contains("tracks : 1 + 2") || text.contains("tracks : 1"))
    let file = program.folder.file("a.svg").path
    #expect(try program.run("map", "--heat", "-o", file).exitCode == 0)
    let svg = try String(contentsOfFile: file, encoding: .utf8)
    #expect(svg.contains("fill=\"currentColor\"") && svg.contains(">1 track<"))
    // The route is a thin dashed line, which does not look like the squares.
    #expect(svg.contains("class=\"path thin c") && svg.contains(".thin .line{"))
    #expect(svg.components(separatedBy: "class=\"path ").count == 2, "tracks are not lines")
    for words in [["--html", "-o", "a.html"], ["--describe"]] {
      let failure = try program.run(["map", "--heat"] + words)
      #expect(failure.exitCode == 64 && failure.errors.contains("--heat"))
    }
  }
}
