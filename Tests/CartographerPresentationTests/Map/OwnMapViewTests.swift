import CartographerCore
import Foundation
import Geodesy
import MapFixtures
import MapTiles
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

/// The user's own maps in views beyond the edges of the square world map, and tiles with unusual
/// content.
struct OwnMapViewTests {
  private static let sea = Character(Role.sea.mapLetter)
  private static let water = Character(Role.water.mapLetter)
  private static let street = Character(Role.ground(.street).mapLetter)
  private static let whole: [(Int32, Int32)] = [(0, 0), (4096, 0), (4096, 4096), (0, 4096)]

  private func piece(
    _ layers: [(String, [TileWriter.Feature])], schema: TileSchema? = .openMapTiles
  ) throws -> MapTilePiece {
    let id = try #require(TileID(zoom: 0, x: 0, y: 0))
    let bytes = TileWriter(layers: layers.map { (name: $0.0, features: $0.1) }).bytes
    return MapTilePiece(MapTile(try #require(VectorTile(bytes)), id, schema: schema))
  }

  private func letters(
    _ pieces: [MapTilePiece], _ viewport: MapViewport, _ size: Size,
    base: BaseMapScene? = nil, hidden: Set<BaseMapScene.Layer> = []
  ) -> [[Character]] {
    var scene = MapScene()
    scene.base = base
    var tiles = MapTilesScene()
    tiles.pieces = pieces
    tiles.shown.subtract(hidden)
    scene.tiles = tiles
    var surface = Surface(size: size)
    MapRenderer().render(scene, viewport, into: &surface, surface.bounds)
    return surface.roleMap.map {
      Array($0.padding(toLength: size.columns, withPad: " ", startingAt: 0))
    }
  }

  private func view(_ zoom: Double, _ latitude: Double, _ longitude: Double) -> MapViewport {
    MapViewport(centre: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom)
  }

  private func base(_ viewport: MapViewport, _ size: Size) throws -> BaseMapScene {
    var base = try InstalledBaseMap(
      ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer")
    ).scene(for: viewport, in: size)
    base.shown.remove(.names)
    return base
  }

  @Test(arguments: [88.0, -86])
  func `a polar view keeps the base map below a map with woods`(latitude: Double) throws {
    let size = Size(columns: 60, rows: 20)
    let viewport = view(0, latitude, 20)
    #expect(viewport.polar != nil)
    let woods = try piece([("landcover", [TileWriter.area([Self.whole], [("class", "wood")])])])
    let base = try base(viewport, size)
    #expect(
      letters([woods], viewport, size, base: base) == letters([], viewport, size, base: base))
  }

  @Test
  func `a map on both sides of the antimeridian is filled and replaces the base map`() throws {
    let size = Size(columns: 60, rows: 20)
    let viewport = view(2, 66, 180)
    let lake = try piece([("water", [TileWriter.area([Self.whole])])])
    let letters = letters([lake], viewport, size, base: try base(viewport, size))
    for row in letters[2..<18] {
      #expect(row[..<25].contains(Self.sea) && row[35...].contains(Self.sea))
    }
    #expect(!letters.joined().contains(Character(Role.coast.mapLetter)))
  }

  @Test(arguments: [0.0, 170])
  func `lines stay inside the world in a view wider than the world`(longitude: Double) throws {
    let size = Size(columns: 200, rows: 30)
    // The second line begins more than half a world east of the first one.
    let lines = try piece(
      [
        (
          "lines",
          [TileWriter.line([(99, 0), (99, 4096)]), TileWriter.line([(3999, 0), (3999, 4096)])]
        )
      ], schema: .unknown)
    let viewport = view(0, 0, longitude)
    let rows = letters([lines], viewport, size)
    let columns = rows[10].indices.filter { rows[10][$0] == Self.street }
    #expect(columns.count == 2)
    for column in columns {
      #expect(viewport.isInWorld(Point(column: column, row: 10), in: size), "column \(column)")
      let point = viewport.coordinate(at: Point(column: column, row: 10), in: size)
      let x = WebMercator.project(point).x * 4096
      #expect(min(abs(x - 99), abs(x - 3999)) < 40, "column \(column)")
    }
  }

  @Test
  func `a map is drawn below the zoom level 0`() throws {
    let size = Size(columns: 40, rows: 20)
    let lake = try piece([
      ("water", [TileWriter.area([[(1000, 1000), (3000, 1000), (3000, 3000), (1000, 3000)]])])
    ])
    let letters = letters([lake], view(-1, 0, 0), size).joined()
    #expect(letters.contains(Self.water) && letters.contains(Self.sea))
  }

  @Test
  func `the dots of water can be hidden, and overlapping waters are filled`() throws {
    let size = Size(columns: 40, rows: 20)
    let sea = TileWriter.area([Self.whole])
    let twice = try piece([("water", [sea, sea])])
    let viewport = view(3, 10, 10)
    #expect(letters([twice], viewport, size).joined().count { $0 == Self.sea } > 350)
    #expect(!letters([twice], viewport, size, hidden: [.sea]).joined().contains(Self.sea))
  }

  @Test
  func `tiles with changed bytes are drawn in all kinds of views`() throws {
    let whole = TileWriter(layers: [
      (
        "water",
        [
          TileWriter.area([[(0, 0), (4000, 0), (4000, 4000)]]),
          TileWriter.line([(0, 0), (4096, 100), (-80, 3)], [("class", "river")]),
        ]
      ), ("landcover", [TileWriter.area([[(9, 9), (4096, 9), (40, 4096)]], [("class", "wood")])]),
      ("place", [TileWriter.point(5, 5, [("class", "city"), ("name", "Rome")])]),
    ]).bytes
    let size = Size(columns: 30, rows: 12)
    let views = [view(0, 0, 0), view(8, 84.9, 179.9), view(2, 88, 0), view(-1, 0, 100)]
    let id = try #require(TileID(zoom: 0, x: 0, y: 0))
    var random = SplitMix64(seed: 11)
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard let tile = VectorTile(bytes) else { continue }
      let piece = MapTilePiece(MapTile(tile, id, schema: .openMapTiles))
      for viewport in views {
        #expect(letters([piece], viewport, size).count == size.rows)
      }
    }
  }
}
