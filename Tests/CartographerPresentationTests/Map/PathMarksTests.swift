import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerPresentation

/// The direction arrows, distances and end marks of the selected path.
@Suite struct PathMarksTests {
  private let size = Size(columns: 60, rows: 20)

  /// Returns a scene with a straight path of the given length from west to east, 101 points long.
  private func scene(metres: Double, bearing: Double = 90, units: UnitSystem = .metric) -> MapScene
  {
    let start = Coordinate(latitude: 46, longitude: 7)
    let points = (0...100).map {
      Geodesic.destination(
        from: start, bearingDegrees: bearing, distanceMetres: Double($0) * metres / 100)
    }
    let id = ItemID(.path, 1)
    var scene = MapScene(
      paths: [MapPath(id: id, shape: PathShape(points))], selected: id, units: units)
    scene.pathMarks = MapPathMarks(distancesMetres: (0...100).map { Double($0) * metres / 100 })
    return scene
  }

  private func lines(_ scene: MapScene, glyphs: GlyphSet = .braille, zoom: Double? = nil) -> String
  {
    var viewport = scene.bounds().map { MapViewport.fitting($0, in: size) } ?? .world
    if let zoom { viewport = MapViewport(centre: viewport.centre, zoom: zoom) }
    return MapRenderer(glyphs: glyphs).lines(scene, viewport, size: size).joined(separator: "\n")
  }

  @Test(arguments: [
    (10_000.0, ["5 km"]), (42_000.0, ["20 km", "40 km"]), (900_000.0, ["500 km"]),
  ])
  func `the spacing of the distances suits the zoom`(metres: Double, labels: [String]) {
    let map = lines(scene(metres: metres))
    for label in labels { #expect(map.contains(label), "\(map)") }
    #expect(map.count { $0 == "∘" } == labels.count)
  }

  @Test func `distances are in the chosen units and never below one of them`() {
    #expect(lines(scene(metres: 16_500, units: .imperial)).contains("2 mi"))
    #expect(lines(scene(metres: 16_500, units: .nautical)).contains("2 nm"))
    let short = lines(scene(metres: 900))
    #expect(!short.contains("∘") && !short.contains(" km"))
    #expect(short.contains("▸"))
  }

  @Test(arguments: [(90.0, "▸"), (180.0, "▾"), (270.0, "◂"), (0.0, "▴")])
  func `arrows point in the path's direction`(bearing: Double, arrow: Character) {
    let map = lines(scene(metres: 10_000, bearing: bearing))
    #expect(map.contains(arrow))
    #expect(Set("▸▾◂▴").subtracting([arrow]).allSatisfy { !map.contains($0) })
  }

  @Test(arguments: [(GlyphSet.braille, "∘▸"), (.block, "∘▸"), (.ascii, "=>")])
  func `each glyph set has marks for the start, the end, distances and direction`(
    glyphs: GlyphSet, expected: String
  ) {
    let map = lines(scene(metres: 10_000), glyphs: glyphs)
    for glyph in expected + "SE" { #expect(map.contains(glyph), "\(glyph)") }
  }

  @Test func `a scene without marks shows neither distances nor ends`() {
    var scene = scene(metres: 10_000)
    scene.pathMarks = nil
    let map = lines(scene)
    #expect(!map.contains("S") && !map.contains("▸") && !map.contains("∘"))
  }

  @Test func `the names of the user's places are never covered`() throws {
    var scene = scene(metres: 10_000)
    let shape = try #require(scene.selectedPath?.wholeShape)
    let name = "A very long name"
    scene.places = MapItems(
      [20, 45, 70].compactMap {
        MapPlace(
          id: ItemID(.location, Int64($0)), coordinate: WebMercator.unproject(shape.point(at: $0)),
          label: DisplayText(name))
      })
    let map = lines(scene)
    scene.pathMarks = nil
    let plain = lines(scene)
    #expect(map.components(separatedBy: name).count == plain.components(separatedBy: name).count)
  }

  @Test func `marks stay on the same positions while the view moves`() throws {
    let scene = scene(metres: 10_000)
    let view = try #require(scene.bounds().map { MapViewport.fitting($0, in: size) })
    let rows = MapRenderer().lines(scene, view, size: size)
    let moved = MapRenderer().lines(scene, view.panned(columns: 0, rows: 3), size: size)
    let row = try #require(rows.firstIndex { $0.contains("5 km") && !$0.contains("|") })
    #expect(rows[row] == moved[row - 3])
    #expect(rows[10] == moved[7])
  }

  @Test func `no mark stands in a gap between two segments`() {
    var scene = scene(metres: 10_000)
    let points = [7.0, 7.001, 7.1, 7.101].map { Coordinate(latitude: 46, longitude: $0) }
    let shape = PathShape(
      latitudes: points.map(\.latitude), longitudes: points.map(\.longitude),
      segmentStarts: [0, 2])
    scene.paths = [MapPath(id: ItemID(.path, 1), shape: shape)]
    scene.pathMarks = MapPathMarks(distancesMetres: [0, 77, 7_800, 7_877])
    let map = lines(scene)
    #expect(!map.contains("∘"))
  }

  @Test func `a long path has at most as many marks as fit, at every zoom`() {
    let long = scene(metres: 2_000_000)
    for zoom in stride(from: 1.0, through: 20, by: 1) {
      #expect(lines(long, zoom: zoom).count { "▸▾◂▴∘".contains($0) } <= 30)
    }
  }
}
