import CartographerCore
import Geodesy
import TerminalUI
import Testing

@testable import CartographerPresentation

@Suite("Map picking")
struct MapPickerTests {
  private let size = Size(columns: 47, rows: 18)
  private let viewport = MapViewport(
    centre: Coordinate(latitude: 45.83, longitude: 6.752), zoom: 10.2)

  private func cell(of coordinate: Coordinate) throws -> Point {
    try #require(viewport.visibleCell(at: coordinate, in: size))
  }

  @Test
  func `a click on or beside a marker finds its place, and a distant click finds nothing`() throws {
    let place = MapSamples.places[1]
    let picker = MapPicker(
      MapScene(places: MapSamples.places), viewport: viewport, size: size)
    let cell = try cell(of: place.coordinate)
    #expect(picker.nearest(to: cell) == .place(place.id))
    #expect(
      picker.nearest(to: Point(column: cell.column + 1, row: cell.row)) == .place(place.id))
    #expect(picker.nearest(to: Point(column: 0, row: 0)) == nil)
  }

  @Test
  func `a click on a path finds the path, the nearest point and the leg`() throws {
    let picker = MapPicker(MapSamples.scene, viewport: viewport, size: size)
    let hit = try #require(picker.nearest(to: cell(of: MapSamples.loop[70])))
    guard case .path(let id, let found) = hit else {
      Issue.record("expected a path, found \(hit)")
      return
    }
    #expect(id == ItemID(.path, 2))
    #expect(abs(found.point - 70) <= 2)
    #expect(found.leg == found.point || found.leg == found.point - 1)
  }

  @Test
  func `a click finds a place rather than a path beside it`() throws {
    let picker = MapPicker(MapSamples.scene, viewport: viewport, size: size)
    let place = MapSamples.places[2]
    #expect(picker.nearest(to: try cell(of: place.coordinate)) == .place(place.id))
  }

  @Test
  func `a click on two paths in the same position finds the selected path`() throws {
    let twin = MapPath(id: ItemID(.path, 9), shape: PathShape(MapSamples.loop))
    var scene = MapSamples.scene
    scene.places = []
    scene.paths.append(twin)
    for id in [ItemID(.path, 2), twin.id] {
      scene.selected = id
      let picker = MapPicker(scene, viewport: viewport, size: size)
      #expect(picker.nearest(to: try cell(of: MapSamples.loop[70]))?.id == id)
    }
  }

  @Test
  func `a box selection contains the places and the paths with a point inside it`() throws {
    let picker = MapPicker(MapSamples.scene, viewport: viewport, size: size)
    let cell = try cell(of: MapSamples.loop[0])
    let small = viewport.area(
      from: cell, to: Point(column: cell.column + 1, row: cell.row + 1), in: size)
    #expect(picker.items(in: small).found == [ItemID(.path, 2)])
    let all = viewport.visibleArea(in: size)
    let found = picker.items(in: all).found
    let visible = MapSamples.places.filter {
      viewport.visibleCell(at: $0.coordinate, in: size) != nil
    }
    #expect(found == visible.map(\.id) + [ItemID(.path, 1), ItemID(.path, 2)])
  }
}
