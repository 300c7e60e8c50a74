import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite struct HeatMapTests {
  private let size = Size(columns: 40, rows: 16)
  private let viewport = MapViewport(
    centre: Coordinate(latitude: 46, longitude: 7), zoom: 13)

  /// The world coordinates of the middle of a dot of the view.
  private func middle(x: Int, y: Int) -> Coordinate {
    WebMercator.unproject(
      viewport.point(atDotX: Double(x) + 0.5, y: Double(y) + 0.5, in: size))
  }

  /// Returns random paths whose points are the middles of neighbouring dots, and the number of
  /// paths with a point in each cell.
  private func walks(
    _ count: Int, _ random: inout SplitMix64
  ) -> (paths: [MapPath], counts: [Point: Int]) {
    var counts: [Point: Int] = [:]
    let paths = (1...count).map { number in
      var x = Int.random(in: -10..<size.columns * 2 + 10, using: &random)
      var y = Int.random(in: -10..<size.rows * 4 + 10, using: &random)
      var cells: Set<Point> = []
      var points: [Coordinate] = []
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        points.append(middle(x: x, y: y))
        if x >= 0, y >= 0, x < size.columns * 2, y < size.rows * 4 {
          cells.insert(Point(column: x / 2, row: y / 4))
        }
        x += .random(in: -1...1, using: &random)
        y += .random(in: -1...1, using: &random)
      }
      for cell in cells { counts[cell, default: 0] += 1 }
      return MapPath(id: ItemID(.path, Int64(number)), shape: PathShape(points))
    }
    return (paths, counts)
  }

  private func cells(_ map: HeatMap) -> [Point: Int] {
    var cells: [Point: Int] = [:]
    for row in 0..<map.rows {
      for column in 0..<map.columns {
        let passes = map.passes(column: column, row: row)
        if passes > 0 { cells[Point(column: column, row: row)] = passes }
      }
    }
    return cells
  }

  @Test func `the heat map of random tracks equals a naive count over all points`() {
    var random = SplitMix64.forTest()
    for _ in 0..<40 {
      let (paths, counts) = walks(.random(in: 1...60, using: &random), &random)
      #expect(cells(HeatMap(MapScene(paths: paths), viewport, in: size)) == counts)
    }
  }

  @Test func `a heat map from levels of detail equals a naive count within one dot`() throws {
    var random = SplitMix64.forTest()
    for zoom in [6.0, 9.5, 12, 15] {
      let path = try StoredPath.walk(
        6_000, from: Coordinate(latitude: 46, longitude: 7), &random)
      var cache = DetailCache(limit: .max)
      cache.insert(path.pieces)
      let viewport = MapViewport(centre: path.shape.point(at: 3_000), zoom: zoom)
      var scene = MapScene(paths: [path.map(1)])
      scene.pieces = DetailPlan(scene.paths, viewport, in: size, cache).pieces
      let map = HeatMap(scene, viewport, in: size)
      var near: Set<Point> = []
      var missed: Set<Int> = []
      for index in 0..<path.shape.count {
        let point = path.shape.point(at: index)
        let next = path.shape.point(
          at: path.shape.segment(containing: index).contains(index + 1) ? index + 1 : index)
        // A leg is divided, so that no part of it is farther than half a dot from a sample.
        let length = max(abs(next.x - point.x), abs(next.y - point.y)) * viewport.dotsPerWorld
        let steps = max(1, Int(length.rounded(.up)))
        for step in 0...steps {
          let share = Double(step) / Double(steps)
          let dot = viewport.dot(
            at: WorldPoint(
              x: point.x + (next.x - point.x) * share, y: point.y + (next.y - point.y) * share),
            in: size)
          var isCounted = false
          for across in [-1.0, 0, 1] {
            for down in [-1.0, 0, 1] {
              let column = Int(((dot.x + across) / 2).rounded(.down))
              let row = Int(((dot.y + down) / 4).rounded(.down))
              guard size.contains(Point(column: column, row: row)) else {
                isCounted = true
                continue
              }
              near.insert(Point(column: column, row: row))
              isCounted = isCounted || map.passes(column: column, row: row) == 1
            }
          }
          if !isCounted { missed.insert(index) }
        }
      }
      #expect(missed.isEmpty, "legs that are not counted at zoom \(zoom)")
      #expect(cells(map).allSatisfy { $0.value == 1 && near.contains($0.key) })
    }
  }

  @Test func `a track that crosses a cell many times counts once, and a route never`() {
    let line = [middle(x: 10, y: 10), middle(x: 30, y: 10)]
    let back = MapPath(id: ItemID(.path, 1), shape: PathShape(line + line.reversed() + line))
    let route = MapPath(id: ItemID(.path, 2), shape: PathShape(line), isTrack: false)
    let map = HeatMap(MapScene(paths: [back, route]), viewport, in: size)
    #expect(Set(cells(map).values) == [1])
  }

  @Test func `only the given tracks are counted`() {
    var random = SplitMix64.forTest()
    let scene = MapScene(paths: walks(20, &random).paths)
    let some = Set(scene.paths.prefix(7).map(\.id))
    let expected = HeatMap(MapScene(paths: Array(scene.paths.prefix(7))), viewport, in: size)
    #expect(HeatMap(scene, viewport, in: size, counting: some) == expected)
  }

  @Test(arguments: [
    (1, ["1"]), (3, ["1", "2", "3"]), (5, ["1", "2", "3", "4", "5"]),
    (6, ["1", "2", "3", "4", "5+"]), (20, ["1", "2–3", "4–7", "8–15", "16+"]),
    (60, ["1–2", "3–8", "9–26", "27+"]), (0, []),
  ])
  func `the scale of a heat map has at most five steps`(most: Int, labels: [String]) {
    let scale = HeatScale(most: most)
    #expect(scale.labels == labels)
    #expect(scale.step(of: 0) == nil)
    for passes in 1..<max(most, 2) where most > 0 {
      let step = scale.step(of: passes) ?? -1
      #expect(labels.indices.contains(step), "\(passes) of \(most)")
    }
  }

  // MARK: Drawing

  private func drawn(_ scene: MapScene, _ glyphs: GlyphSet) -> Surface {
    var surface = Surface(size: size)
    MapRenderer(glyphs: glyphs).render(scene, viewport, into: &surface, surface.bounds)
    return surface
  }

  /// Three tracks along one line, and a route that crosses them.
  private var scene: MapScene {
    let line = [middle(x: 8, y: 20), middle(x: 60, y: 20)]
    let tracks = (1...3).map {
      MapPath(
        id: ItemID(.path, Int64($0)),
        shape: PathShape($0 == 1 ? line + [middle(x: 60, y: 50)] : line))
    }
    let route = MapPath(
      id: ItemID(.path, 4), shape: PathShape([middle(x: 30, y: 4), middle(x: 30, y: 40)]),
      isTrack: false)
    var scene = MapScene(paths: tracks + [route])
    scene.heat = HeatMap(scene, viewport, in: size)
    return scene
  }

  @Test(arguments: [
    (GlyphSet.braille, "▒", "tracks ⠶ 1 ░ 2 ▒ 3"), (.block, "▒", "tracks ▖ 1 ░ 2 ▒ 3"),
    (.ascii, "*", "tracks : 1 + 2 * 3"),
  ])
  func `the steps have different characters and colours, and a legend`(
    glyphs: GlyphSet, third: String, legend: String
  ) {
    let surface = drawn(scene, glyphs)
    let lines = surface.lines
    #expect(lines[5].filter { String($0) == third }.count > 20)
    #expect(lines.last?.hasSuffix(legend) == true || lines[14].hasSuffix(legend))
    #expect(surface[10, 5]?.style.role == .scale(2))
    #expect(surface[30, 9]?.style.role == .scale(0))
    #expect(surface[15, 3]?.style.role == .path(4), "the route is a line")
    #expect(surface[15, 5]?.style.role == .scale(2), "the route does not hide the tracks")
  }

  @Test func `the selected track is drawn as a line over the heat map`() {
    var scene = scene
    scene.selected = ItemID(.path, 1)
    #expect(drawn(scene, .braille)[10, 5]?.style.role == .pathSelected)
  }

  @Test func `a small map has no legend`() {
    let viewport = MapViewport(centre: viewport.centre, zoom: 10)
    let size = Size(columns: 14, rows: 6)
    var scene = scene
    scene.heat = HeatMap(scene, viewport, in: size)
    let lines = MapRenderer(glyphs: .ascii).lines(scene, viewport, size: size)
    #expect(!lines.joined().contains("tracks"))
  }
}
