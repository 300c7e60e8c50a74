import CartographerModel
import Foundation
import SwiftData
import TestSupport
import Testing

/// The migration plan with an empty `didMigrate`, which does not apply the stashed memberships.
private enum EmptyDidMigratePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [CartographerSchemaV1.self, CartographerSchemaV2.self]
  }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: CartographerSchemaV1.self, toVersion: CartographerSchemaV2.self,
        willMigrate: { try CartographerMigrationPlan.collectGroups(in: $0) },
        didMigrate: { _ in })
    ]
  }
}

@Suite(.serialized) struct OneGroupToManyTests {
  @Test func `the migration keeps the members of every group and the points of a long path`() throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "old.store")
      try OldStores.writeV1(url, pathPoints: 100_000)
      let container = try OldStores.openCurrent(url)
      let context = ModelContext(container)
      let groups = try context.fetch(FetchDescriptor<AnnotationGroup>())
      #expect(groups.map(\.name) == ["Alpes d'été", "Alpes d'été", "Rien", "山の旅 🏔"])
      #expect(
        groups.map { $0.locations.map(\.name) }
          == [["Lieu 0", "Lieu 2"], ["Lieu 1", "Lieu 6"], [], ["Lieu 4"]])
      #expect(groups.map { $0.paths.map(\.name) } == [["Sentier 0"], [], [], ["Sentier 2"]])
      let places = try context.fetch(FetchDescriptor<Location>())
      #expect(places.filter(\.groups.isEmpty).map(\.name) == ["Lieu 3", "Lieu 5"])
      var count = 0
      var sum = 0.0
      let long = try #require(groups[3].paths.first).persistentModelID
      try context.forEachChunk(
        of: Waypoint.self, [.double(\.latitude), .integer(\.index), .reference(\.path)]
      ) { chunk in
        for row in 0..<chunk.count where chunk.integers(2)[row] == long.primaryKey {
          #expect(chunk.integers(1)[row] == Int64(count) * 1_024)
          sum += chunk.doubles(0)[row]
          count += 1
        }
      }
      #expect(count == 100_000)
      #expect(abs(sum - (46 * 100_000 + 1e-5 * Double(99_999) * 50_000)) < 1e-3)
      try container.close()
    }
  }

  @Test func `stores that are migrated at the same time keep their own members`() async throws {
    try await TemporaryDirectory.with { folder in
      let urls = (0..<4).map { folder.appending(path: "old\($0).store") }
      for url in urls { try OldStores.writeV1(url) }
      let descriptions = try await withThrowingTaskGroup(of: [String].self) { group in
        for url in urls {
          group.addTask {
            let container = try OldStores.openCurrent(url)
            defer { try? container.close() }
            return try OldStores.describe(container)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(descriptions).count == 1)
      #expect(descriptions.first?.filter { $0.contains("groups 1") }.count == 3)
    }
  }

  @Test func `the memberships are lost if the migration does not apply its stash`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "old.store")
      try OldStores.writeV1(url)
      let container = try OldStores.openCurrent(url, plan: EmptyDidMigratePlan.self)
      let context = ModelContext(container)
      typealias V2 = CartographerSchemaV2
      for group in try context.fetch(FetchDescriptor<V2.AnnotationGroup>()) {
        #expect(group.locations.isEmpty)
        #expect(group.paths.isEmpty)
      }
      let report = try #require(container.migrationReport)
      let memberships = report.links.filter {
        $0.name == "AnnotationGroup.locations" || $0.name == "AnnotationGroup.paths"
      }
      #expect(memberships.map(\.before).reduce(0, +) == 7)
      #expect(memberships.map(\.after) == [0, 0])
      try container.close()
    }
  }

  @Test func `a migration through the bridge version gives the same rows and links`() throws {
    try TemporaryDirectory.with { folder in
      let stash = folder.appending(path: "stash.store")
      let bridge = folder.appending(path: "bridge.store")
      try OldStores.writeV1(stash)
      try FileManager.default.copyItem(at: stash, to: bridge)
      let first = try OldStores.openCurrent(stash)
      let expected = try OldStores.describe(first)
      try first.close()
      let bridged = try OldStores.openCurrent(bridge, plan: BridgePlan.self)
      try bridged.close()
      let second = try OldStores.openCurrent(bridge)
      #expect(try OldStores.describe(second) == expected)
      try second.close()
    }
  }
}
