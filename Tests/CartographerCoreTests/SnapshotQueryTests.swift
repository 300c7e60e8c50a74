import CartographerModel
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import CartographerCore
@testable import SwiftData

/// Queries of parts of the library, compared with the full snapshot.
@Suite struct SnapshotQueryTests {
  @Test func `a snapshot of some items equals that part of the full snapshot`() async throws {
    try await afterRandomEdits { library, random in
      let whole = try await library.snapshot(countingPoints: false)
      let all = Self.ids(whole)
      let ids = Array(all.shuffled(using: &random).prefix(5)) + [ItemID(.location, 9_999)]
      let named = Set(ids)
      let groups = named.filter { $0.kind == .group }
      for withMembers in [false, true] {
        let part = try await library.snapshot(
          of: ids, withMembers: withMembers ? [.location, .path] : [])
        func isWanted(_ id: ItemID, _ own: [ItemID]) -> Bool {
          named.contains(id) || withMembers && !groups.isDisjoint(with: own)
        }
        #expect(part.places == whole.places.filter { isWanted($0.id, $0.groups) })
        #expect(part.paths == whole.paths.filter { isWanted($0.id, $0.groups) })
        let around = Set(part.places.flatMap(\.groups) + part.paths.flatMap(\.groups))
        #expect(
          part.groups.map(\.name)
            == whole.groups.filter { named.union(around).contains($0.id) }.map(\.name))
      }
      let planned = try await library.snapshot(of: Array(groups), withItineraries: true)
      #expect(
        planned.groups.map(\.itinerary)
          == whole.groups.filter { groups.contains($0.id) }.map(\.itinerary))
    }
  }

  @Test func `the trash holds the trashed items of the full snapshot`() async throws {
    try await afterRandomEdits { library, _ in
      let whole = try await library.snapshot(countingPoints: false)
      let trash = try await library.trash()
      #expect(trash.places == whole.places.filter { $0.trashed != nil })
      #expect(trash.paths == whole.paths.filter { $0.trashed != nil })
      #expect(
        trash.groups.filter { $0.trashed != nil }.map(\.id)
          == whole.groups.filter { $0.trashed != nil }.map(\.id))
    }
  }

  @Test func `names resolve to the same items as in the full snapshot`() async throws {
    try await afterRandomEdits { library, random in
      let ids = try await Self.ids(library.snapshot())
      for (id, name) in zip(ids.shuffled(using: &random), ["Zürich", "P3", "Kelvin K", "é"]) {
        _ = try? await library.apply(.set(.name, of: [id], to: name))
      }
      let whole = try await library.snapshot()
      let words =
        ["Zu\u{308}rich", "Zürich", "P3", "p1", "Kelvin \u{212A}", "e\u{301}", "nobody", "L9999"]
        + whole.places.map(\.name) + whole.groups.map(\.name)
      for kinds: Set<ItemID.Kind> in [[.location, .path, .group], [.group], [.location, .path]] {
        let resolver = try await library.resolver(for: words, kinds: kinds)
        for word in words {
          let found = Result { try resolver.item(word) }
          let expected = Self.items(named: word, in: whole, kinds)
          switch found {
          case .success(let id): #expect([id] == expected, "\(word)")
          case .failure(let error as LibraryError):
            #expect(expected.count != 1, "\(word)")
            let missing = [ItemID(word)].compactMap(\.self)
            #expect(error.ids == (expected.isEmpty ? missing : expected), "\(word)")
          case .failure(let error): Issue.record(error)
          }
        }
      }
    }
  }

  /// Returns the items that a word names by its ID or name, computed from the full snapshot alone.
  private static func items(
    named word: String, in whole: LibrarySnapshot, _ kinds: Set<ItemID.Kind>
  ) -> [ItemID] {
    if let id = ItemID(word), ids(whole).contains(id) { return [id] }
    let places = whole.places.filter { $0.trashed == nil && $0.name == word }.map(\.id)
    let paths = whole.paths.filter { $0.trashed == nil && $0.name == word }.map(\.id)
    let groups = whole.groups.filter { $0.trashed == nil && $0.name == word }.map(\.id)
    return (places + paths + groups).filter { kinds.contains($0.kind) }
  }

  @Test func `paths read together equal paths read one by one`() async throws {
    try await afterRandomEdits { library, random in
      let whole = try await library.snapshot()
      let ids = whole.paths.map(\.id).shuffled(using: &random) + [ItemID(.path, 9_999)]
      let together = try await library.geometries(of: ids)
      #expect(together.map(\.id) == ids.dropLast())
      let lengths = try await library.lengths(of: ids)
      let statistics = try await library.statistics(of: [])
      #expect(
        statistics.paths.map(\.id) == whole.paths.filter { $0.trashed == nil }.map(\.id))
      for geometry in together {
        let alone = try #require(await library.geometry(geometry.id))
        #expect(alone.keys == geometry.keys)
        #expect(alone.columns.latitudes == geometry.columns.latitudes)
        #expect(alone.columns.segmentStarts == geometry.columns.segmentStarts)
        #expect(alone.measures == geometry.measures)
        #expect(alone.count == whole.paths.item(geometry.id)?.pointCount)
        let length = try #require(lengths[geometry.id])
        #expect(length.metres == alone.measures.lengthMetres)
        #expect(length.segments == alone.measures.segments)
        let own = try #require(await library.statistics(of: [geometry.id]).paths.first)
        #expect(own.lengthMetres == alone.measures.lengthMetres)
        // With a breakdown, the statistics are computed from the points, not from the stored
        // levels.
        let computed = try await library.statistics(
          of: [geometry.id], StatisticsOptions(hasSlopes: true))
        #expect(computed.paths == [own])
        if let shared = statistics.paths.first(where: { $0.id == geometry.id }) {
          #expect(shared == own)
        }
      }
    }
  }

  @Test func `the nearest items equal those found by measuring every item`() async throws {
    let library = try await Library.sample()
    var random = SplitMix64.forTest()
    for _ in 0..<40 {
      _ = try await library.apply(
        .addPlace(name: "P", random.position(Coordinate.init), elevationMetres: nil, groups: []))
      let start = random.position(Coordinate.init)
      let reach: Double = [0.01, 1, 40].randomElement(using: &random) ?? 1
      let points = (0..<4).map { _ in
        Coordinate(
          latitude: min(max(start.latitude + .random(in: -reach...reach, using: &random), -90), 90),
          longitude: start.longitude)
      }
      _ = try await library.apply(.addPath(name: "W", kind: .track, points: points, groups: []))
    }
    _ = try await library.apply(.trash([ItemID(.location, 5), ItemID(.path, 5)]))
    let whole = try await library.snapshot()
    for _ in 0..<60 {
      let position = random.position(Coordinate.init)
      var expected: [(metres: Double, id: ItemID)] = []
      for place in whole.places where place.trashed == nil {
        expected.append(
          (Geodesic.distanceMetres(from: position, to: place.coordinate), place.id))
      }
      for path in whole.paths where path.trashed == nil {
        let columns = try #require(await library.geometry(path.id)).columns
        let nearest = try #require(columns.nearest(to: position))
        expected.append(
          (
            Geodesic.distanceMetres(from: position, to: columns.coordinate(at: nearest.place)),
            path.id
          ))
      }
      expected.sort { ($0.metres, $0.id) < ($1.metres, $1.id) }
      let found = try await library.nearest(to: position, limit: 7)
      #expect(found.map(\.id) == expected.prefix(7).map(\.id))
      let within = expected[3].metres
      let near = try await library.nearest(
        to: position, limit: 99, withinMetres: within, except: [expected[0].id])
      // Paths that share a point are equally near.
      let wanted = expected.dropFirst().prefix { $0.metres <= within }
      #expect(near.map(\.id) == wanted.map(\.id))
    }
  }

  @Test func `reading single items scans no table of items`() async throws {
    let library = try await Library.sample()
    let ids = [ItemID(.location, 1), ItemID(.path, 1), ItemID(.group, 2)]
    let container = library.container
    let statements = try container.store.tracing {
      _ = try SnapshotReader.items(ids, withMembers: [.location, .path], in: container)
      try PathReader(ModelContext(container)).forEachPath([1], .points) { _, _ in }
    }
    #expect(statements.count > 6)
    for sql in statements where sql.hasPrefix("SELECT") {
      let plan = try container.store.read { connection in
        try connection.rows("EXPLAIN QUERY PLAN \(sql)").map { "\($0)" }.joined(separator: "\n")
      }
      for table in ["t0", "Location", "Path", "Waypoint", "AnnotationGroup"] {
        #expect(!plan.contains("SCAN \(table)"), "\(sql): \(plan)")
      }
    }
  }

  @Test func `reading all points uses the index of their paths`() async throws {
    let library = try await Library.sample()
    let container = library.container
    let statements = try container.store.tracing {
      try ModelContext(container).forEachChunk(
        of: Waypoint.self, [.key], rows: .leading(to: \Waypoint.path, keys: nil)
      ) { _ in }
    }
    let sql = try #require(statements.last { $0.hasPrefix("SELECT") })
    let plan = try container.store.read { connection in
      try connection.rows("EXPLAIN QUERY PLAN \(sql)").map { "\($0)" }.joined(separator: "\n")
    }
    #expect(plan.contains("USING") && !plan.contains("TEMP B-TREE"), "\(plan)")
  }

  // MARK: Random libraries

  private static func ids(_ snapshot: LibrarySnapshot) -> [ItemID] {
    snapshot.places.map(\.id) + snapshot.paths.map(\.id) + snapshot.groups.map(\.id)
  }

  private func afterRandomEdits(
    _ body: (Library, inout SplitMix64) async throws -> Void
  ) async throws {
    var random = SplitMix64.forTest()
    let library = try await Library.sample()
    for _ in 0..<6 {
      for _ in 0..<25 {
        let snapshot = try await library.snapshot()
        let edit = try await RandomEditTests.edit(snapshot, library, &random)
        _ = try? await library.apply(edit)
      }
      try await body(library, &random)
    }
  }
}
