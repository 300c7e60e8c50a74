import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite("Path shape and tracing")
struct PathShapeTests {
  private let size = Size(columns: 60, rows: 20)

  private func dots(
    _ shape: PathShape, _ viewport: MapViewport, range: Range<Int>? = nil
  ) -> [[Point]] {
    var runs: [[Point]] = []
    var tracer = PathTracer(viewport: viewport, size: size)
    tracer.trace(shape, range: range) { run in
      runs.append(run.map { Point(column: Int($0.x), row: Int($0.y)) })
    }
    return runs
  }

  private func randomWalk(
    _ count: Int, step: Double, _ random: inout SplitMix64
  ) -> PathShape {
    var latitudes = [46.0]
    var longitudes = [7.0]
    for _ in 1..<count {
      latitudes.append(latitudes[latitudes.count - 1] + .random(in: -step...step, using: &random))
      longitudes.append(
        longitudes[longitudes.count - 1] + .random(in: -step...(1.2 * step), using: &random))
    }
    return PathShape(latitudes: latitudes, longitudes: longitudes)
  }

  @Test
  func `a path across the antimeridian is drawn as one short line`() throws {
    let shape = PathShape([
      Coordinate(latitude: -17, longitude: 179.5), Coordinate(latitude: -17, longitude: -179.5),
    ])
    let bounds = try #require(shape.bounds)
    #expect(abs(bounds.width - 1 / 360.0) < 1e-12)
    for longitude in [179.9, -179.9] {
      let viewport = MapViewport(
        centre: Coordinate(latitude: -17, longitude: longitude), zoom: 6)
      let runs = dots(shape, viewport)
      #expect(runs.count == 1)
      let columns = try #require(runs.first).map(\.column)
      let expected = viewport.dotsPerWorld / 360
      #expect(abs(Double(columns.max()! - columns.min()!) - expected) <= 1)
    }
    let far = MapViewport(centre: Coordinate(latitude: -17, longitude: 0), zoom: 6)
    #expect(dots(shape, far).isEmpty)
  }

  @Test
  func `a path is drawn once if the view is larger than the world`() {
    let shape = PathShape([
      Coordinate(latitude: 0, longitude: 10), Coordinate(latitude: 0, longitude: 20),
    ])
    let viewport = MapViewport(centre: Coordinate(latitude: 0, longitude: 0), zoom: -2)
    #expect(dots(shape, viewport).count == 1)
  }

