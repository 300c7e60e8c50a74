import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite("Map viewport")
struct MapViewportTests {
  private let size = Size(columns: 47, rows: 18)

  private func randomViewport(_ random: inout SplitMix64) -> MapViewport {
    MapViewport(
      centre: Coordinate(
        latitude: .random(in: -70...70, using: &random),
        longitude: .random(in: -180...180, using: &random)),
      zoom: .random(in: 3...20, using: &random))
  }

  @Test
  func `the coordinate of a cell lies in that cell`() {
    var random = SplitMix64.forTest()
    for _ in 0..<500 {
      let viewport = randomViewport(&random)
      let cell = Point(
        column: .random(in: 0..<size.columns, using: &random),
        row: .random(in: 0..<size.rows, using: &random))
      let coordinate = viewport.coordinate(at: cell, in: size)
      #expect(viewport.visibleCell(at: coordinate, in: size) == cell, "\(viewport) \(cell)")
    }
  }

  @Test(arguments: [46, 47], [17, 18])
  func `a coordinate rounded for display stays in its cell`(columns: Int, rows: Int) {
    var random = SplitMix64.forTest()
    let size = Size(columns: columns, rows: rows)
    for _ in 0..<4 {
      let viewport = randomViewport(&random)
      // A hundredth of a dot, about the rounding error of the digits in a form.
      let off = 0.01 / viewport.dotsPerWorld
      for row in 0..<rows {
        for column in 0..<columns {
          let cell = Point(column: column, row: row)
          let point = WebMercator.project(viewport.coordinate(at: cell, in: size))
          for (x, y) in [(-off, -off), (off, off)] {
            let moved = WorldPoint(x: point.x + x, y: point.y + y)
            #expect(viewport.cell(at: moved, in: size) == cell, "\(viewport)")
          }
        }
      }
      let middle = viewport.coordinate(at: Point(column: columns / 2, row: rows / 2), in: size)
      #expect(abs(middle.latitude - viewport.centreCoordinate.latitude) < 1e-9)
      #expect(abs(middle.longitude - viewport.centreCoordinate.longitude) < 1e-9)
    }
  }

  @Test
  func `zooming keeps the coordinate under the pointer`() {
    var random = SplitMix64.forTest()
    for _ in 0..<300 {
      let viewport = randomViewport(&random)
      let pointer = Point(
        column: .random(in: 0..<size.columns, using: &random),
        row: .random(in: 0..<size.rows, using: &random))
      let before = viewport.coordinate(at: pointer, in: size)
      let zoomed = viewport.zoomed(by: MapViewport.zoomStep, keeping: pointer, in: size)
      #expect(zoomed.zoom == min(viewport.zoom + 0.5, 22))
      #expect(zoomed.visibleCell(at: before, in: size) == pointer, "\(viewport) \(pointer)")
    }
  }

