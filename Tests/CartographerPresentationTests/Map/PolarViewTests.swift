import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

/// Map views around the poles.
struct PolarViewTests {
  private let size = Size(columns: 60, rows: 20)

  private func view(_ latitude: Double, _ longitude: Double, zoom: Double = 3) -> MapViewport {
    MapViewport(centre: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom)
  }

  @Test func `panning north leads over the pole to the other side`() {
    var viewport = view(80, 20, zoom: 2)
    var highest = 0.0
    for _ in 0..<200 where viewport.polar == nil || viewport.centreCoordinate.latitude > 85 {
      viewport = viewport.panned(columns: 0, rows: -1)
      highest = max(highest, viewport.centreCoordinate.latitude)
    }
    #expect(highest > 89)
    let centre = viewport.centreCoordinate
    #expect(abs(centre.longitude - -160) < 1e-6, "\(centre)")
    #expect(centre.latitude < 85)
  }

  @Test func `a polar view is left for Web Mercator`() {
    var viewport = view(-86, 20, zoom: 2)
    #expect(viewport.polar != nil)
    for _ in 0..<40 { viewport = viewport.panned(columns: 0, rows: -1) }
    #expect(viewport.polar == nil)
    #expect(abs(viewport.centreCoordinate.longitude - 20) < 1e-6)
    #expect(viewport.centreCoordinate.latitude > -84)
  }

  @Test func `every cell of a polar view shows its own coordinate`() {
    for viewport in [view(90, 0), view(87, 130, zoom: 6), view(-89.5, -60, zoom: 1)] {
      for row in 0..<size.rows {
        for column in 0..<size.columns {
          let cell = Point(column: column, row: row)
          let coordinate = viewport.coordinate(at: cell, in: size)
          #expect(viewport.visibleCell(at: coordinate, in: size) == cell)
        }
      }
    }
  }

  @Test func `the bounds of a polar view contain all its cells`() {
    for viewport in [view(90, 0), view(87, 130, zoom: 6), view(-88, -60, zoom: 4)] {
      let bounds = viewport.visibleBounds(in: size)
      for row in 0..<size.rows {
        for column in 0..<size.columns {
          let coordinate = viewport.coordinate(at: Point(column: column, row: row), in: size)
          #expect(bounds.contains(WebMercator.projectBeyondSquare(coordinate)), "\(coordinate)")
        }
      }
    }
  }