  @Test
  func `no line is drawn across a segment break`() {
    let shape = PathShape(
      latitudes: [46, 46, 46, 46], longitudes: [7, 7.001, 7.01, 7.011], segmentStarts: [0, 2])
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7.0055), zoom: 12)
    let runs = dots(shape, viewport)
    #expect(runs.count == 2)
    #expect(shape.segment(containing: 1) == 0..<2)
    #expect(shape.segment(containing: 2) == 2..<4)
  }

  @Test
  func `a segment of one point is drawn as a dot`() {
    let shape = PathShape(
      latitudes: [46, 46.001, 46.002], longitudes: [7, 7, 7], segmentStarts: [0, 1, 2])
    let viewport = MapViewport(centre: Coordinate(latitude: 46.001, longitude: 7), zoom: 14)
    #expect(dots(shape, viewport).map(\.count) == [1, 1, 1])
  }

  @Test(arguments: [9.0, 18, 22])
  func `a leg with both ends out of view is drawn where it crosses the view`(zoom: Double) {
    let shape = PathShape([
      Coordinate(latitude: 46, longitude: 1), Coordinate(latitude: 46, longitude: 13),
    ])
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: zoom)
    var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: .braille)
    var tracer = PathTracer(viewport: viewport, size: size)
    tracer.draw(shape, .text, on: &canvas)
    for column in 0..<size.columns {
      #expect((9...10).contains { canvas.isSet(column: column, row: $0) })
      #expect(!canvas.isSet(column: column, row: 8) && !canvas.isSet(column: column, row: 11))
    }
  }

  @Test
  func `skipping points out of view does not change the drawing`() {
    var random = SplitMix64.forTest()
    for _ in 0..<60 {
      // The steps are so long that only the level with all points is used.
      let shape = randomWalk(2_000, step: 0.01, &random)
      let viewport = MapViewport(
        centre: Coordinate(
          latitude: 46 + .random(in: -0.2...0.2, using: &random),
          longitude: 7 + .random(in: -0.2...0.4, using: &random)),
        zoom: .random(in: 10...16, using: &random))
      var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: .braille)
      var tracer = PathTracer(viewport: viewport, size: size)
      tracer.draw(shape, .text, on: &canvas)
      var plain = DotCanvas(columns: size.columns, rows: size.rows, glyphs: .braille)
      let visible = viewport.visibleBounds(in: size)
      plain.polyline(
        (0..<shape.count).map { index in
          DotPoint(
            x: Int32(((shape.xs[index] - visible.minX) * viewport.dotsPerWorld).rounded(.down)),
            y: Int32(((shape.ys[index] - visible.minY) * viewport.dotsPerWorld).rounded(.down)))
        }, style: .text)
      var surface = Surface(size: size)
      canvas.draw(into: &surface, at: .zero)
      var expected = Surface(size: size)
      plain.draw(into: &expected, at: .zero)
      #expect(surface == expected, "\(viewport)")
    }
  }

  @Test
  func `thinned levels stay within one dot of every omitted point`() {
    var random = SplitMix64.forTest()
    let shape = randomWalk(20_000, step: 0.0001, &random)
    #expect(shape.levels.count > 3)
    for level in shape.levels.dropFirst() {
      var position = 0
      var worst = 0.0
      for index in 0..<shape.count {
        while position + 1 < level.count, level.index(at: position + 1) <= index { position += 1 }
        let kept = level.index(at: position)
        let across = shape.xs[index] - shape.xs[kept]
        let down = shape.ys[index] - shape.ys[kept]
        worst = max(worst, (across * across + down * down).squareRoot())
      }
      #expect(worst * level.maximumDotsPerWorld <= 1)
      #expect(level.index(at: 0) == 0)
      #expect(level.index(at: level.count - 1) == shape.count - 1)
    }
  }

  @Test
  func `a path of a thousand points is drawn with few points at a small scale`() {
    var random = SplitMix64.forTest()
    let shape = randomWalk(1_000, step: 0.0001, &random)
    let level = shape.levels[shape.levelIndex(forDotsPerWorld: 256)]
    #expect(level.count <= PathLevel.enoughPoints)
    #expect(PathShape(latitudes: [46, 46.1], longitudes: [7, 7.1]).levels.count == 1)
  }

  @Test
  func `levels keep both ends of every segment`() {
    var random = SplitMix64.forTest()
    let walk = randomWalk(5_000, step: 0.0001, &random)
    let shape = PathShape(
      latitudes: walk.ys.map {
        WebMercator.unproject(WorldPoint(x: 0.5, y: $0)).latitude
      },
      longitudes: walk.xs.map { $0 * 360 - 180 }, segmentStarts: [0, 7, 8, 4_000])
    for level in shape.levels {
      #expect(level.runStarts.map { level.index(at: $0) } == [0, 7, 8, 4_000])
      let ends = level.runStarts.dropFirst().map { level.index(at: $0 - 1) }
      #expect(ends == [6, 7, 3_999])
    }
  }

  @Test
  func `drawing a range of a path draws only the points of the range`() throws {
    var latitudes: [Double] = []
    var longitudes: [Double] = []
    for index in 0..<10_000 {
      latitudes.append(46)
      longitudes.append(7 + Double(index) * 0.00001)
    }
    let shape = PathShape(latitudes: latitudes, longitudes: longitudes)
    let viewport = MapViewport(centre: Coordinate(latitude: 46, longitude: 7.05), zoom: 9.5)
    let all = dots(shape, viewport).joined().map(\.column)
    let half = dots(shape, viewport, range: 5_000..<10_000).joined().map(\.column)
    #expect(all.max() == half.max())
    let middle = Int(
      viewport.dot(
        at: WebMercator.project(Coordinate(latitude: 46, longitude: 7.05)), in: size
      ).x)
    #expect(abs(try #require(half.min()) - middle) <= 1)
    #expect(try #require(all.min()) < middle - 5)
  }

  @Test
  func `the nearest leg is found across the antimeridian and never in a gap`() throws {
    let shape = PathShape(
      latitudes: [0, 0, 0, 0], longitudes: [179, -179, -178, -177], segmentStarts: [0, 2])
    let onLeg = WebMercator.project(Coordinate(latitude: 0.1, longitude: -179.9))
    let hit = try #require(shape.nearest(to: onLeg, within: 0.01))
    #expect(hit.leg == 0)
    #expect(hit.point == 1)
    let inGap = WebMercator.project(Coordinate(latitude: 0, longitude: -178.4))
    let ended = try #require(shape.nearest(to: inGap, within: 0.01))
    #expect(ended.point == 2)
    #expect(shape.nearest(to: inGap, within: 0.0001) == nil)
  }

  @Test
  func `the nearest leg is at most as far as the nearest point of a plain search`() throws {
    var random = SplitMix64.forTest()
    let shape = randomWalk(3_000, step: 0.001, &random)
    for _ in 0..<100 {
      let target = WorldPoint(
        x: shape.xs[0] + .random(in: -0.0005...0.0005, using: &random),
        y: shape.ys[0] + .random(in: -0.0005...0.0005, using: &random))
      let plain = (0..<shape.count).map { index in
        let across = shape.xs[index] - target.x
        let down = shape.ys[index] - target.y
        return (across * across + down * down).squareRoot()
      }.min()!
      let hit = try #require(shape.nearest(to: target, within: 1))
      #expect(hit.distanceWorldUnits <= plain + 1e-15)
      #expect(shape.nearest(to: target, within: hit.distanceWorldUnits * 0.99) == nil)
    }
  }

  @Test
  func `an empty path, an invalid latitude and invalid segment starts are accepted`() {
    let empty = PathShape(latitudes: [], longitudes: [], segmentStarts: [0])
    #expect(empty.bounds == nil)
    #expect(empty.segmentStarts.isEmpty)
    #expect(dots(empty, .world).isEmpty)
    #expect(empty.nearest(to: WorldPoint(x: 0, y: 0), within: 1) == nil)
    let odd = PathShape(
      latitudes: [46, .nan, 46.1], longitudes: [7, 7, 7], segmentStarts: [0, 2, 2, 9])
    #expect(odd.count == 3)
    #expect(odd.segmentStarts == [0, 2])
    #expect(odd.ys[1] == odd.ys[0])
  }
}
