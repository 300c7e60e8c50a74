import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite("Map renderer")
struct MapRendererTests {
  let size = Size(columns: 47, rows: 18)

  func picture(
    _ scene: MapScene, _ viewport: MapViewport? = nil, size: Size? = nil,
    glyphs: GlyphSet = .braille
  ) -> String {
    let size = size ?? self.size
    var surface = Surface(size: size)
    let viewport =
      viewport
      ?? MapViewport.fitting(scene.bounds() ?? WorldBounds(.init(x: 0.5, y: 0.5)), in: size)
    let frame = MapRenderer(glyphs: glyphs).render(scene, viewport, into: &surface, surface.bounds)
    let cursor = frame.cursor.map { "cursor \($0.column),\($0.row)\n" } ?? ""
    if glyphs == .ascii { surface = surface.asciiOnly }
    return surface.text + cursor + surface.roleMap.map { $0 + "\n" }.joined()
  }

  @Test(arguments: GlyphSet.allCases)
  func `a map with a trail, a loop and places matches its golden file`(glyphs: GlyphSet) throws {
    try Golden.compare(
      picture(MapSamples.scene, glyphs: glyphs), with: "screens/map-overview-\(glyphs.rawValue).txt"
    )
  }

  @Test(arguments: [
    Size(columns: 47, rows: 18), Size(columns: 78, rows: 22), Size(columns: 102, rows: 40),
  ])
  func `the labelled graticule matches the golden file at each size of the map pane`(size: Size)
    throws
  {
    var scene = MapSamples.scene
    scene.showsGraticule = true
    try Golden.compare(
      picture(scene, size: size), with: "screens/map-graticule-\(size.columns)x\(size.rows).txt")
  }

  @Test
  func `a path being edited has handles, a cursor, a range, a preview and a crosshair`() throws {
    var scene = MapSamples.scene
    scene.showsHandles = true
    scene.selected = ItemID(.path, 2)
    scene.pointCursor = 20
    scene.pointRange = 20..<31
    scene.preview = MapPreview(after: [
      PathShape([
        MapSamples.loop[40], Coordinate(latitude: 45.84, longitude: 6.72), MapSamples.loop[42],
      ])
    ])
    let shape = PathShape(MapSamples.loop)
    let bounds = try #require(shape.bounds)
    let viewport = MapViewport.fitting(bounds, in: size)
    scene.crosshair = viewport.centreCoordinate
    try Golden.compare(picture(scene, viewport), with: "screens/map-editing.txt")
  }