  @Test func `a path over the pole is drawn as one line and fits the view`() throws {
    let coordinates =
      stride(from: 84.0, through: 89.9, by: 0.1).map { Coordinate(latitude: $0, longitude: 10) }
      + stride(from: 89.9, through: 84, by: -0.1).map {
        Coordinate(latitude: $0, longitude: -170)
      }
    let shape = PathShape(coordinates)
    let viewport = MapViewport.fitting(try #require(shape.bounds), in: size)
    #expect(viewport.polar != nil)
    for coordinate in coordinates {
      #expect(viewport.visibleCell(at: coordinate, in: size) != nil, "\(coordinate)")
    }
    var scene = MapScene()
    scene.paths = [MapPath(id: ItemID(.path, 1), shape: shape, colour: nil)]
    let lines = MapRenderer().lines(scene, viewport, size: size)
    // The meridians of both halves are opposite, and the view puts its middle meridian upright.
    let dots = lines.map { line in line.count { ("\u{2801}"..."\u{28FF}").contains($0) } }
    #expect(dots.filter { $0 > 0 }.count == 1, "\(lines)")
    #expect(dots.contains { $0 > 35 }, "\(lines)")
  }

  @Test(arguments: [1.0, -1])
  func `a path over a pole and a place on one side are in the middle of the fitted view`(
    hemisphere: Double
  ) throws {
    let coordinates = [(89.9, 8.0), (89.95, 8), (90, 8), (89.95, -172), (89.9, -172)].map {
      Coordinate(latitude: $0.0 * hemisphere, longitude: $0.1)
    }
    var scene = MapScene()
    scene.paths = [MapPath(id: ItemID(.path, 1), shape: PathShape(coordinates), colour: nil)]
    let viewport = MapViewport.fitting(
      try #require(scene.bounds()), extent: { scene.extent(on: $0) }, in: size)
    #expect(viewport.polar != nil)
    #expect(abs(viewport.centreCoordinate.latitude) > 89.9999, "\(viewport.centreCoordinate)")
    let cells = try coordinates.map { try #require(viewport.visibleCell(at: $0, in: size)) }
    let columns = cells.map(\.column)
    #expect(try #require(columns.max()) - #require(columns.min()) > size.columns / 2)
    // The extent of one item does not depend on other items.
    let id = ItemID(.location, 1)
    let place = Coordinate(latitude: 89.8 * hemisphere, longitude: 98)
    scene.places = [try #require(MapPlace(id: id, coordinate: place, label: "Hut", colour: nil))]
    let near = MapViewport.fitting(
      try #require(scene.bounds(of: [id])), extent: { scene.extent(of: [id], on: $0) }, in: size)
    #expect(Geodesic.distanceMetres(from: near.centreCoordinate, to: place) < 1)
  }

  @Test(arguments: [(90.0, 0.0), (-90, 0), (10, 180)])
  func `a measured line is straight in a polar view and across the 180° meridian`(
    latitude: Double, longitude: Double
  ) {
    let viewport = view(latitude, longitude, zoom: 5)
    let row = size.rows / 2
    let ends = [10, 50].map {
      viewport.coordinate(at: Point(column: $0, row: row), in: size)
    }
    var scene = MapScene()
    scene.ruler = MapRuler(points: ends, label: "")
    let lines = MapRenderer().lines(scene, viewport, size: size)
    for (number, line) in lines.enumerated() {
      let dotted = line.enumerated().filter { ("\u{2801}"..."\u{28FF}").contains($0.element) }
      #expect(dotted.map(\.offset) == (number == row ? Array(10..<50) : []), "\(lines)")
    }
  }

  @Test func `a place near a pole does not enlarge the view of other places without end`() {
    let bounds = WorldBounds(
      WebMercator.projectBeyondSquare(Coordinate(latitude: 90, longitude: 0))
    ).union(WorldBounds(WebMercator.project(Coordinate(latitude: -45, longitude: 10))))
    let viewport = MapViewport.fitting(bounds, in: size)
    #expect(viewport.polar == nil)
    #expect(viewport.zoom > -3)
  }

  @Test func `zooming keeps the position under the anchor`() {
    let viewport = view(88, 30, zoom: 4)
    let anchor = Point(column: 50, row: 3)
    let before = viewport.coordinate(at: anchor, in: size)
    let after = viewport.zoomed(by: 1, keeping: anchor, in: size)
    #expect(after.zoom == 5)
    #expect(after.visibleCell(at: before, in: size) == anchor)
  }

  @Test func `the base map is drawn around both poles`() throws {
    let baseMap = try InstalledBaseMap(
      ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer"))
    var text = ""
    for (latitude, zoom) in [(-90.0, -3.0), (-86, 0), (90, -3), (86, 0)] {
      let viewport = view(latitude, 0, zoom: zoom)
      var scene = MapScene()
      scene.base = try baseMap.scene(for: viewport, in: size)
      text += "latitude \(latitude), zoom \(zoom)\n"
      text += MapRenderer().lines(scene, viewport, size: size).map { "\($0)\n" }.joined() + "\n"
    }
    try Golden.compare(text, with: "base-map/poles.txt")
  }

  @Test(arguments: [(90.0, 0.0), (86, 40), (-88, -120)])
  func `a box selection in a polar view is a rectangle, and contains the items in it`(
    latitude: Double, longitude: Double
  ) throws {
    let viewport = view(latitude, longitude, zoom: 4)
    let corner = Point(column: size.columns / 2 + 14, row: size.rows / 2 + 5)
    let middle = Point(column: size.columns / 2, row: size.rows / 2)
    let box = viewport.area(from: middle, to: corner, in: size)
    var surface = Surface(size: size)
    var selecting = MapScene()
    selecting.boxSelection = box
    MapRenderer().render(selecting, viewport, into: &surface, surface.bounds)
    var places: [MapPlace] = []
    var (framed, expected): ([Point], [ItemID]) = ([], [])
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = Point(column: column, row: row)
        let place = try #require(
          MapPlace(
            id: ItemID(.location, Int64(places.count)),
            coordinate: viewport.coordinate(at: cell, in: size), label: ""))
        places.append(place)
        let isInside =
          (middle.column...corner.column).contains(column)
          && (middle.row...corner.row).contains(row)
        if isInside { expected.append(place.id) }
        let isEdge =
          [middle.column, corner.column].contains(column) || [middle.row, corner.row].contains(row)
        if surface[column, row]?.style.role == .accent { framed.append(cell) }
        let isFramed = framed.last == cell
        #expect(isFramed == (isInside && isEdge), "\(cell)")
      }
    }
    let picker = MapPicker(MapScene(places: places), viewport: viewport, size: size)
    #expect(Set(picker.items(in: box).found) == Set(expected))
    // A path from one inner cell to another has points in the box, and one beside the box has none.
    let inner = viewport.coordinate(
      at: Point(column: middle.column + 3, row: middle.row + 2), in: size)
    let outer = viewport.coordinate(
      at: Point(column: middle.column - 3, row: middle.row + 2), in: size)
    let paths = [inner, outer].enumerated().map { index, at in
      MapPath(id: ItemID(.path, Int64(index)), shape: PathShape([at, at]))
    }
    let pathPicker = MapPicker(MapScene(paths: paths), viewport: viewport, size: size)
    #expect(pathPicker.items(in: box).found == [ItemID(.path, 0)])
  }
}