  @Test(arguments: [47, 48], [18, 19])
  func `the centre of every view lies in the middle cell`(columns: Int, rows: Int) {
    var random = SplitMix64.forTest()
    let size = Size(columns: columns, rows: rows)
    for _ in 0..<500 {
      let viewport = randomViewport(&random)
      #expect(
        viewport.visibleCell(at: viewport.centreCoordinate, in: size)
          == Point(column: columns / 2, row: rows / 2), "\(viewport)")
    }
  }

  @Test
  func `zooming out stops when the whole world is in view, and never zooms in`() {
    var viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 9)
    for _ in 0..<60 { viewport = viewport.zoomed(by: -MapViewport.zoomStep, in: size) }
    #expect(viewport.dotsPerWorld <= Double(size.rows * 4))
    #expect(viewport.dotsPerWorld > Double(size.rows * 2))
    let smaller = viewport.zoomed(by: -1, in: Size(columns: 200, rows: 60))
    #expect(smaller.zoom <= viewport.zoom)
  }

  @Test
  func `panning by cells moves every coordinate by that number of cells`() {
    var random = SplitMix64.forTest()
    for _ in 0..<300 {
      let viewport = randomViewport(&random)
      let coordinate = viewport.coordinate(at: Point(column: 20, row: 9), in: size)
      let panned = viewport.panned(columns: 5, rows: -3)
      #expect(panned.visibleCell(at: coordinate, in: size) == Point(column: 15, row: 12))
    }
  }

  @Test
  func `panning by a fraction of the view moves at least one cell, or none for zero`() {
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 12)
    let small = Size(columns: 3, rows: 3)
    #expect(
      viewport.panned(byColumns: 0.125, rows: 0, of: small) == viewport.panned(columns: 1, rows: 0))
    #expect(
      viewport.panned(byColumns: 0, rows: -0.125, of: size) == viewport.panned(columns: 0, rows: -2)
    )
    #expect(viewport.panned(byColumns: 0, rows: 0, of: size) == viewport)
  }

  @Test
  func `fitting shows the whole box, even across the antimeridian`() {
    var random = SplitMix64.forTest()
    for _ in 0..<300 {
      let south = Double.random(in: -80...79, using: &random)
      let west = Double.random(in: -180...180, using: &random)
      let width = Double.random(in: 0.001...170, using: &random)
      let east = west + width > 180 ? west + width - 360 : west + width
      let box = GeoBounds(
        south: south, west: west, north: .random(in: south...80, using: &random), east: east)
      let viewport = MapViewport.fitting(WorldBounds(box), in: size, maximumZoom: 22)
      for (latitude, longitude) in [
        (box.south, box.west), (box.south, box.east), (box.north, box.west), (box.north, box.east),
      ] {
        let corner = Coordinate(latitude: latitude, longitude: longitude)
        #expect(viewport.visibleCell(at: corner, in: size) != nil, "\(box) \(viewport) \(corner)")
      }
    }
  }

  @Test
  func `fitting fills the available width`() {
    let box = WorldBounds(minX: 0.5, minY: 0.3, maxX: 0.51, maxY: 0.301)
    let viewport = MapViewport.fitting(box, in: size, margin: 0)
    let dots = box.width * viewport.dotsPerWorld
    #expect(abs(dots - Double(size.columns * 2)) < 1e-6)
  }

  @Test
  func `a single place is fitted at the maximum zoom`() {
    let place = Coordinate(latitude: 45.9, longitude: 6.87)
    let viewport = MapViewport.fitting(
      WorldBounds(WebMercator.project(place)), in: size, maximumZoom: 15)
    #expect(viewport.zoom == 15)
    #expect(viewport.visibleCell(at: place, in: size) == Point(column: 23, row: 9))
  }

  @Test
  func `panning east across the antimeridian continues at western longitudes`() {
    let viewport = MapViewport(centre: Coordinate(latitude: 0, longitude: 179.9), zoom: 8)
    let panned = viewport.panned(columns: 20, rows: 0)
    #expect(panned.centreCoordinate.longitude < -170)
    #expect(panned.visibleCell(at: Coordinate(latitude: 0, longitude: 179.99), in: size) != nil)
  }

  @Test
  func `revealing a coordinate moves the view only if the coordinate is out of view`() {
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 12)
    let near = viewport.coordinate(at: Point(column: 30, row: 5), in: size)
    #expect(viewport.revealing(near, in: size) == viewport)
    let far = viewport.coordinate(at: Point(column: 60, row: 5), in: size)
    let moved = viewport.revealing(far, in: size, marginCells: 2)
    #expect(moved.visibleCell(at: far, in: size) == Point(column: size.columns - 3, row: 5))
  }

  @Test
  func `moving a coordinate by dots and back restores it`() {
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 179.9999), zoom: 12)
    let start = viewport.centreCoordinate
    let moved = viewport.moved(start, dotsRight: 30, dotsDown: -7)
    #expect(moved.isValid && moved.longitude < 0)
    let back = viewport.moved(moved, dotsRight: -30, dotsDown: 7)
    #expect(abs(back.latitude - start.latitude) < 1e-9)
    #expect(abs(back.longitude - start.longitude) < 1e-9)
  }

  @Test
  func `a viewport replaces values that are not finite`() {
    let viewport = MapViewport(centre: WorldPoint(x: .nan, y: .infinity), zoom: .nan)
    #expect(viewport.centre == WorldPoint(x: 0.5, y: 0.5))
    #expect(viewport.zoom == 0)
    #expect(
      viewport.visibleCell(at: Coordinate(latitude: .nan, longitude: 0), in: size) == nil)
  }
}
