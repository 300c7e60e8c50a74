import SwiftData
import TestSupport
import Testing

private enum C1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Ride.self, Bike.self] }

  @Model final class Ride {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Bike {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum C2: VersionedSchema {
  enum Kind: String, Codable {
    case road, gravel
  }

  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Ride.self] }

  @Model final class Ride {
    var name: String
    var kind: Kind
    var limit: Double = Double.infinity
    var link: URL
    init(name: String, kind: Kind, link: URL) {
      self.name = name
      self.kind = kind
      self.link = link
    }
  }
}

/// The models of C2. The stages to C3 and C4 change only data.
private enum C3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { C2.models }
}

private enum C4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { C2.models }
}

private enum C5: VersionedSchema {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] { [Ride.self, Bike.self] }

  @Model final class Ride {
    var name: String
    var kind: C2.Kind
    var limit: Double = Double.infinity
    var link: URL
    init(name: String, kind: C2.Kind, link: URL) {
      self.name = name
      self.kind = kind
      self.link = link
    }
  }

  @Model final class Bike {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum Chain<Last: VersionedSchema>: SchemaMigrationPlan {
  private static var all: [any VersionedSchema.Type] {
    [C1.self, C2.self, C3.self, C4.self, C5.self]
  }

  static var schemas: [any VersionedSchema.Type] {
    all.filter { $0.versionIdentifier <= Last.versionIdentifier }
  }

  static var stages: [MigrationStage] {
    Array(allStages.prefix(schemas.count - 1))
  }

  private static var allStages: [MigrationStage] {
    [
      .custom(fromVersion: C1.self, toVersion: C2.self, willMigrate: nil) { context in
        for ride in try context.fetch(FetchDescriptor<C2.Ride>()) {
          ride.kind = .gravel
          ride.link = URL(fileURLWithPath: "/ride")
        }
        try context.save()
      },
      .custom(
        fromVersion: C2.self, toVersion: C3.self,
        willMigrate: { context in
          for ride in try context.fetch(FetchDescriptor<C2.Ride>()) { ride.name += "3" }
          try context.save()
        }, didMigrate: nil),
      .custom(fromVersion: C3.self, toVersion: C4.self, willMigrate: nil) { context in
        for ride in try context.fetch(FetchDescriptor<C2.Ride>()) { ride.name += "4" }
      },
      .lightweight(fromVersion: C4.self, toVersion: C5.self),
    ]
  }
}

/// The models of C1. The stage to D2 changes only data.
private enum D2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { C1.models }
}

private enum DataPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [C1.self, D2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: C1.self, toVersion: D2.self, willMigrate: nil) { context in
        for ride in try context.fetch(FetchDescriptor<C1.Ride>()) { ride.name += "!" }
      }
    ]
  }
}

/// Several migrations of one store, in one launch or in several.
@Suite struct MigrationChainTests {
  private func open<S: VersionedSchema>(_ schema: S.Type, _ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: schema),
      migrationPlan: S.self == C1.self ? nil : Chain<S>.self,
      configurations: ModelConfiguration(url: url))
  }

  private func makeStore(_ url: URL) throws {
    let container = try open(C1.self, url)
    let context = ModelContext(container)
    context.insert(C1.Ride(name: "a"))
    for name in ["x", "y", "z"] { context.insert(C1.Bike(name: name)) }
    try context.save()
    try container.close()
  }

  @Test func `didMigrate sets the values of mandatory properties without a default`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let container = try open(C2.self, url)
      let context = ModelContext(container)
      let ride = try #require(try context.fetch(FetchDescriptor<C2.Ride>()).first)
      #expect(ride.kind == .gravel)
      #expect(ride.limit == .infinity)
      #expect(ride.link.path == "/ride")
      try container.close()
    }
  }

  @Test func `each stage that changes only data runs once`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      try open(C3.self, url).close()
      let container = try open(C4.self, url)
      let context = ModelContext(container)
      #expect(try context.fetch(FetchDescriptor<C2.Ride>()).map(\.name) == ["a34"])
      #expect(container.migrationReport?.stages.count == 1)
      try container.close()
      let again = try open(C4.self, url)
      #expect(again.migrationReport == nil)
      try again.close()
    }
  }

  @Test func `a new store gets the last version of the plan if its schema has no version`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      func openLast() throws -> ModelContainer {
        try ModelContainer(
          for: Schema(C1.Ride.self, C1.Bike.self), migrationPlan: DataPlan.self,
          configurations: ModelConfiguration(url: url))
      }
      let made = try openLast()
      let context = ModelContext(made)
      context.insert(C1.Ride(name: "new"))
      try context.save()
      try made.close()
      #expect(try ModelContainer.inspect(url: url).version == D2.versionIdentifier)
      let again = try openLast()
      #expect(again.migrationReport == nil)
      #expect(try ModelContext(again).fetch(FetchDescriptor<C1.Ride>()).map(\.name) == ["new"])
      try again.close()
    }
  }

  @Test func `the newest backups are kept even if all were made within one second`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      var backups: [URL] = []
      for schema in [C2.self, C3.self, C4.self, C5.self] as [any VersionedSchema.Type] {
        let container = try open(schema, url)
        backups.append(try #require(container.migrationReport?.backup))
        try container.close()
      }
      #expect(StoreBackup.list(of: url).map(\.path) == backups.dropFirst().map(\.path))
    }
  }

  @Test func `keys of an entity that was removed and added again are not reused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let container = try open(C5.self, url)
      #expect(container.migrationReport?.stages.count == 4)
      let context = ModelContext(container)
      let bike = C5.Bike(name: "new")
      context.insert(bike)
      try context.save()
      #expect(bike.persistentModelID.primaryKey == 4)
      try container.close()
    }
  }

  @Test func `history entries stay listed after several migrations`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      func rename(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        try context.fetch(FetchDescriptor<C2.Ride>()).first?.name += "!"
        try context.save()
        try container.close()
      }
      try rename(open(C2.self, url))
      try rename(open(C3.self, url))
      let container = try open(C4.self, url)
      #expect(try container.history().map(\.state) == [.sealed, .sealed, .sealed])
      try rename(container)
      let last = try open(C4.self, url)
      let revision = try last.revision()
      #expect(try last.undo().entry.state == .done)
      #expect(try last.revision() == revision + 1)
      #expect(try last.history().map(\.state) == [.undone, .sealed, .sealed, .sealed])
      try last.close()
      #expect(try StoreIntegrity.findings(of: url).isEmpty)
    }
  }
}
