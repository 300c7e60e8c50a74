import CartographerCore
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite struct PicturePageTests {
  private func html(
    _ contents: PictureContents, units: UnitSystem = .metric, hasBase: Bool = true
  ) throws -> String {
    try PicturePage(
      contents, view: PictureSamples.view(contents), units: units, zone: .gmt,
      notation: .decimalDegrees, base: hasBase ? try PictureSamples.baseMap : nil
    ).html
  }

  private struct Link: Decodable {
    struct Path: Decodable {
      let id: String
      let points: [[Double]]
    }

    let units: [String: Scalar]
    let paths: [Path]
  }

  private enum Scalar: Decodable {
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  @Test func `a page is well-formed and needs no network`() throws {
    let page = try html(PictureSamples.trip)
    #expect(try PictureSamples.problems(of: page) == "")
    let links = Set(
      page.matches(of: /(href|src=|url\(|@import|https?:)[^"]*/).map { String($0.output.0) })
    #expect(links == ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"])
    #expect(page.contains("default-src &#39;none&#39;"))
    #expect(page.contains("@media (prefers-color-scheme: dark)"))
  }

  @Test func `the page shows tables of the paths and places, and the map in words`() throws {
    let page = try html(PictureSamples.trip)
    let cells = PictureSamples.texts("td", in: page)
    for cell in ["Geneva – Montreux", "Total", "Rochers de Naye", "2 042 m"] {
      #expect(cells.contains(cell), "\(cell)")
    }
    #expect(
      PictureSamples.texts("h2", in: page) == ["Profile", "Paths", "Place", "In words"])
    #expect(
      PictureSamples.texts("p", in: page).contains { $0.hasPrefix("Track “Walk &lt;above&gt;") })
  }

  @Test func `the itinerary of a group is a table with its days`() throws {
    var contents = PictureSamples.trip
    let group = GroupSnapshot(
      id: ItemID(.group, 1), name: "Trip", created: .distantPast, firstDay: "2026-07-11",
      itinerary: [
        StopSnapshot(id: StopID(1), day: 1, title: "Boat"),
        StopSnapshot(id: StopID(2), day: 2, title: "Walk", note: "bring <water>", state: .done),
      ])
    contents.itinerary = ItineraryPlan(
      of: group, place: { _ in nil }, path: { _ in nil }, stretch: { _ in nil })
    let cells = PictureSamples.texts("td", in: try html(contents))
    #expect(
      cells.contains { $0.hasPrefix("Day 1, ") } && cells.contains { $0.hasPrefix("Day 2, ") })
    #expect(cells.contains("done; bring &lt;water&gt;"))
  }

  /// Returns the cells of the itinerary's table for a trip with a place on day 1 and a path on day
  /// 2.
  private func itineraryCells(_ stretch: PathStretch) throws -> [String] {
    let (path, geometry) = PictureSamples.path(1, "Traverse", [(46, 7), (46.1, 7.2)])
    let hut = PictureSamples.place(1, "Hut", 46, 7)
    var contents = PictureSamples.contents([(path, geometry)], places: [hut])
    let group = GroupSnapshot(
      id: ItemID(.group, 1), name: "Trip", created: .distantPast,
      itinerary: [
        StopSnapshot(id: StopID(1), day: 1, item: hut.id, title: "Hut"),
        StopSnapshot(id: StopID(2), day: 2, item: path.id, title: "Traverse"),
      ])
    contents.itinerary = ItineraryPlan(
      of: group, place: { $0 == hut.id ? hut : nil }, path: { $0 == path.id ? path : nil },
      stretch: { _ in stretch })
    let cells = PictureSamples.texts("td", in: try html(contents, hasBase: false))
    return Array(cells[(cells.firstIndex(of: "Day 1") ?? 0)...])
  }

  @Test func `the itinerary marks estimated times, and says if they omit the climb`() throws {
    let whole = try itineraryCells(
      PathStretch(
        lengthMetres: 9_200, ascentMetres: 500, descentMetres: 80, estimatedSeconds: 14_700))
    #expect(whole.contains("≈4 h 5 min") && whole.contains("500 m"))
    #expect(Array(whole.prefix(7)) == ["Day 1", "", "", "", "", "", ""], "a day without a path")
    let flat = try itineraryCells(PathStretch(lengthMetres: 9_200, estimatedSeconds: 14_700))
    #expect(flat.count { $0 == "≥4 h 5 min" } == 3, "the day, the stop and the total")
    let partial = try itineraryCells(
      PathStretch(
        lengthMetres: 9_200, ascentMetres: 0, descentMetres: 0, hasPartialElevations: true,
        estimatedSeconds: 14_700))
    #expect(partial.count { $0 == "≥4 h 5 min" } == 3 && partial.count { $0 == "≥0 m" } == 6)
  }

  @Test func `the profile and the map are linked by points that lie on both`() throws {
    let page = try html(PictureSamples.trip)
    let text = try #require(
      page.firstMatch(of: /<script type="application\/json" id="data">(.*)<\/script>/))
    let link = try JSONDecoder().decode(Link.self, from: Data(text.output.1.utf8))
    #expect(link.paths.map(\.id) == ["P2"], "the boat has no elevations")
    let points = try #require(link.paths.first).points
    #expect(points.count == 40)
    let view = PictureSamples.view(PictureSamples.trip)
    let walk = try #require(PictureSamples.trip.paths.last?.columns)
    for (index, point) in points.enumerated() {
      let place = view.position(of: walk.coordinate(index))
      #expect(abs(point[2] - place.x) < 0.01 && abs(point[3] - place.y) < 0.01)
      #expect(abs(point[5] - walk.elevations[index]) < 0.1)
    }
    #expect(page.contains("class=\"profile\"") && page.contains("data-id=\"P2\""))
  }

  @Test func `a page zoomed in shows more towns`() throws {
    let page = try html(PictureSamples.trip)
    #expect(page.contains("data-from=\"2\""))
  }

  @Test func `names cannot add markup to the page`() throws {
    let name = "]]></script><img src=x onerror=alert(1)>"
    let contents = PictureSamples.contents(
      [PictureSamples.path(1, name, [(46, 7), (46.1, 7.1)], elevations: [1, 2])],
      places: [PictureSamples.place(1, name, 46.05, 7.02)], title: name)
    let page = try html(contents, hasBase: false)
    #expect(!page.contains("<img") && page.components(separatedBy: "</script>").count == 3)
    #expect(try PictureSamples.problems(of: page) == "")
  }

  @Test func `a page of very many places says that its table is not complete`() throws {
    let places = (1...1_005).map {
      PictureSamples.place(Int64($0), "Place \($0)", 46 + Double($0) / 1_000, 7)
    }
    let page = try html(PictureSamples.contents([], places: places), hasBase: false)
    #expect(page.contains("The table shows the first 1 000 of 1 005 places."))
    let cells = PictureSamples.texts("td", in: page)
    #expect(cells.contains("Place 1000") && !cells.contains("Place 1001"))
  }

  @Test func `a page of many paths says that it has no profiles of some paths`() throws {
    let paths = (1...60).map {
      PictureSamples.path(
        Int64($0), "P", [(46, 7), (46.1, 7 + Double($0) / 100)], elevations: [1, 200])
    }
    let page = try html(PictureSamples.contents(paths), hasBase: false)
    #expect(page.contains("The page shows profiles of the first 50 of 60 paths."))
  }

  @Test(
    .enabled(
      if: (try? Subprocess.run("node", ["--version"])) != nil, "node is not on this machine"))
  func `the script of the page is valid JavaScript`() throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("page.js")
    try PicturePage.script.write(to: file, atomically: true, encoding: .utf8)
    let result = try Subprocess.run("node", ["--check", file.path])
    #expect(result.exitCode == 0, "\(result.errors)")
  }
}
