import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

/// The symbols that fill seas and lakes on the base map.
struct SeaTests {
  private let size = Size(columns: 30, rows: 12)

  private func sea(
    _ latitude: Double, _ longitude: Double, zoom: Double, glyphs: GlyphSet = .braille,
    symbol: Character = "⠂", _ change: (inout BaseMapScene) -> Void = { _ in }
  ) throws -> Int {
    let viewport = MapViewport(
      centre: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom)
    var base = try InstalledBaseMap(
      ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer")
    ).scene(for: viewport, in: size)
    base.shown = [.sea]
    change(&base)
    var scene = MapScene()
    scene.base = base
    let lines = MapRenderer(glyphs: glyphs).lines(scene, viewport, size: size)
    return lines.reduce(0) { $0 + $1.count { $0 == symbol } }
  }

  @Test(arguments: [(0.0, -30.0), (-18.3, 179.99), (-18.3, -179.99), (88.0, 0.0), (40.0, 175.0)])
  func `every second cell of an ocean is filled`(latitude: Double, longitude: Double) throws {
    for zoom in [9.0, 12] {
      let count = try sea(latitude, longitude, zoom: zoom)
      // The scale bar and the north arrow cover some of the cells.
      #expect((150...180).contains(count), "\(count) at zoom \(zoom)")
    }
  }

  @Test(arguments: [(GlyphSet.block, Character("."), 150...180), (.ascii, "~", 70...90)])
  func `other characters than Braille also fill water, but no land`(
    glyphs: GlyphSet, symbol: Character, expected: ClosedRange<Int>
  ) throws {
    let ocean = try sea(0, -30, zoom: 9, glyphs: glyphs, symbol: symbol)
    #expect(expected.contains(ocean), "\(ocean)")
    #expect(try sea(23, 10, zoom: 9, glyphs: glyphs, symbol: symbol) == 0)
    let lake = try sea(53.5, 108.2, zoom: 5, glyphs: glyphs, symbol: symbol)
    #expect(lake > 4, "\(lake)")
  }

  @Test(arguments: [(23.0, 10.0), (62.0, 100.0), (-80.0, 60.0), (-89.0, 30.0), (39.0, -98.0)])
  func `no cell of a mainland is filled`(latitude: Double, longitude: Double) throws {
    for zoom in [4.0, 9] {
      #expect(try sea(latitude, longitude, zoom: zoom) == 0, "zoom \(zoom)")
    }
  }

  @Test func `a large lake is filled`() throws {
    #expect(try sea(53.5, 108.2, zoom: 5) > 10)
  }

  @Test func `the area around the square world map is not filled`() throws {
    let count = try sea(84, 0, zoom: -1)
    #expect(count < size.columns * size.rows / 4)
  }

  @Test func `nothing is filled before the blocks of the whole view were read`() throws {
    let count = try sea(0, -30, zoom: 9) {
      $0.receive([], of: GeoBounds(south: 0, west: -31, north: 1, east: -30))
    }
    #expect(count == 0)
  }
}
