import CartographerModel
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import CartographerCore
@testable import SwiftData

/// The search for the nearest places and paths by the boxes of paths.
@Suite struct NearbyTests {
  private func add(_ points: [Coordinate], to library: Library) async throws -> ItemID {
    try await library.apply(.addPath(name: "P", kind: .track, points: points, groups: [])).created[
      0]
  }

  private func walk(
    _ count: Int, from start: Coordinate, reach: Double, _ random: inout SplitMix64
  ) -> [Coordinate] {
    var here = start
    return (0..<count).map { index in
      if index > 0 {
        let longitude = here.longitude + .random(in: -reach...reach, using: &random)
        let latitude = here.latitude + .random(in: -reach...reach, using: &random)
        here = Coordinate(
          latitude: min(max(latitude, -90), 90), longitude: longitude.remainder(dividingBy: 360))
      }
      return here
    }
  }

  /// Returns the items outside the trash with their distances, nearest first, found by measuring
  /// every item.
  private func measured(
    _ library: Library, from position: Coordinate
  ) async throws -> [(metres: Double, id: ItemID)] {
    let whole = try await library.snapshot()
    var items: [(metres: Double, id: ItemID)] = whole.places.filter { $0.trashed == nil }.map {
      (Geodesic.inverse(from: position, to: $0.coordinate).distanceMetres, $0.id)
    }
    for path in whole.paths where path.trashed == nil {
      let columns = try #require(await library.geometry(path.id)).columns
      guard let nearest = columns.nearest(to: position) else { continue }
      let place = columns.coordinate(at: nearest.place)
      items.append((Geodesic.inverse(from: position, to: place).distanceMetres, path.id))
    }
    return items.sorted { ($0.metres, $0.id) < ($1.metres, $1.id) }
  }

  @Test func `the nearest items equal those found by measuring every item, anywhere on the Earth`()
    async throws
  {
    let library = try await Library.temporary()
    var random = SplitMix64.forTest()
    let starts = [(89.9, 20.0), (-90, 0), (0, 180), (-17, 179.99), (46, 7)].map(Coordinate.init)
    for start in starts + (0..<10).map({ _ in random.position(Coordinate.init) }) {
      for (count, reach) in [(1, 0.0), (5, 1e-3), (4, 1.5), (3, 30), (2, 150), (2_500, 1e-3)] {
        _ = try await add(walk(count, from: start, reach: reach, &random), to: library)
      }
      _ = try await library.apply(
        .addPlace(name: "Hut", start, elevationMetres: nil, groups: []))
    }
    _ = try await library.apply(.trash([ItemID(.path, 2), ItemID(.location, 1)]))
    let context = ModelContext(library.container)
    // A path without levels of detail has no box.
    let bare = [context.identifier(of: PathDetail.self, key: 7)]
    try context.transaction(title: "Damage") {
      try context.deleteRows(
        of: PathDetail.self, where: #Predicate { bare.contains($0.persistentModelID) })
    }
    var positions = starts + (0..<12).map { _ in random.position(Coordinate.init) }
    positions += starts.map { walk(2, from: $0, reach: 1, &random)[1] }
    for position in positions {
      let expected = try await measured(library, from: position)
      for limit in [1, 7, 1_000] {
        let found = try await library.nearest(to: position, limit: limit)
        #expect(found.map(\.id) == expected.prefix(limit).map(\.id), "\(position)")
        #expect(found.map(\.metres) == expected.prefix(limit).map(\.metres))
      }
      for index in [0, 3, 20] {
        let metres = expected[index].metres
        let found = try await library.nearest(
          to: position, limit: 99, withinMetres: metres, except: [expected[1].id])
        let wanted = expected.filter { $0.metres <= metres && $0.id != expected[1].id }
        #expect(found.map(\.id) == wanted.prefix(99).map(\.id), "\(position)")
      }
      let paths = try await library.nearest(to: position, kinds: [.path], limit: 5)
      #expect(
        paths.map(\.id) == expected.map(\.id).filter { $0.kind == .path }.prefix(5).map(\.self))
    }
  }

  @Test func `a path is near a position on a geodesic north of all its points`() async throws {
    let library = try await Library.temporary()
    let ends = [(60.0, -50.0), (60, 50)].map(Coordinate.init)
    let flight = try await add(ends, to: library)
    let middle = Geodesic.interpolate(from: ends[0], to: ends[1], fraction: 0.5)
    #expect(middle.latitude > 69)
    let found = try await library.nearest(to: middle, limit: 1, withinMetres: 100)
    #expect(found.map(\.id) == [flight])
  }

  @Test func `a path whose row is damaged is measured by its points`() async throws {
    let library = try await Library.temporary()
    let here = Coordinate(latitude: 46, longitude: 7)
    let path = try await add([here, Coordinate(latitude: 46.1, longitude: 7)], to: library)
    let context = ModelContext(library.container)
    try context.transaction(title: "Damage") {
      for detail in try context.fetch(FetchDescriptor<PathDetail>()) { detail.content = Data([1]) }
      try context.save()
    }
    #expect(try await library.nearest(to: here, limit: 1).map(\.id) == [path])
  }

  @Test func `a search reads no rows of distant paths`() async throws {
    let library = try await Library.temporary()
    for latitude in stride(from: -60.0, through: 60, by: 1) {
      let points = (0..<600).map {
        Coordinate(latitude: latitude + Double($0) * 1e-4, longitude: 7)
      }
      _ = try await add(points, to: library)
    }
    let here = Coordinate(latitude: 46.01, longitude: 7.001)
    let container = library.container
    let statements = try container.store.tracing {
      var search = NearbySearch(here, limit: 1, withinMetres: 5_000)
      var paths = NearbyPaths(ModelContext(container), around: here, except: [])
      try paths.add(to: &search)
      #expect(search.found.count == 1)
    }.filter { $0.hasPrefix("SELECT") && $0.contains(" AS t0 ") && $0.contains("\"south\"") }
    #expect(statements.contains { $0.contains("PathChunk") })
    #expect(statements.contains { $0.contains("PathDetail") })
    for sql in statements {
      let plan = try container.store.read { connection in
        try connection.rows("EXPLAIN QUERY PLAN \(sql)").map { "\($0)" }.joined(separator: "\n")
      }
      #expect(plan.contains("VIRTUAL TABLE INDEX"), "\(sql): \(plan)")
      #expect(!plan.contains("SCAN t0"), "\(sql): \(plan)")
    }
  }
}
