import SwiftData
import TestSupport
import Testing

/// The first of three schema versions. Each test chooses a plan to migrate between them.
private enum V1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model final class Item {
    var name: String
    var note: String?
    var owner: Owner?
    init(name: String, note: String? = nil) {
      self.name = name
      self.note = note
    }
  }

  @Model final class Owner {
    var title: String
    @Relationship(inverse: \Item.owner) var items: [Item] = []
    init(title: String) { self.title = title }
  }
}

private enum V2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model final class Item {
    @Attribute(.unique) var name: String
    var note: String?
    var rank: Int = 5
    @Attribute var serial: UUID = UUID()
    var owner: Owner?
    init(name: String) { self.name = name }
  }

  @Model final class Owner {
    @Attribute(originalName: "title") var label: String
    @Relationship(inverse: \Item.owner) var items: [Item] = []
    init(label: String) { self.label = label }
  }
}

private enum V3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model final class Item {
    @Attribute(.unique) var name: String
    var rank: Int = 5
    @Attribute var serial: UUID = UUID()
    var created: Date
    init(name: String, created: Date) {
      self.name = name
      self.created = created
    }
  }
}

private enum Plan2: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
  }
}

private enum Plan3: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
  static var stages: [MigrationStage] {
    Plan2.stages + [
      .custom(fromVersion: V2.self, toVersion: V3.self, willMigrate: nil) { context in
        for item in try context.fetch(FetchDescriptor<V3.Item>()) {
          item.created = Date(timeIntervalSinceReferenceDate: 42)
        }
        try context.save()
      }
    ]
  }
}

private enum PlanWithUnsetProperty: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { Plan3.schemas }
  static var stages: [MigrationStage] {
    Plan2.stages + [
      .custom(fromVersion: V2.self, toVersion: V3.self, willMigrate: nil) { context in
        try context.fetch(FetchDescriptor<V3.Item>()).first?.created = Date.distantPast
      }
    ]
  }
}

private enum PlanIgnoringFetchError: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { Plan2.schemas }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: V1.self, toVersion: V2.self,
        willMigrate: { context in _ = try? context.fetch(FetchDescriptor<V2.Item>()) },
        didMigrate: nil)
    ]
  }
}

@Suite struct MigrationTests {
  private func makeV1(_ url: URL, names: [String] = ["a", "b", "c"]) throws {
    let container = try open(V1.self, url)
    let context = ModelContext(container)
    let owner = V1.Owner(title: "boss")
    for name in names {
      let item = V1.Item(name: name, note: name == "a" ? nil : "note \(name)")
      if name != "c" { item.owner = owner }
      context.insert(item)
    }
    context.insert(owner)
    try context.save()
    try container.close()
  }

