import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

/// A path with all its points, and as it is drawn from stored levels of detail.
struct StoredPath {
  let columns: TrackColumns
  let shape: PathShape
  let outline: PathOutline
  let pieces: [Int64: MapPiece]
  /// The key of each chunk, by its bytes.
  let rows: [Data: Int64]

  /// - Parameter former: The path before an edit, whose rows are used again where they fit.
  init(_ columns: TrackColumns, keysOf former: StoredPath? = nil) throws {
    self.columns = columns
    shape = PathShape(columns)
    var builder = TrackDetailBuilder()
    builder.add(columns)
    var chunks = builder.chunks()
    let (rest, content) = builder.finish()
    chunks += rest
    let known = former?.rows ?? [:]
    let keys = chunks.map { known[$0.data] ?? Int64($0.number + known.count) + 1 }
    let detail = try #require(TrackDetail(content(keys)))
    // Two chunks of very few points can have the same bytes, and then the same key.
    let contents = Dictionary(zip(keys, chunks.map(\.data))) { first, _ in first }
    rows = Dictionary(zip(chunks.map(\.data), keys)) { first, _ in first }
    outline = PathOutline(detail)
    var pieces: [Int64: MapPiece] = [:]
    for chunk in detail.levels.flatMap(\.chunks) {
      let data = try #require(contents[chunk.key])
      let stored = try #require(TrackChunk(data))
      pieces[chunk.key] = MapPiece(stored)
    }
    self.pieces = pieces
  }

  static func walk(
    _ count: Int, from start: Coordinate, _ random: inout SplitMix64
  ) throws -> StoredPath {
    var columns = TrackColumns()
    var (here, bearing) = (start, Double.random(in: 0...360, using: &random))
    for index in 0..<count {
      bearing += .random(in: -25...25, using: &random)
      here = Geodesic.destination(
        from: here, bearingDegrees: bearing,
        distanceMetres: .random(in: 2...40, using: &random))
      // Stored levels have whole steps of 10⁻⁷ degrees.
      columns.latitudes.append((here.latitude * 1e7).rounded() / 1e7)
      columns.longitudes.append((here.longitude * 1e7).rounded() / 1e7)
      columns.elevations.append(.nan)
      columns.times.append(.nan)
      if index > 0, Int.random(in: 0..<900, using: &random) == 0 {
        columns.segmentStarts.append(index)
      }
    }
    return try StoredPath(columns)
  }

  func map(_ id: Int64) -> MapPath { MapPath(id: ItemID(.path, id), outline: outline) }
}

@Suite struct DetailTests {
  private let size = Size(columns: 100, rows: 30)
  private static let starts = [
    Coordinate(latitude: 46, longitude: 7), Coordinate(latitude: -17, longitude: 179.99),
    Coordinate(latitude: 69, longitude: 20),
  ]

  private func cache(_ path: StoredPath) -> DetailCache {
    var cache = DetailCache(limit: .max)
    cache.insert(path.pieces)
    return cache
  }

  @Test(arguments: starts)
  func `the frame from levels of detail equals the frame of all points within one dot`(
    start: Coordinate
  ) throws {
    var random = SplitMix64.forTest()
    let path = try StoredPath.walk(12_000, from: start, &random)
    let cache = cache(path)
    // The search for the nearest point is slow in a debug build, so that each run tries other
    // zooms.
    for zoom in stride(from: .random(in: 1..<3.5, using: &random), through: 20, by: 2.5) {
      let middle = path.shape.point(at: .random(in: 0..<path.shape.count, using: &random))
      let viewport = MapViewport(centre: middle, zoom: zoom)
      let plan = DetailPlan([path.map(1)], viewport, in: size, cache)
      #expect(plan.missing.isEmpty)
      var scene = MapScene(paths: [path.map(1)])
      scene.pieces = plan.pieces
      let drawn = scene.pieces(of: scene.paths[0])
      let visible = viewport.visibleBounds(in: size)
      let dot = 1 / viewport.dotsPerWorld
      let missed = path.shape.points(in: visible).filter { index in
        let point = path.shape.point(at: index)
        return !drawn.contains { $0.nearest(to: point, within: dot) != nil }
      }
      #expect(missed.isEmpty, "points without a line at zoom \(zoom)")
      for piece in drawn {
        let points = piece.shape.points(in: visible)
        let stray = points.filter {
          path.shape.nearest(to: piece.shape.point(at: $0), within: dot) == nil
        }
        #expect(stray.isEmpty, "points of a piece far from the path at zoom \(zoom)")
        let misplaced = points.filter {
          abs(path.shape.point(at: piece.pathIndex(of: $0)).y - piece.shape.ys[$0]) >= 1e-9
        }
        #expect(misplaced.isEmpty, "points with a wrong index in the path at zoom \(zoom)")
      }
    }
  }