  @Test func `frames drawn with remembered lines equal frames drawn without a memory`() throws {
    let memory = MapLineMemory()
    var scene = MapSamples.scene
    let first = MapViewport.fitting(try #require(scene.bounds()), in: size)
    let paths: Set<ItemID> = [ItemID(.path, 1), ItemID(.path, 2)]
    let changes: [(inout MapScene) -> Void] = [
      { $0.selected = ItemID(.path, 2) }, { $0.marked = paths }, { $0.emphasised = [] },
      { $0.emphasised = nil }, { $0.paths = [MapSamples.scene.paths[1]] },
      { $0.paths = MapSamples.scene.paths }, { $0.marked = [] }, { $0.selected = nil },
    ]
    for change in changes {
      change(&scene)
      for viewport in [first, first.panned(columns: 3, rows: 1), first.zoomed(by: 1, in: size)] {
        var (surface, expected) = (Surface(size: size), Surface(size: size))
        for _ in 0..<2 {
          surface = Surface(size: size)
          MapRenderer(lines: memory).render(scene, viewport, into: &surface, surface.bounds)
        }
        MapRenderer().render(scene, viewport, into: &expected, expected.bounds)
        #expect(surface == expected)
      }
    }
  }

  @Test
  func `a box selection and a measured line are drawn over the map`() throws {
    var scene = MapSamples.scene
    let viewport = MapViewport.fitting(try #require(scene.bounds()), in: size)
    scene.boxSelection = viewport.area(
      from: Point(column: 30, row: 12), to: Point(column: 12, row: 4), in: size)
    scene.ruler = MapRuler(
      points: [MapSamples.loop[0], MapSamples.loop[30]], label: "4.1 km")
    try Golden.compare(picture(scene, viewport), with: "screens/map-box-and-ruler.txt")
  }

  @Test
  func `an empty map still has a scale bar and a north arrow`() throws {
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 11)
    try Golden.compare(picture(MapScene(), viewport), with: "screens/map-empty.txt")
    var surface = Surface(size: size)
    MapRenderer().render(MapScene(), viewport, into: &surface, surface.bounds)
    let drawn = surface.lines.enumerated().filter { !$0.element.allSatisfy { $0 == " " } }
    #expect(drawn.map(\.offset) == [0, size.rows - 1])
    #expect(drawn.first?.element.trimmingCharacters(in: .whitespaces) == "N ↑")
    // The bar is as long as its label says, to half a column at each end.
    let bar = try #require(drawn.last?.element)
    let start = try #require(bar.firstIndex(of: "|"))
    let end = try #require(bar.lastIndex(of: "|"))
    #expect(bar[start...end].contains(" 1 km "))
    let row = size.rows / 2
    let metres = Geodesic.distanceMetres(
      from: viewport.coordinate(
        at: Point(column: bar.distance(from: bar.startIndex, to: start), row: row), in: size),
      to: viewport.coordinate(
        at: Point(column: bar.distance(from: bar.startIndex, to: end), row: row), in: size))
    let column = viewport.metresPerDot * Double(DotCanvas.dotsPerColumn)
    #expect(abs(metres - 1_000) <= column)
  }

  @Test(arguments: [0, 1, 2, 5, 11])
  func `nothing is drawn outside the map's rectangle`(extent: Int) {
    var scene = MapSamples.scene
    scene.showsGraticule = true
    scene.pointCursor = 3
    scene.boxSelection = scene.bounds().map { MapArea($0) }
    let viewport = MapViewport.fitting(
      scene.bounds() ?? WorldBounds(.init(x: 0, y: 0)), in: Size(columns: 4, rows: 2))
    let rect = Rect(column: 7, row: 3, columns: extent * 3, rows: extent)
    var surface = Surface(size: Size(columns: 60, rows: 20))
    MapRenderer().render(scene, viewport, into: &surface, rect)
    for row in 0..<surface.rows {
      for column in 0..<surface.columns where !rect.contains(Point(column: column, row: row)) {
        #expect(surface[column, row]?.text == " ")
      }
    }
  }

  @Test
  func `bidirectional controls in names are displayed, not sent to the terminal`() {
    let text = picture(MapSamples.scene, size: Size(columns: 100, rows: 40))
    #expect(text.contains("Abri ‹202E›caché"))
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }

  @Test
  func `panning by whole cells moves the drawing without changing it`() {
    var scene = MapSamples.scene
    scene.places = []
    let viewport = MapViewport(centre: Coordinate(latitude: 45.83, longitude: 6.75), zoom: 11.3)
    func rows(_ viewport: MapViewport) -> [[String]] {
      var surface = Surface(size: size)
      MapRenderer().render(scene, viewport, into: &surface, surface.bounds)
      return (1..<size.rows - 1).map { row in
        (0..<size.columns).map { surface[$0, row]?.text ?? "" }
      }
    }
    let before = rows(viewport)
    let after = rows(viewport.panned(columns: 3, rows: 2))
    for row in 0..<before.count - 2 {
      #expect(Array(before[row + 2][3..<47]) == Array(after[row][0..<44]))
    }
  }

  @Test func `many paths look as if they were drawn one after the other`() throws {
    var random = SplitMix64.forTest()
    let paths = (1...1_700).map { number in
      let start = Coordinate(
        latitude: .random(in: 45...46, using: &random),
        longitude: .random(in: 6...8, using: &random))
      let points = (0..<40).map { step in
        Coordinate(
          latitude: start.latitude + .random(in: -0.02...0.02, using: &random),
          longitude: start.longitude + Double(step) / 2_000)
      }
      return MapPath(id: ItemID(.path, Int64(number)), shape: PathShape(points))
    }
    let scene = MapScene(paths: paths)
    for zoom in [5.0, 7.5, 9] {
      let viewport = MapViewport(centre: Coordinate(latitude: 45.5, longitude: 7), zoom: zoom)
      var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: .braille)
      for path in paths {
        var tracer = PathTracer(viewport: viewport, size: size)
        tracer.draw(path.overview.shape, Style(path.role), on: &canvas)
      }
      var expected = Surface(size: size)
      canvas.draw(into: &expected, at: .zero)
      var surface = Surface(size: size)
      MapRenderer().render(scene, viewport, into: &surface, surface.bounds)
      // The first and last rows also contain the north arrow and the scale bar.
      for row in 1..<size.rows - 1 {
        for column in 0..<size.columns {
          #expect(surface[column, row] == expected[column, row], "\(zoom): \(column), \(row)")
        }
      }
    }
  }
}
