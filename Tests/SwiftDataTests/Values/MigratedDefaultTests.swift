import Foundation
import TestSupport
import Testing

@testable import SwiftData

/// Default values of new properties in migrated rows.
@Suite struct MigratedDefaultTests {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Stop.self] }
    @Model final class Stop {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Stop.self] }
    @Model final class Stop {
      var name: String
      var text: String = "a\0'b"
      var bytes: Data = Data([0, 255])
      var identifier: UUID = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!
      var link: URL = URL(string: "https://example.org")!
      var date: Date = Date.distantPast
      var far: Double = -Double.infinity
      var shade: StoredValueTests.Shade = StoredValueTests.Shade.dark
      var shape: StoredValueTests.Shape = StoredValueTests.Shape.circle(radius: 2)
      var list: [String] = ["x", "\0"]
      @Attribute(.ephemeral) var count: Int = 4
      init(_ name: String) { self.name = name }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
  }

  @Test func `a migration gives existing rows the default values of new properties`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      let old = try ModelContainer(
        for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
      let context = ModelContext(old)
      context.insert(V1.Stop("s"))
      try context.save()
      try old.close()
      let container = try ModelContainer(
        for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
        configurations: ModelConfiguration(url: url))
      let migrated = ModelContext(container)
      let stop = try #require(try migrated.fetch(FetchDescriptor<V2.Stop>()).first)
      let fresh = V2.Stop("t")
      #expect(stop.text == fresh.text && stop.bytes == fresh.bytes && stop.link == fresh.link)
      #expect(stop.identifier == fresh.identifier && stop.date == fresh.date)
      #expect(stop.far == fresh.far && stop.shade == fresh.shade && stop.shape == fresh.shape)
      #expect(stop.list == fresh.list && stop.count == 4)
      try container.close()
    }
  }
}