  @Test func `a lightweight stage adds properties, renames them and makes them unique`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeV1(url)
      let migrated = try open(V2.self, url, Plan2.self)
      let context = ModelContext(migrated)
      let items = try context.fetch(FetchDescriptor<V2.Item>()).sorted { $0.name < $1.name }
      #expect(items.map(\.name) == ["a", "b", "c"])
      #expect(items.map(\.note) == [nil, "note b", "note c"])
      #expect(items.map(\.rank) == [5, 5, 5])
      #expect(Set(items.map(\.serial)).count == 3)
      #expect(items.map { $0.owner?.label } == ["boss", "boss", nil])
      let report = try #require(migrated.migrationReport)
      #expect(report.from == V1.versionIdentifier)
      #expect(report.to == V2.versionIdentifier)
      #expect(report.entities.contains { $0.name == "Item" && $0.before == 3 && $0.after == 3 })
      #expect(report.links.contains { $0.name == "Item.owner" && $0.before == 2 && $0.after == 2 })
      let backup = try #require(report.backup)
      #expect(try ModelContainer.inspect(url: backup).version == V1.versionIdentifier)
      try migrated.close()
      let again = try open(V2.self, url, Plan2.self)
      #expect(again.migrationReport == nil)
      try again.close()
    }
  }

  @Test func `two stages run in one launch and set a mandatory property`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let empty = try open(V1.self, url)
      let first = ModelContext(empty)
      first.insert(V1.Item(name: "a"))
      first.insert(V1.Item(name: "b"))
      try first.save()
      try empty.close()
      let migrated = try open(V3.self, url, Plan3.self)
      let context = ModelContext(migrated)
      let items = try context.fetch(FetchDescriptor<V3.Item>())
      #expect(
        items.map(\.created) == Array(repeating: Date(timeIntervalSinceReferenceDate: 42), count: 2)
      )
      #expect(migrated.migrationReport?.stages.count == 2)
      try migrated.close()
    }
  }

  @Test func `an unset mandatory property fails the migration and leaves the store unchanged`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeV1(url)
      let before = try Data(contentsOf: url)
      let error = #expect(throws: SwiftDataError.unsetMandatory) {
        try open(V3.self, url, PlanWithUnsetProperty.self)
      }
      #expect(error?.entity == "Item")
      #expect(error?.property == "created")
      #expect(error?.count == 2)
      #expect(try Data(contentsOf: url) == before)
      let old = try open(V1.self, url)
      #expect(try ModelContext(old).fetchCount(FetchDescriptor<V1.Item>()) == 3)
      try old.close()
    }
  }

  @Test func `a new unique property with duplicates fails, names them and changes nothing`() throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeV1(url, names: ["same", "same", "other"])
      let before = try Data(contentsOf: url)
      let error = #expect(throws: SwiftDataError.uniqueViolation) {
        try open(V2.self, url, Plan2.self)
      }
      #expect(error?.samples == ["same"])
      #expect(try Data(contentsOf: url) == before)
      let names = try TemporaryDirectory.names(in: folder)
      #expect(names.filter { !$0.hasSuffix(".backup") } == ["x.store", "x.store.lock"])
    }
  }

  @Test func `an error ignored in a stage closure fails the migration`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeV1(url)
      #expect(throws: SwiftDataError.wrongSchema) {
        try open(V2.self, url, PlanIgnoringFetchError.self)
      }
      #expect(try ModelContainer.inspect(url: url).version == V1.versionIdentifier)
    }
  }

  @Test func `a store of a newer version is refused and stays unchanged`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try open(V2.self, url).close()
      let before = try Data(contentsOf: url)
      #expect(throws: SwiftDataError.backwardMigration) { try open(V1.self, url) }
      #expect(try Data(contentsOf: url) == before)
    }
  }

  @Test func `the error for a store with an unknown schema lists its entities`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let shop = try ModelContainer(
        for: Schema(versionedSchema: Shop.self), configurations: ModelConfiguration(url: url))
      try shop.close()
      let before = try Data(contentsOf: url)
      let error = #expect(throws: SwiftDataError.unknownSchema) {
        try open(V2.self, url, Plan2.self)
      }
      #expect(error?.message.contains("made the store, which contains Address, Club, C") == true)
      #expect(try Data(contentsOf: url) == before)
    }
  }

  @Test func `a schema change that drops properties requires a migration plan`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try open(V2.self, url).close()
      #expect(throws: SwiftDataError.migrationPlanRequired) { try open(V3.self, url) }
      #expect(try ModelContainer.inspect(url: url).version == V2.versionIdentifier)
    }
  }

  @Test func `migrating a store in use fails at once and names the process that has it open`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeV1(url)
      let openContainer = try open(V1.self, url)
      let error = #expect(throws: SwiftDataError.storeBusy) {
        try open(V2.self, url, Plan2.self)
      }
      #expect(error?.message.contains("This program already has \(url.path) open") == true)
      try openContainer.close()
      try open(V2.self, url, Plan2.self).close()
    }
  }

  @Test func `history entries from before a migration are listed and cannot be undone`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeV1(url)
      let migrated = try open(V2.self, url, Plan2.self)
      #expect(try migrated.history().map(\.state) == [.sealed])
      #expect(throws: SwiftDataError.nothingToUndo) { try migrated.undo() }
      let context = ModelContext(migrated)
      try context.transaction(title: "New") { context.insert(V2.Item(name: "z")) }
      try migrated.undo()
      #expect(try ModelContext(migrated).fetchCount(FetchDescriptor<V2.Item>()) == 3)
      try migrated.close()
    }
  }
}
