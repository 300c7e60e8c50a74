import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite("Map renderer")
struct MapRendererTests {
  private let size = Size(columns: 47, rows: 18)

  private func picture(
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
  func `a trail, a loop and places`(glyphs: GlyphSet) throws {
    try Golden.compare(
      picture(MapSamples.scene, glyphs: glyphs), with: "screens/map-overview-\(glyphs.rawValue).txt"
    )
  }

  @Test(arguments: GlyphSet.allCases)
  func `places are where they lie, with their names beside them`(glyphs: GlyphSet) throws {
    let scene = MapSamples.scene
    let viewport = MapViewport.fitting(try #require(scene.bounds()), in: size)
    var surface = Surface(size: size)
    let frame = MapRenderer(glyphs: glyphs).render(scene, viewport, into: &surface, surface.bounds)
    #expect(frame.placesInView == scene.places.count)
    let markers = Set(
      scene.places.map { place in
        let cell = viewport.cell(at: place.point, in: size)
        return surface[cell]?.text ?? ""
      })
    #expect(markers.allSatisfy { !$0.isEmpty && $0 != " " })
    #expect(!frame.labels.sides.isEmpty)
    for (id, side) in frame.labels.sides {
      let place = try #require(scene.places.first { $0.id == id })
      let row = viewport.cell(at: place.point, in: size).row
      let word = place.label.string.split(separator: " ")[0].prefix(3)
      let near = surface.lines[max(0, row - 1)...min(size.rows - 1, row + 1)]
      #expect(near.contains { $0.contains(word) }, "\(place.label.string), \(side)")
    }
    // The trail is drawn where it goes, to a cell.
    for index in stride(from: 0, to: MapSamples.trail.latitudes.count, by: 100) {
      let coordinate = Coordinate(
        latitude: MapSamples.trail.latitudes[index], longitude: MapSamples.trail.longitudes[index])
      let point = try #require(
        MapPlace(id: ItemID(.location, 99), coordinate: coordinate, label: "x")?.point)
      let cell = viewport.cell(at: point, in: size)
      let near = (-1...1).flatMap { row in
        (-1...1).map { surface[cell.column + $0, cell.row + row]?.text ?? " " }
      }
      #expect(near.contains { $0 != " " }, "point \(index)")
    }
  }

  @Test(arguments: [
    Size(columns: 47, rows: 18), Size(columns: 78, rows: 22), Size(columns: 102, rows: 40),
  ])
  func `graticule with labels, at the sizes of the map pane`(size: Size) throws {
    var scene = MapSamples.scene
    scene.showsGraticule = true
    try Golden.compare(
      picture(scene, size: size), with: "screens/map-graticule-\(size.columns)x\(size.rows).txt")
  }

  @Test
  func `a path being edited: handles, cursor, range, preview, crosshair`() throws {
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

  @Test
  func `a box select and a measured line`() throws {
    var scene = MapSamples.scene
    let viewport = MapViewport.fitting(try #require(scene.bounds()), in: size)
    scene.boxSelection = viewport.bounds(
      from: Point(column: 30, row: 12), to: Point(column: 12, row: 4), in: size)
    scene.ruler = MapRuler(
      points: [MapSamples.loop[0], MapSamples.loop[30]], label: "4.1 km")
    try Golden.compare(picture(scene, viewport), with: "screens/map-box-and-ruler.txt")
  }

  @Test(arguments: GlyphSet.allCases, [Size(columns: 50, rows: 20), Size(columns: 51, rows: 21)])
  func `a place made at the crosshair lies under it, to the digits of a form`(
    glyphs: GlyphSet, size: Size
  ) throws {
    var random = SplitMix64.forTest()
    for _ in 0..<100 {
      let viewport = MapViewport(
        centre: Coordinate(
          latitude: .random(in: -70...70, using: &random),
          longitude: .random(in: -180...180, using: &random)), zoom: 10.5)
      let crosshair = viewport.centreCoordinate
      let typed = Coordinate(
        latitude: (crosshair.latitude * 1e5).rounded() / 1e5,
        longitude: (crosshair.longitude * 1e5).rounded() / 1e5)
      let place = try #require(
        MapPlace(id: ItemID(.location, 1), coordinate: typed, label: "Camp"))
      var surface = Surface(size: size)
      let scene = MapScene(places: [place], crosshair: crosshair)
      let renderer = MapRenderer(glyphs: glyphs)
      let frame = renderer.render(scene, viewport, into: &surface, surface.bounds)
      #expect(frame.cursor == viewport.cell(at: place.point, in: size))
    }
  }

  @Test
  func `no marker, label or line covers the scale bar and the north arrow`() {
    var random = SplitMix64.forTest()
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 10)
    func furniture(_ text: String) -> [String] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return [String(lines[0].dropFirst(43).prefix(3)), String(lines[17].dropFirst().prefix(10))]
    }
    let expected = furniture(picture(MapScene(), viewport))
    let places = (1...1_500).compactMap { key in
      let cell = Point(
        column: .random(in: 0..<size.columns, using: &random),
        row: .random(in: 0..<size.rows, using: &random))
      return MapPlace(
        id: ItemID(.location, Int64(key)), coordinate: viewport.coordinate(at: cell, in: size),
        label: "Pont des Fées")
    }
    let scene = MapScene(places: places, selected: places[3].id, marked: [places[5].id])
    #expect(furniture(picture(scene, viewport)) == expected)
  }

