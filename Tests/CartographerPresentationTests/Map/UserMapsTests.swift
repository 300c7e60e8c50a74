import CartographerCore
import Foundation
import Geodesy
import MapFixtures
import MapTiles
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

/// The user's own maps on the map.
struct UserMapsTests {
  private let folder: TemporaryDirectory
  private let size = Size(columns: 40, rows: 20)

  init() throws { folder = try TemporaryDirectory() }

  private func write(_ name: String, _ writer: PMTilesWriter) throws -> String {
    let file = folder.file(name)
    try Data(writer.bytes).write(to: file)
    return file.path
  }

  private func scene(
    _ maps: UserMaps, _ viewport: MapViewport, problems: inout [String]
  ) throws -> MapScene {
    var scene = MapScene()
    scene.tiles = try maps.scene(for: MapTileWindow(viewport, in: size), problems: &problems)
    return scene
  }

  private func surface(
    _ scene: MapScene, _ viewport: MapViewport, glyphs: GlyphSet = .braille
  ) -> Surface {
    var surface = Surface(size: size)
    MapRenderer(glyphs: glyphs).render(scene, viewport, into: &surface, surface.bounds)
    return surface
  }

  private func view(_ zoom: Double, _ latitude: Double = 0, _ longitude: Double = 0) -> MapViewport
  {
    MapViewport(centre: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom)
  }

  private func letters(_ surface: Surface) -> [[Character]] {
    surface.roleMap.map { $0.padding(toLength: size.columns, withPad: " ", startingAt: 0) }
      .map(Array.init)
  }

  private static let water = Character(Role.water.mapLetter)
  private static let sea = Character(Role.sea.mapLetter)
  private static let road = Character(Role.ground(.road).mapLetter)
  private static let trail = Character(Role.ground(.trail).mapLetter)

  @Test
  func `water is filled, roads are drawn, and footpaths appear at a large scale only`() throws {
    let maps = UserMaps(UserMaps.Sources(maps: [try write("a.pmtiles", TownMap.archive())]))
    var problems: [String] = []
    let far = view(5.5)
    let letters = letters(surface(try scene(maps, far, problems: &problems), far))
    // The lake fills every second cell of the quarter below and left of the middle.
    #expect(letters[15][5...6].contains(Self.sea) && letters[18][15...16].contains(Self.sea))
    #expect(letters[5][5] == " " && letters[15][35] == " ")
    // The road is 8/4096 of the world north of the equator.
    #expect(letters[4].filter { $0 == Self.road }.count > 30)
    #expect(!letters.joined().contains(Self.trail))
    // The map has only the zoom level 0, whose tile is enlarged.
    let near = view(14)
    let close = self.letters(surface(try scene(maps, near, problems: &problems), near))
    #expect(close[3].contains(Self.trail))
    #expect(close[15][5...6].contains(Self.sea))
    #expect(problems.isEmpty)
  }

  @Test(arguments: [GlyphSet.block, .ascii])
  func `water is also filled with other characters than Braille dots`(glyphs: GlyphSet) throws {
    let maps = UserMaps(UserMaps.Sources(maps: [try write("a.pmtiles", TownMap.archive())]))
    var problems: [String] = []
    let far = view(5.5)
    let letters = letters(surface(try scene(maps, far, problems: &problems), far, glyphs: glyphs))
    #expect(letters[15][5...8].contains(Self.sea) && letters[18][13...16].contains(Self.sea))
    #expect(letters[5][5...8].allSatisfy { $0 == " " })
    #expect(letters[15][20] == Self.water || letters[15][19] == Self.water)
  }

  @Test
  func `a hidden layer is not drawn`() throws {
    let maps = UserMaps(UserMaps.Sources(maps: [try write("a.pmtiles", TownMap.archive())]))
    var problems: [String] = []
    let (far, near) = (view(5.5), view(8, 4.2))
    var scene = try scene(maps, far, problems: &problems)
    #expect(surface(scene, near).text.contains("Midville"))
    #expect(letters(surface(scene, far)).joined().contains(Self.road))
    scene.tiles?.shown = [.rivers]
    #expect(!surface(scene, near).text.contains("Midville"))
    let letters = letters(surface(scene, far)).joined()
    #expect(!letters.contains(Self.road) && letters.contains(Self.water))
    #expect(!letters.contains(Self.sea))
  }

