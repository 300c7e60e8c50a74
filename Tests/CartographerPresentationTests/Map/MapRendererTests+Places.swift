import CartographerCore
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

/// Places on the map: their markers and labels.
extension MapRendererTests {
  @Test(arguments: GlyphSet.allCases)
  func `places are drawn at their coordinates, next to their names`(glyphs: GlyphSet) throws {
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
    // The trail is drawn within one cell of its points.
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

  @Test(arguments: GlyphSet.allCases, [Size(columns: 50, rows: 20), Size(columns: 51, rows: 21)])
  func `a place with the crosshair's rounded coordinates is drawn in the crosshair's cell`(
    glyphs: GlyphSet, size: Size
  ) throws {
    var random = SplitMix64.forTest()
    for _ in 0..<100 {
      let viewport = MapViewport(
        centre: Coordinate(
          latitude: .random(in: -70...70, using: &random),
          longitude: .random(in: -180...180, using: &random)), zoom: 10.5)
      let crosshair = viewport.centreCoordinate
      let rounded = Coordinate(
        latitude: (crosshair.latitude * 1e5).rounded() / 1e5,
        longitude: (crosshair.longitude * 1e5).rounded() / 1e5)
      let place = try #require(
        MapPlace(id: ItemID(.location, 1), coordinate: rounded, label: "Camp"))
      var surface = Surface(size: size)
      let scene = MapScene(places: [place], crosshair: crosshair)
      let renderer = MapRenderer(glyphs: glyphs)
      let frame = renderer.render(scene, viewport, into: &surface, surface.bounds)
      #expect(frame.cursor == viewport.cell(at: place.point, in: size))
    }
  }

  @Test
  func `no marker or label covers the north arrow, and the scale bar gives way to places`() {
    var random = SplitMix64.forTest()
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 10)
    func arrow(_ text: String) -> Substring { text.dropFirst(43).prefix(3) }
    let empty = picture(MapScene(), viewport)
    #expect(empty.contains(" km "))
    let places = (1...1_500).compactMap { key in
      let cell = Point(
        column: .random(in: 0..<size.columns, using: &random),
        row: .random(in: 0..<size.rows, using: &random))
      return MapPlace(
        id: ItemID(.location, Int64(key)), coordinate: viewport.coordinate(at: cell, in: size),
        label: "Pont des Fées")
    }
    let scene = MapScene(places: places, selected: places[3].id, marked: [places[5].id])
    let crowded = picture(scene, viewport)
    #expect(arrow(crowded) == arrow(empty) && !crowded.contains(" km "))
  }

  @Test
  func `no label covers the marker of a place`() {
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
  func `the point cursor is drawn over a place in the same cell`() throws {
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
  func `a marked place in a shared cell is labelled with its own name`() throws {
    var scene = MapSamples.scene
    let point = MapSamples.trail.coordinate(300)
    scene.places = MapItems(
      ["Chapel", "Bakery"].enumerated().compactMap { number, name in
        MapPlace(
          id: ItemID(.location, Int64(number + 1)), coordinate: point, label: DisplayText(name))
      })
    scene.marked = [ItemID(.location, 2)]
    let text = picture(scene)
    #expect(text.contains("●Bakery"))
    #expect(!text.contains("Chapel"))
  }

  @Test
  func `labels keep their sides during a pan if the label memory is passed on`() {
    let scene = MapSamples.scene
    let size = Size(columns: 120, rows: 30)
    var viewport = MapViewport.fitting(scene.bounds() ?? WorldBounds(.init(x: 0, y: 0)), in: size)
    var memory = MapLabelMemory()
    var last: [ItemID: MapLabelSide] = [:]
    var compared = 0
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
        guard column > 26, column < size.columns - 26 else { continue }
        #expect(side == before)
        compared += 1
      }
      last = memory.sides
      viewport = viewport.panned(columns: 1, rows: 0)
    }
    #expect(compared > 0)
  }

  @Test
  func `thousands of places are drawn in one view, and some of them are labelled`() {
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

  /// Draws views one after another, each with the labels that the previous one remembers, and
  /// returns the lines of the first and of the last view.
  private func ends(
    _ scene: MapScene, _ moves: [(columns: Int, rows: Int)], size: Size
  ) -> (first: [String], last: [String]) {
    var viewport = MapViewport.fitting(scene.bounds() ?? WorldBounds(.init(x: 0, y: 0)), in: size)
      .zoomed(by: 1, keeping: nil, in: size)
    var memory = MapLabelMemory()
    func draw() -> [String] {
      var surface = Surface(size: size)
      memory =
        MapRenderer().render(scene, viewport, into: &surface, surface.bounds, labels: memory).labels
      return surface.lines
    }
    let first = draw()
    var last = first
    for move in moves {
      viewport = viewport.panned(columns: move.columns, rows: move.rows)
      last = draw()
    }
    return (first, last)
  }

  private static let moves: [[(Int, Int)]] = [
    [(9, 0), (0, 4), (-9, 0), (0, -4)],
    Array(repeating: (9, 0), count: 6) + Array(repeating: (-9, 0), count: 6),
    [(0, 9), (0, 9), (0, -18)], [(3, 3), (-30, 2), (30, -2), (-3, -3)],
  ]

  @Test(arguments: moves)
  func `panning there and back gives the same frame with crowded places and paths`(
    moves: [(Int, Int)]
  ) {
    var random = SplitMix64.forTest()
    var scene = MapSamples.scene
    scene.clustersPlaces = true
    for count in [12, 40, 90] {
      scene.places = MapItems(
        (1...count).compactMap { key in
          MapPlace(
            id: ItemID(.location, Int64(key)),
            coordinate: Coordinate(
              latitude: .random(in: 45.79...45.87, using: &random),
              longitude: .random(in: 6.68...6.83, using: &random)),
            label: DisplayText(String(repeating: "n", count: .random(in: 3...18, using: &random))))
        })
      let (first, last) = ends(
        scene, moves.map { ($0.0, $0.1) }, size: Size(columns: 72, rows: 24))
      #expect(first == last)
    }
  }
}