  @Test func `a chunk behind inserted points keeps its key and gets its new position`() throws {
    var random = SplitMix64.forTest()
    let path = try StoredPath.walk(12_000, from: Self.starts[0], &random)
    var columns = path.columns
    let place = 5
    columns.latitudes.insert(columns.latitudes[place] + 1e-5, at: place)
    columns.longitudes.insert(columns.longitudes[place], at: place)
    columns.elevations.insert(.nan, at: place)
    columns.times.insert(.nan, at: place)
    columns.segmentStarts = columns.segmentStarts.map { $0 > place ? $0 + 1 : $0 }
    let keys = path.outline.levels.flatMap(\.chunks).map(\.key)
    let after = try StoredPath(columns, keysOf: path)
    let kept = after.outline.levels.flatMap(\.chunks).filter { keys.contains($0.key) }
    #expect(kept.contains { $0.firstPoint > 0 })
    let viewport = MapViewport(centre: path.shape.point(at: 9_000), zoom: 19)
    var cache = cache(path)
    cache.insert(after.pieces.filter { !keys.contains($0.key) })
    let plan = DetailPlan([after.map(1)], viewport, in: size, cache)
    let piece = try #require(plan.pieces[ItemID(.path, 1)]?.first)
    let own = after.shape.point(at: piece.pathIndex(of: 3))
    #expect(abs(own.y - piece.shape.ys[3]) < 1e-9)
  }

  @Test func `a coarser level is shown until the chunks of a view have been read`() throws {
    var random = SplitMix64.forTest()
    let path = try StoredPath.walk(12_000, from: Self.starts[0], &random)
    let viewport = MapViewport(centre: path.shape.point(at: 6_000), zoom: 17)
    var cache = DetailCache(limit: .max)
    let first = DetailPlan([path.map(1)], viewport, in: size, cache)
    #expect(first.pieces.isEmpty)
    #expect(!first.missing.isEmpty)
    let coarse = Set(path.outline.levels[0].chunks.map(\.key))
    cache.insert(path.pieces.filter { coarse.contains($0.key) })
    let second = DetailPlan([path.map(1)], viewport, in: size, cache)
    #expect(second.pieces[ItemID(.path, 1)]?.isEmpty == false)
    #expect(Set(second.used).isSubset(of: coarse))
    #expect(second.missing == first.missing)
    cache.insert(path.pieces.filter { first.missing.contains($0.key) })
    let third = DetailPlan([path.map(1)], viewport, in: size, cache)
    #expect(third.missing.isEmpty)
    #expect(Set(third.used).isDisjoint(with: coarse))
  }

  @Test func `a view of very many points shows a coarser level`() throws {
    var random = SplitMix64.forTest()
    let path = try StoredPath.walk(12_000, from: Self.starts[0], &random)
    let cache = cache(path)
    func shown(_ viewport: MapViewport, _ most: Int) -> Int {
      DetailPlan([path.map(1)], viewport, in: size, cache, mostPoints: most).pieces.values
        .reduce(0) { $0 + $1.reduce(0) { $0 + $1.shape.count } }
    }
    let viewports = stride(from: 15, through: 9, by: -0.5).map {
      MapViewport(centre: path.shape.point(at: 6_000), zoom: $0)
    }
    let viewport = try #require(viewports.first { shown($0, .max) > 500 })
    let all = shown(viewport, .max)
    #expect(shown(viewport, all / 2) <= all / 2)
  }