  @Test
  func `names of a map never hide the user's own names`() throws {
    let maps = UserMaps(UserMaps.Sources(maps: [try write("a.pmtiles", TownMap.archive())]))
    var problems: [String] = []
    let near = view(8, 4.2)
    var scene = try scene(maps, near, problems: &problems)
    let town = WebMercator.unproject(WorldPoint(x: 0.5, y: 2000.0 / 4096))
    scene.places = [
      try #require(
        MapPlace(
          id: ItemID(.location, 1), coordinate: town, label: "My own hotel", colour: nil))
    ]
    let text = surface(scene, near).text
    #expect(text.contains("My own hotel"))
    #expect(!text.contains("Midville"))
  }

  @Test
  func `a map replaces the base map in its area only`() throws {
    let maps = UserMaps(
      UserMaps.Sources(maps: [
        try write("a.pmtiles", TownMap.archive(bounds: (-10, -10, 10, 10)))
      ]))
    var problems: [String] = []
    let africa = view(1.5, 5, 0)
    var scene = try scene(maps, africa, problems: &problems)
    let program = PackageFiles.root.appending(path: ".build/cartographer")
    scene.base = try InstalledBaseMap(ofProgram: program).scene(for: africa, in: size)
    let coast = Character(Role.coast.mapLetter)
    let inside = try #require(
      africa.visibleCell(at: Coordinate(latitude: 6.4, longitude: 3.4), in: size))
    let outside = try #require(
      africa.visibleCell(at: Coordinate(latitude: 14.7, longitude: -17.4), in: size))
    func isNearCoast(_ cell: Point, _ letters: [[Character]]) -> Bool {
      (-1...1).contains { row in
        (-1...1).contains { letters[cell.row + row][cell.column + $0] == coast }
      }
    }
    #expect(!isNearCoast(inside, letters(surface(scene, africa))))
    #expect(isNearCoast(outside, letters(surface(scene, africa))))
    scene.tiles = nil
    #expect(isNearCoast(inside, letters(surface(scene, africa))))
  }

  @Test
  func `a map is shown up to two zoom levels below its smallest one`() throws {
    var writer = TownMap.archive()
    let tile = try #require(MapTileWindow(view(4), in: size).at(zoom: 4).tiles.first)
    writer.entries = [PMTilesWriter.Entry(tile: tile.hilbertNumber, content: TownMap.tile())]
    writer.zooms = (4, 4)
    let maps = UserMaps(UserMaps.Sources(maps: [try write("a.pmtiles", writer)]))
    var problems: [String] = []
    #expect(try scene(maps, view(2), problems: &problems).tiles?.pieces.count == 1)
    #expect(try scene(maps, view(1.9), problems: &problems).tiles?.pieces.isEmpty == true)
  }

  @Test
  func `unusable maps are reported once, and the others are drawn`() throws {
    var brotli = TownMap.archive()
    brotli.tileCompression = 3
    let empty = folder.file("empty.pmtiles")
    try Data().write(to: empty)
    let maps = UserMaps(
      UserMaps.Sources(
        maps: [
          try write("brotli.pmtiles", brotli), empty.path,
          try write("bad.pmtiles", TownMap.archive([0xFF, 0xFF, 0xFF])),
          try write("good.pmtiles", TownMap.archive()),
        ], layers: [folder.file("missing.geojson").path]))
    var problems: [String] = []
    let first = try scene(maps, view(3), problems: &problems)
    #expect(first.tiles?.pieces.count == 1)
    #expect(first.tiles?.credits == ["bad.pmtiles: © Mapmakers", "good.pmtiles: © Mapmakers"])
    #expect(problems.count == 4)
    for (problem, part) in zip(
      problems.sorted(),
      ["bad.pmtiles: tile 0/0/0: ", "brotli.pmtiles: ", "empty.pmtiles: ", "missing.geojson: "])
    {
      #expect(problem.contains(part), "\(problem)")
    }
    problems = []
    #expect(try scene(maps, view(5), problems: &problems).tiles?.pieces.count == 1)
    #expect(problems.isEmpty)
  }

  @Test
  func `a layer file is shown without being imported`() throws {
    let geojson = folder.file("a.geojson")
    try Data(
      """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": "Spring"},
         "geometry": {"type": "Point", "coordinates": [0, 0]}},
        {"type": "Feature", "properties": {},
         "geometry": {"type": "LineString", "coordinates": [[-1, 1], [1, 1]]}}]}
      """.utf8
    ).write(to: geojson)
    let kml = folder.file("b.kml")
    try Data(
      """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Hut</name>
      <Point><coordinates>0,-1</coordinates></Point></Placemark></kml>
      """.utf8
    ).write(to: kml)
    let maps = UserMaps(UserMaps.Sources(layers: [geojson.path, kml.path]))
    var problems: [String] = []
    let view = view(5)
    var scene = try scene(maps, view, problems: &problems)
    #expect(problems.isEmpty)
    let surface = surface(scene, view)
    #expect(surface.text.contains("Spring") && surface.text.contains("Hut"))
    let file = Character(Role.ground(.file).mapLetter)
    #expect(letters(surface).contains { row in row.filter { $0 == file }.count > 15 })
    #expect(scene.bounds() == nil && scene.places.isEmpty, "the library's items stay the same")
    scene.tiles?.shown.remove(.files)
    #expect(!self.surface(scene, view).text.contains("Spring"))
  }

  @Test
  func `terrain tiles give contours and shading, and a wrong file is reported once`() throws {
    // A hill in the middle of the tile south-west of 0° N 0° E.
    var bytes = Data(count: 1201 * 1201 * 2)
    for row in 0..<1201 {
      for column in 0..<1201 {
        let across = Double(column - 600)
        let down = Double(row - 600)
        let metres = Int(max(3_000 - 25 * (across * across + down * down).squareRoot(), 0))
        bytes[2 * (row * 1201 + column)] = UInt8(metres >> 8)
        bytes[2 * (row * 1201 + column) + 1] = UInt8(metres & 0xFF)
      }
    }
    try bytes.write(to: folder.file("S01W001.hgt"))
    try Data(count: 100).write(to: folder.file("N00W001.hgt"))
    let maps = UserMaps(UserMaps.Sources())
    var problems: [String] = []
    var scene = MapScene()
    let hill = view(9, -0.5, -0.5)
    let window = MapTileWindow(hill, in: size)
    scene.tiles = try maps.scene(for: window, relief: folder.url.path, problems: &problems)
    #expect(problems.count == 1 && problems[0].contains("N00W001.hgt"))
    let letters = letters(surface(scene, hill))
    let contour = Character(Role.ground(.contour).mapLetter)
    let shade = Character(Role.region.mapLetter)
    #expect(letters.joined().filter { $0 == contour }.count > 40)
    // The slope to the south-east of the top is dark, and the slope to the north-west is not.
    func shaded(_ rows: Range<Int>, _ columns: Range<Int>) -> Int {
      rows.reduce(0) { sum, row in sum + columns.count { letters[row][$0] == shade } }
    }
    #expect(shaded(11..<16, 22..<32) > 5)
    #expect(shaded(4..<9, 8..<18) == 0)
    problems = []
    _ = try maps.scene(for: window, relief: folder.url.path, problems: &problems)
    #expect(problems.isEmpty)
    scene.tiles?.shown.remove(.relief)
    #expect(!self.letters(surface(scene, hill)).joined().contains(contour))
  }

  @Test
  func `a view across the antimeridian needs the tiles on both sides`() {
    let window = MapTileWindow(view(4, 0, 180), in: size)
    let columns = Set(window.tiles.map(\.x))
    #expect(columns == [0, 15])
  }

  @Test
  func `a window of the whole world needs each tile once`() {
    let window = MapTileWindow(view(0), in: Size(columns: 400, rows: 100))
    #expect(window.tiles.count == 1)
    #expect(window.at(zoom: 2).tiles.count == 16)
  }
}