  @Test
  func `an empty scene still has a scale and north`() throws {
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 11)
    try Golden.compare(picture(MapScene(), viewport), with: "screens/map-empty.txt")
    var surface = Surface(size: size)
    MapRenderer().render(MapScene(), viewport, into: &surface, surface.bounds)
    let drawn = surface.lines.enumerated().filter { !$0.element.allSatisfy { $0 == " " } }
    #expect(drawn.map(\.offset) == [0, size.rows - 1])
    #expect(drawn.first?.element.trimmingCharacters(in: .whitespaces) == "N ↑")
    // As long as it says, to half a column at each end.
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
  func `nothing is drawn outside the box`(extent: Int) {
    var scene = MapSamples.scene
    scene.showsGraticule = true
    scene.pointCursor = 3
    scene.boxSelection = scene.bounds()
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
  func `hostile names are shown, never obeyed`() {
    let text = picture(MapSamples.scene, size: Size(columns: 100, rows: 40))
    #expect(text.contains("Abri ‹202E›caché"))
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }

  @Test
  func `every place keeps its marker, whatever labels there are`() {
    var random = SplitMix64.forTest()
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 10)
    for _ in 0..<20 {
      let places = (1...80).compactMap { key in
        let cell = Point(
          column: .random(in: 0..<size.columns, using: &random),
          row: .random(in: 1..<size.rows - 1, using: &random))
        return MapPlace(
          id: ItemID(.location, Int64(key)), coordinate: viewport.coordinate(at: cell, in: size),
          label: DisplayText(String(repeating: "n", count: .random(in: 1...12, using: &random))))
      }
      var surface = Surface(size: size)
      let frame = MapRenderer().render(
        MapScene(places: places), viewport, into: &surface, surface.bounds)
      #expect(frame.placesInView == 80)
      for place in places {
        let cell = viewport.cell(at: place.point, in: size)
        #expect(surface[cell]?.text == "○")
      }
    }
  }

  @Test
  func `the point under the cursor is drawn over a place in its cell`() throws {
    var scene = MapSamples.scene
    let point = MapSamples.trail.coordinate(300)
    scene.places = [
      try #require(MapPlace(id: ItemID(.location, 1), coordinate: point, label: "Hut"))
    ]
    scene.marked = [ItemID(.location, 1)]
    scene.pointCursor = 300
    let viewport = MapViewport.fitting(try #require(scene.bounds()), in: size)
    var surface = Surface(size: size)
    MapRenderer().render(scene, viewport, into: &surface, surface.bounds)
    #expect(surface[viewport.cell(at: WebMercator.project(point), in: size)]?.text == "◉")
    #expect(surface.text.contains("Hut"))
  }

  @Test
  func `a marked place's dot has its own name and not that of another in its cell`() throws {
    var scene = MapSamples.scene
    let point = MapSamples.trail.coordinate(300)
    scene.places = ["Chapel", "Bakery"].enumerated().compactMap { number, name in
      MapPlace(
        id: ItemID(.location, Int64(number + 1)), coordinate: point, label: DisplayText(name))
    }
    scene.marked = [ItemID(.location, 2)]
    let text = picture(scene)
    #expect(text.contains("●Bakery"))
    #expect(!text.contains("Chapel"))
  }

  @Test
  func `a picture moved by whole cells is the same picture`() {
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

  @Test
  func `labels stay on their side over a long pan with the frames' memory`() {
    let scene = MapSamples.scene
    var viewport = MapViewport.fitting(scene.bounds() ?? WorldBounds(.init(x: 0, y: 0)), in: size)
    var memory = MapLabelMemory()
    var last: [ItemID: MapLabelSide] = [:]
    for _ in 0..<6 {
      var surface = Surface(size: size)
      memory =
        MapRenderer().render(
          scene, viewport, into: &surface, surface.bounds, labels: memory
        ).labels
      for (id, side) in memory.sides {
        guard let before = last[id], let place = scene.places.first(where: { $0.id == id })
        else { continue }
        let column = viewport.cell(at: place.point, in: size).column
        if column > 26, column < size.columns - 26 { #expect(side == before) }
      }
      last = memory.sides
      viewport = viewport.panned(columns: 1, rows: 0)
    }
    #expect(!last.isEmpty)
  }

  @Test
  func `thousands of places in one view are drawn, some labelled`() {
    var random = SplitMix64.forTest()
    let places = (1...20_000).compactMap { key in
      MapPlace(
        id: ItemID(.location, Int64(key)),
        coordinate: Coordinate(
          latitude: .random(in: 46...46.12, using: &random),
          longitude: .random(in: 7...7.15, using: &random)), label: "peak")
    }
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 8)
    var surface = Surface(size: size)
    let frame = MapRenderer().render(
      MapScene(places: places), viewport, into: &surface, surface.bounds)
    #expect(frame.placesInView == 20_000)
    #expect(!frame.labels.sides.isEmpty)
  }

  @Test
  func `the map in words`() {
    var scene = MapSamples.scene
    let viewport = MapViewport.fitting(scene.bounds() ?? WorldBounds(.init(x: 0, y: 0)), in: size)
    scene.crosshair = scene.places[1].coordinate
    let here = MapDescription(scene, viewport: viewport, size: size).text.string
    #expect(here.hasPrefix("2 paths and 7 places in view, "))
    #expect(here.contains("nearest place Col du Bonhomme here"))
    scene.crosshair = Coordinate(
      latitude: scene.places[6].coordinate.latitude + 0.01,
      longitude: scene.places[6].coordinate.longitude + 0.014)
    let there = MapDescription(scene, viewport: viewport, size: size).text.string
    #expect(there.contains("Source 1.6 km SW"))
    let away = MapViewport(centre: Coordinate(latitude: -30, longitude: 100), zoom: 12)
    scene.selected = nil
    let nothing = MapDescription(scene, viewport: away, size: size).text.string
    #expect(nothing.hasPrefix("0 paths and 0 places in view"))
  }
}
