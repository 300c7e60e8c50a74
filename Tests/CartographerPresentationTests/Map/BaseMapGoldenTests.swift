import BaseMap
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

/// The frames of the base map at ten places, without any data of the user.
struct BaseMapGoldenTests {
  static let places: [(name: String, latitude: Double, longitude: Double)] = [
    ("norway", 61.0, 7.0), ("japan", 35.5, 138.5), ("fiji", -17.0, 179.5), ("alps", 46.2, 8.0),
    ("antarctica", -75.0, 0), ("svalbard", 78.5, 16.0), ("azores", 38.5, -28.0),
    ("patagonia", -49.0, -73.0), ("great-lakes", 44.5, -84.0), ("bangladesh", 23.5, 90.3),
  ]

  private static let baseMap = try? InstalledBaseMap(
    ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer"))

  private func frame(
    _ latitude: Double, _ longitude: Double, zoom: Double, _ glyphs: GlyphSet,
    size: Size = Size(columns: 60, rows: 20)
  ) throws -> [String] {
    let viewport = MapViewport(
      centre: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom)
    var scene = MapScene()
    scene.base = try #require(Self.baseMap).scene(for: viewport, in: size)
    return MapRenderer(glyphs: glyphs).lines(scene, viewport, size: size)
  }

  @Test(arguments: places.indices)
  func `the base map is drawn at four zoom levels and with three sets of glyphs`(index: Int) throws
  {
    let place = Self.places[index]
    var text = ""
    for glyphs in GlyphSet.allCases {
      for zoom in [0.0, 3, 5.5, 8] {
        let lines = try frame(place.latitude, place.longitude, zoom: zoom, glyphs)
        text += "\(place.name), zoom \(zoom), \(glyphs.rawValue)\n"
        text += lines.map { "\($0)\n" }.joined() + "\n"
      }
    }
    try Golden.compare(text, with: "base-map/\(place.name).txt")
  }

  @Test
  func `panning there and back gives the same frame`() throws {
    let size = Size(columns: 60, rows: 20)
    let baseMap = try #require(Self.baseMap)
    for place in Self.places {
      let start = MapViewport(
        centre: Coordinate(latitude: place.latitude, longitude: place.longitude), zoom: 5)
      let back = start.panned(columns: 17, rows: -5).panned(columns: -17, rows: 5)
      var scene = MapScene()
      scene.base = try baseMap.scene(for: start, in: size)
      let first = MapRenderer().lines(scene, start, size: size)
      scene.base = try baseMap.scene(for: back, in: size)
      #expect(MapRenderer().lines(scene, back, size: size) == first, "\(place.name)")
    }
  }

  @Test
  func `names of the base map never hide the user's names`() throws {
    let size = Size(columns: 60, rows: 20)
    let viewport = MapViewport(centre: Coordinate(latitude: 46.2, longitude: 8.0), zoom: 7)
    let place = try #require(
      MapPlace(
        id: ItemID(.location, 1), coordinate: Coordinate(latitude: 46.31, longitude: 7.98),
        label: "My hut above Brig", colour: nil))
    var scene = MapScene(places: [place])
    scene.base = try #require(Self.baseMap).scene(for: viewport, in: size)
    let text = MapRenderer().lines(scene, viewport, size: size).joined(separator: "\n")
    #expect(text.contains("○My hut above Brig"))
  }

  @Test
  func `hidden layers are not drawn`() throws {
    let size = Size(columns: 60, rows: 20)
    let viewport = MapViewport(centre: Coordinate(latitude: 46.2, longitude: 8.0), zoom: 5)
    var scene = MapScene()
    scene.base = try #require(Self.baseMap).scene(for: viewport, in: size)
    let names = MapRenderer().lines(scene, viewport, size: size).joined()
    #expect(names.contains("Milan"))
    scene.base?.shown = [.coasts, .rivers, .borders]
    let lines = MapRenderer().lines(scene, viewport, size: size).joined()
    #expect(!lines.contains("Milan"))
    scene.base?.shown = []
    let rest = MapRenderer().lines(scene, viewport, size: size).joined()
    #expect(!rest.contains { ("\u{2801}"..."\u{28FF}").contains($0) })
  }
}
