import CartographerCore
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite("Scale bar and graticule")
struct MapFurnitureTests {
  @Test(arguments: [
    (10.0, 16, UnitSystem.metric, 10, "100 m"), (100, 20, .metric, 20, "2 km"),
    (99, 20, .metric, 20, "2 km"), (110, 20, .metric, 18, "2 km"),
    (30_000, 40, .metric, 33, "1 000 km"), (100, 20, .imperial, 16, "1 mi"),
    (10, 16, .imperial, 15, "500 ft"),
  ])
  func `the scale bar shows the longest round length that fits`(
    metresPerColumn: Double, maximum: Int, units: UnitSystem, columns: Int, label: String
  ) throws {
    let bar = try #require(
      ScaleBar(metresPerColumn: metresPerColumn, maximumColumns: maximum, units: units))
    #expect(bar.columns == columns)
    #expect(bar.label == label)
  }

  @Test
  func `the ends of the scale bar are as far apart as its label says`() throws {
    let bar = try #require(
      ScaleBar(metresPerColumn: 100, maximumColumns: 20, units: .metric))
    #expect(bar.text(stroke: "─") == "|────── 2 km ───────|")
    #expect(bar.text(stroke: "-").count == bar.columns + 1)
  }

  @Test
  func `there is no scale bar if its label does not fit`() {
    #expect(ScaleBar(metresPerColumn: 100, maximumColumns: 6, units: .metric) == nil)
    #expect(ScaleBar(metresPerColumn: 0, maximumColumns: 20, units: .metric) == nil)
  }

  @Test(arguments: 0...3)
  func `the scale bar covers no place, and is omitted if three corners contain places`(
    count: Int
  ) throws {
    let size = Size(columns: 60, rows: 16)
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 9.7)
    let corners = [
      Point(column: 5, row: 15), Point(column: 55, row: 15), Point(column: 5, row: 0),
    ]
    var scene = MapScene()
    for (number, cell) in corners.prefix(count).enumerated() {
      let place = MapPlace(
        id: ItemID(.location, Int64(number + 1)),
        coordinate: viewport.coordinate(at: cell, in: size), label: "")
      scene.places.append(try #require(place))
    }
    scene.selected = ItemID(.location, 1)
    let lines = MapRenderer().lines(scene, viewport, size: size)
    for (number, cell) in corners.prefix(count).enumerated() {
      let line = Array(lines[cell.row])
      #expect(line[cell.column] == (number == 0 ? "◆" : "○"), "\(lines[cell.row])")
    }
    let bars = [lines[15].hasPrefix(" |─"), lines[15].hasSuffix("─|"), lines[0].hasPrefix(" |─")]
    let expected = [
      [true, true, false], [false, true, false], [false, false, true], [false, false, false],
    ]
    #expect(bars == expected[count])
  }

  @Test(arguments: [
    (Point(column: 30, row: 8), 32, 9), (Point(column: 50, row: 8), 39, 9),
    (Point(column: 30, row: 15), 32, 14),
  ])
  func `the total of a measured line is shown below the last leg, or above it in the last row`(
    end: Point, column: Int, row: Int
  ) {
    let size = Size(columns: 60, rows: 16)
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 9.7)
    let points = [Point(column: 30, row: 1), end].map { viewport.coordinate(at: $0, in: size) }
    var scene = MapScene()
    scene.ruler = MapRuler(points: points, label: "2.3 km", total: "total 5 km")
    let lines = MapRenderer().lines(scene, viewport, size: size)
    #expect(lines[end.row].dropFirst(column).hasPrefix("2.3 km"), "\(lines)")
    #expect(lines[row].dropFirst(column).hasPrefix("total 5 km"), "\(lines)")
  }

  @Test
  func `graticule lines lie at their coordinates and keep a minimum distance`() {
    var random = SplitMix64.forTest()
    let size = Size(columns: 80, rows: 24)
    for _ in 0..<200 {
      let viewport = MapViewport(
        centre: Coordinate(
          latitude: .random(in: -75...75, using: &random),
          longitude: .random(in: -180...180, using: &random)),
        zoom: .random(in: 0...20, using: &random))
      let graticule = Graticule(viewport, size: size)
      for line in graticule.meridians where viewport.dotsPerWorld > 320 {
        let coordinate = Coordinate(
          latitude: viewport.centreCoordinate.latitude,
          longitude: Double(line.arcSeconds) / 3_600)
        let dot = viewport.dot(at: WebMercator.project(coordinate), in: size)
        #expect(abs(dot.x - line.dot) < 1e-3)
      }
      for line in graticule.parallels {
        let coordinate = Coordinate(
          latitude: Double(line.arcSeconds) / 3_600,
          longitude: viewport.centreCoordinate.longitude)
        let dot = viewport.dot(at: WebMercator.project(coordinate), in: size)
        #expect(abs(dot.y - line.dot) < 1e-3)
      }
      #expect(graticule.meridians.count <= size.columns * 2 / 44 + 1)
      for (first, second) in zip(graticule.parallels, graticule.parallels.dropFirst()) {
        #expect(second.dot - first.dot >= 40)
      }
    }
  }

  @Test
  func `meridians on both sides of the antimeridian are labelled E and W`() {
    let viewport = MapViewport(centre: Coordinate(latitude: 0, longitude: 179.99), zoom: 5)
    let size = Size(columns: 80, rows: 24)
    let labels = Graticule(viewport, size: size).meridians.map {
      Graticule.label(longitude: $0.arcSeconds, isASCII: false)
    }
    #expect(labels == ["178°E", "180°", "178°W"])
  }

  @Test(arguments: [
    (6 * 3_600 + 40 * 60, "6°40′E", "6d40'E"), (-30 * 3_600, "30°W", "30dW"), (0, "0°", "0d"),
    (5, "0°00′05″E", "0d00'05\"E"),
  ])
  func `graticule labels include minutes and seconds only if needed`(
    seconds: Int, text: String, ascii: String
  ) {
    #expect(Graticule.label(longitude: seconds, isASCII: false) == text)
    #expect(Graticule.label(longitude: seconds, isASCII: true) == ascii)
  }
}
