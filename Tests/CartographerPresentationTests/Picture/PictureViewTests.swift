import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

/// The projection of pictures, and the parts of paths that they show.
@Suite struct PictureViewTests {
  private func lines(
    _ contents: PictureContents, _ view: PictureView
  ) throws -> [[SIMD2<Double>]] {
    let picture = try MapPicture(contents, view: view, units: .metric, base: nil)
    return picture.lines.joined().flatMap(view.frame.parts)
  }

  @Test func `a path around most of the world is drawn on both sides of the antimeridian`() throws {
    let points = stride(from: -170.0, through: 170, by: 10).map { (20.0, $0) }
    let contents = PictureSamples.contents([PictureSamples.path(1, "Sail", points)])
    let viewport = MapViewport(centre: Coordinate(latitude: 20, longitude: 180), zoom: 2)
    let view = PictureView(
      viewport, pane: Size(columns: 100, rows: 30), width: 800, height: 480)
    let shown = try lines(contents.inView(view), view).joined()
    #expect(shown.contains { $0.x < 300 } && shown.contains { $0.x > 500 })
    #expect(!shown.contains { abs($0.x - 400) < 20 }, "the path has a gap at 180°")
  }

  @Test(arguments: [89.0, -89.0])
  func `a path around a pole is a closed line around the middle of the picture`(latitude: Double)
    throws
  {
    let points = stride(from: -180.0, through: 180, by: 5).map { (latitude, $0) }
    let contents = PictureSamples.contents([PictureSamples.path(1, "Round", points)])
    let view = PictureSamples.view(contents)
    #expect(view.isPolar)
    let line = try #require(try lines(contents, view).first)
    let pole = view.position(
      of: Coordinate(latitude: latitude > 0 ? 90 : -90, longitude: 0))
    let radii = line.map { (($0 - pole) * ($0 - pole)).sum().squareRoot() }
    let (least, most) = (try #require(radii.min()), try #require(radii.max()))
    #expect(most / least < 1.01 && least > 100)
    #expect(line.allSatisfy(view.contains))
    let svg = try MapPicture(
      contents, view: view, units: .metric, base: PictureSamples.baseMap
    ).svg(.light)
    #expect(try PictureSamples.problems(of: svg) == "")
    #expect(!svg.contains("nan") && !svg.contains("class=\"north\""))
    #expect(svg.contains("class=\"land\" d=") == (latitude < 0))
  }

  @Test(arguments: [1.0, -1])
  func `a path over a pole lies in the middle of the picture`(hemisphere: Double) throws {
    let points = [(89.9, 8.0), (89.95, 8), (90, 8), (89.95, -172), (89.9, -172)].map {
      ($0.0 * hemisphere, $0.1)
    }
    let contents = PictureSamples.contents([PictureSamples.path(1, "Over the pole", points)])
    let view = PictureSamples.view(contents)
    let line = try lines(contents, view).joined()
    let xs = line.map(\.x)
    let ys = line.map(\.y)
    let (left, right) = (try #require(xs.min()), try #require(xs.max()))
    let (top, bottom) = (try #require(ys.min()), try #require(ys.max()))
    #expect(abs((left + right) / 2 - view.width / 2) < 8, "\(left)–\(right)")
    #expect(abs((top + bottom) / 2 - view.height / 2) < 8, "\(top)–\(bottom)")
    #expect(right - left > view.width / 2)
  }

  @Test func `the polar map of the editor is drawn in its projection`() throws {
    let viewport = MapViewport(centre: Coordinate(latitude: 89.5, longitude: 30), zoom: 3)
    let pane = Size(columns: 100, rows: 30)
    let view = PictureView(viewport, pane: pane)
    for (latitude, longitude) in [(89.0, -100.0), (88, 20), (89.9, 170)] {
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      let dot = viewport.dot(at: WebMercator.projectBeyondSquare(coordinate), in: pane)
      let middle = pane.middleDot
      let position = view.position(of: coordinate)
      #expect(abs(position.x - view.width / 2 - (dot.x - middle.x)) < 0.01)
      #expect(abs(position.y - view.height / 2 - (dot.y - middle.y)) < 0.01)
    }
  }

  @Test func `a path from the tropics to the pole lies in the picture`() throws {
    let contents = PictureSamples.contents([
      PictureSamples.path(1, "North", [(10, 20), (50, 20), (88, 25)])
    ])
    let view = PictureSamples.view(contents)
    #expect(try lines(contents, view).joined().allSatisfy(view.contains))
    #expect(view.contains(view.position(of: Coordinate(latitude: 88, longitude: 25))))
  }

  @Test func `a path whose box touches the view is left out if no part is visible`() throws {
    let corner = PictureSamples.path(1, "Corner", [(46, 7), (47, 7), (47, 8)])
    let contents = PictureSamples.contents([corner])
    let area = WorldBounds(GeoBounds(south: 46.1, west: 7.5, north: 46.4, east: 7.9))
    let view = PictureView(fitting: area, width: 200, height: 200)
    #expect(view.touches(contents.paths[0].bounds))
    #expect(contents.inView(view).paths.isEmpty)
  }

  @Test func `labels avoid a line that crosses the picture without a point in it`() throws {
    let contents = PictureSamples.contents(
      [PictureSamples.path(1, "Line", [(46.001, 0), (46.001, 14)])])
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 10)
    let view = PictureView(
      viewport, pane: Size(columns: 100, rows: 40), width: 400, height: 320)
    let picture = try MapPicture(contents, view: view, units: .metric, base: nil)
    let y = view.position(of: Coordinate(latitude: 46.001, longitude: 7)).y
    let box = PictureLabels.Box(low: SIMD2(150, y - 8), high: SIMD2(250, y + 8))
    #expect(picture.labels.crossings(in: box) >= 15)
  }

  @Test func `the style sheet has one rule for each colour`() throws {
    let paths = (1...300).map {
      PictureSamples.path(Int64($0), "P", [(46, 7), (46.1, 7 + Double($0) / 1_000)])
    }
    let contents = PictureSamples.contents(paths)
    let svg = try MapPicture(
      contents, view: PictureSamples.view(contents), units: .metric, base: nil
    ).svg(.light)
    let rules = svg.matches(of: /\.c[0-9]+\{color:(#[0-9a-f]{6})\}/).map { String($0.output.1) }
    #expect(rules.count > 1 && rules.count < 20)
    let used = Set(svg.matches(of: /class="path c([0-9]+)"/).compactMap { Int($0.output.1) })
    #expect(used == Set(rules.indices))
  }

  @Test func `a shortened name ends with an ellipsis`() throws {
    let name = String(repeating: "a", count: 60)
    let contents = PictureSamples.contents([], places: [PictureSamples.place(1, name, 46, 7)])
    let svg = try MapPicture(
      contents, view: PictureSamples.view(contents), units: .metric, base: nil
    ).svg(.light)
    let texts = PictureSamples.texts("text", in: svg)
    #expect(texts.contains(String(repeating: "a", count: 39) + "…"))
  }

  @Test func `the legend says how many groups it leaves out`() throws {
    let groups = (1...15).map { key in
      GroupSnapshot(
        id: ItemID(.group, Int64(key)), name: "Group \(key)",
        colour: "#0000\(key + 16)", created: .distantPast)
    }
    let paths = (1...30).map { key in
      PictureSamples.path(
        Int64(key), "P", [(46, 7), (46.1, 7 + Double(key) / 100)],
        groups: [groups[key % 15].id])
    }
    let contents = PictureSamples.contents(paths, groups: groups)
    let svg = try MapPicture(
      contents, view: PictureSamples.view(contents), units: .metric, base: nil
    ).svg(.light)
    let texts = PictureSamples.texts("text", in: svg)
    #expect(texts.contains("Group 12") && texts.contains("3 more groups"))
  }
}
