import Dispatch
import SwiftData
import TestSupport
import Testing

/// A stash is empty at the start of every migration, even if the previous migration failed.
@Suite(.serialized) struct MigrationStashTests {
  /// A park has a city in V1, a town in V2, and a town and its number of letters in V3.
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Park.self] }

    @Model final class Park {
      var name: String
      var city: String
      init(name: String, city: String) {
        self.name = name
        self.city = city
      }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Park.self] }

    @Model final class Park {
      var name: String
      var town: String = ""
      init(name: String) { self.name = name }
    }
  }

  enum V3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Park.self] }

    @Model final class Park {
      var name: String
      var town: String = ""
      var letters: Int = 0
      init(name: String) { self.name = name }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
    static var stages: [MigrationStage] { [toV2, toV3] }

    @MigrationStashed static var cityOfPark: [String: String] = [:]
    @MigrationStashed static var starts: [Int] = []

    static let toV2 = MigrationStage.custom(
      fromVersion: V1.self, toVersion: V2.self,
      willMigrate: { context in
        starts.append(cityOfPark.count)
        for park in try context.fetch(FetchDescriptor<V1.Park>()) {
          cityOfPark[park.name] = park.city
        }
        if cityOfPark.values.contains("nowhere") { throw Refusal() }
      },
      didMigrate: { context in
        for park in try context.fetch(FetchDescriptor<V2.Park>()) {
          park.town = cityOfPark[park.name] ?? "lost"
        }
        try context.save()
      })

    static let toV3 = MigrationStage.custom(
      fromVersion: V2.self, toVersion: V3.self, willMigrate: nil,
      didMigrate: { context in
        for park in try context.fetch(FetchDescriptor<V3.Park>()) {
          park.letters = cityOfPark[park.name]?.count ?? -1
        }
        try context.save()
      })
  }

  struct Refusal: Error {}

  private func makeStore(_ url: URL, _ parks: [(String, String)]) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for (name, city) in parks { context.insert(V1.Park(name: name, city: city)) }
    try context.save()
    try container.close()
  }

  private func migrate(_ url: URL) throws -> [String: Int] {
    let container = try ModelContainer(
      for: Schema(versionedSchema: V3.self), migrationPlan: Plan.self,
      configurations: ModelConfiguration(url: url))
    defer { try? container.close() }
    let parks = try ModelContext(container).fetch(FetchDescriptor<V3.Park>())
    return Dictionary(uniqueKeysWithValues: parks.map { ("\($0.name), \($0.town)", $0.letters) })
  }

  @Test func `the stages of one migration share a stash`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      try makeStore(url, [("Elm", "Ulm"), ("Oak", "Bonn")])
      #expect(try migrate(url) == ["Elm, Ulm": 3, "Oak, Bonn": 4])
    }
  }

  @Test func `a stash is empty after a migration`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      try makeStore(url, [("Elm", "Ulm")])
      _ = try migrate(url)
      #expect(Plan.cityOfPark.isEmpty)
      #expect(Plan.starts.isEmpty)
    }
  }

  @Test func `values stashed by a failed migration are cleared`() throws {
    try TemporaryDirectory.with { folder in
      let bad = folder.appending(path: "bad.store")
      try makeStore(bad, [("Elm", "wrong"), ("Ash", "nowhere")])
      let error = #expect(throws: SwiftDataError.stageFailed) { try migrate(bad) }
      #expect(error?.underlying is Refusal)
      #expect(Plan.cityOfPark.isEmpty)

      let good = folder.appending(path: "good.store")
      try makeStore(good, [("Oak", "Bonn")])
      #expect(try migrate(good) == ["Oak, Bonn": 4])
    }
  }

  @Test func `values stashed before a migration are not visible during the migration`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      try makeStore(url, [("Elm", "Ulm")])
      Plan.cityOfPark = ["Elm": "left over", "Fir": "left over"]
      #expect(try migrate(url) == ["Elm, Ulm": 3])
    }
  }

  /// A plan whose closure migrates another store with a plan that uses the same stash.
  enum Outer: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [toV2] }
    static let toV2 = MigrationStage.custom(
      fromVersion: V1.self, toVersion: V2.self,
      willMigrate: { context in
        for park in try context.fetch(FetchDescriptor<V1.Park>()) {
          Plan.cityOfPark[park.name] = park.city
        }
        let url = try #require(other)
        let container = try ModelContainer(
          for: Schema(versionedSchema: V3.self), migrationPlan: Plan.self,
          configurations: ModelConfiguration(url: url))
        try container.close()
      },
      didMigrate: { context in
        for park in try context.fetch(FetchDescriptor<V2.Park>()) {
          park.town = Plan.cityOfPark[park.name] ?? "lost"
        }
        try context.save()
      })

    @TaskLocal static var other: URL?
  }

  @Test func `a nested migration has its own stash`() throws {
    try TemporaryDirectory.with { folder in
      let inner = folder.appending(path: "inner.store")
      let outer = folder.appending(path: "outer.store")
      try makeStore(inner, [("Elm", "Ulm")])
      try makeStore(outer, [("Oak", "Bonn")])
      let towns = try Outer.$other.withValue(inner) {
        let container = try ModelContainer(
          for: Schema(versionedSchema: V2.self), migrationPlan: Outer.self,
          configurations: ModelConfiguration(url: outer))
        defer { try? container.close() }
        return try ModelContext(container).fetch(FetchDescriptor<V2.Park>()).map(\.town)
      }
      #expect(towns == ["Bonn"])
      #expect(try migrate(inner) == ["Elm, Ulm": 3])
    }
  }

  /// A plan that inserts into a stash concurrently. Insertions outside a migration could be removed
  /// by a migration of another test: every migration resets all stashes of the process.
  enum Concurrent: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [toV2] }

    @MigrationStashed static var values: Set<Int> = []

    static let toV2 = MigrationStage.custom(
      fromVersion: V1.self, toVersion: V2.self,
      willMigrate: { _ in
        DispatchQueue.concurrentPerform(iterations: 8) { task in
          for step in 0..<500 { values.insert(task * 500 + step) }
        }
      },
      didMigrate: { context in
        for park in try context.fetch(FetchDescriptor<V2.Park>()) { park.town = "\(values.count)" }
        try context.save()
      })
  }

  @Test func `concurrent insertions into a stash are not lost`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      try makeStore(url, [("Elm", "Ulm")])
      let container = try ModelContainer(
        for: Schema(versionedSchema: V2.self), migrationPlan: Concurrent.self,
        configurations: ModelConfiguration(url: url))
      defer { try? container.close() }
      let parks = try ModelContext(container).fetch(FetchDescriptor<V2.Park>())
      #expect(parks.map(\.town) == ["4000"])
    }
  }
}