  @Test func `the cache keeps the pieces used last and never more bytes than its limit`() throws {
    var random = SplitMix64.forTest()
    let path = try StoredPath.walk(20_000, from: Self.starts[0], &random)
    let keys = path.pieces.keys.sorted()
    var cache = DetailCache(limit: 200_000)
    for key in keys {
      cache.insert([key: try #require(path.pieces[key])])
      cache.use([keys[0]])
      #expect(cache.bytes <= cache.limit)
    }
    #expect(cache.count < keys.count)
    #expect(cache[keys[0]] != nil)
    #expect(cache[try #require(keys.last)] != nil)
    #expect(cache[keys[1]] == nil)
  }

  @Test func `a box selects the same paths as with all points`() throws {
    var random = SplitMix64.forTest()
    let paths = try (0..<12).map { number in
      try StoredPath.walk(
        number % 3 == 0 ? 40 : 2_500,
        from: Coordinate(
          latitude: 46 + .random(in: 0...0.1, using: &random),
          longitude: 179.95 + .random(in: 0...0.1, using: &random)), &random)
    }
    let scene = MapScene(paths: paths.enumerated().map { $1.map(Int64($0)) })
    let whole = MapScene(
      paths: paths.enumerated().map { MapPath(id: ItemID(.path, Int64($0)), shape: $1.shape) })
    let viewport = MapViewport.world
    var undecided = 0
    for _ in 0..<300 {
      let path = try #require(paths.randomElement(using: &random))
      let corner = path.shape.point(at: .random(in: 0..<path.shape.count, using: &random))
      let side = pow(10, Double.random(in: -7 ... -4, using: &random))
      let box = MapArea(
        WorldBounds(
          minX: corner.x + side / 9, minY: corner.y - side / 3, maxX: corner.x + side,
          maxY: corner.y + side))
      let (found, unknown) = MapPicker(scene, viewport: viewport, size: size).items(in: box)
      undecided += unknown.count
      let more = unknown.filter { id, keys in
        keys.contains { paths[Int(id.key)].pieces[$0]?.shape.hasPoint(in: box) == true }
      }
      let expected = MapPicker(whole, viewport: viewport, size: size).items(in: box)
      #expect(expected.unknown.isEmpty)
      #expect((found + more.keys).sorted() == expected.found)
    }
    #expect(undecided > 0)
  }

  @Test func `a pick finds a path as near as with all points, within one dot`() throws {
    var random = SplitMix64.forTest()
    let paths = try (0..<8).map { _ in
      try StoredPath.walk(
        3_000,
        from: Coordinate(
          latitude: 46 + .random(in: 0...0.05, using: &random),
          longitude: 7 + .random(in: 0...0.05, using: &random)), &random)
    }
    var cache = DetailCache(limit: .max)
    var scene = MapScene()
    for (number, path) in paths.enumerated() {
      // The keys of different paths must differ.
      scene.paths = [path.map(Int64(number))]
      cache = self.cache(path)
      let viewport = MapViewport(centre: path.shape.point(at: 1_000), zoom: 11)
      scene.pieces = DetailPlan(scene.paths, viewport, in: size, cache).pieces
      let whole = MapScene(paths: [MapPath(id: ItemID(.path, Int64(number)), shape: path.shape)])
      for _ in 0..<200 {
        // Closer to the edges, a pick can find a leg outside the view, whose chunk is not read.
        let cell = Point(
          column: .random(in: 7..<size.columns - 7, using: &random),
          row: .random(in: 4..<size.rows - 4, using: &random))
        func hit(_ scene: MapScene, _ radius: Double) -> Double? {
          MapPicker(scene, viewport: viewport, size: size)
            .nearestPath(to: cell, radiusDots: radius)
            .map { $0.hit.distanceWorldUnits * viewport.dotsPerWorld }
        }
        guard let exact = hit(whole, 12) else { continue }
        let found = try #require(hit(scene, 13))
        #expect(abs(found - exact) < 1)
      }
    }
  }
}
