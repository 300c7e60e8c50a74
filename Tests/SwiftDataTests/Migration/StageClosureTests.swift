import SwiftData
import Synchronization
import TestSupport
import Testing

/// A later version of the same shape, for stages that change only data.
private enum SameShape: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { WalksV1.models }
}

private enum FillByObjects: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    for walk in try context.fetch(FetchDescriptor<WalksV2.Walk>()) {
      walk.label = walk.name.uppercased()
      if walk.km == 0 { walk.km = -1 }
    }
  }
}

private enum FillByBulk: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.update(WalksV2.Walk.self, [.set(\.label, to: "bulk"), .set(\.km, to: 3)])
  }
}

private enum FillByDeleting: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.delete(model: WalksV2.Walk.self, where: #Predicate { $0.name != "a" })
    let walk = try context.fetch(FetchDescriptor<WalksV2.Walk>()).first
    walk?.label = "only"
    try context.save()
  }
}

private enum FillThenReplace: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    for walk in try context.fetch(FetchDescriptor<WalksV2.Walk>()) { context.delete(walk) }
    try context.save()
    for number in 0..<3 {
      context.insert(WalksV2.Walk(name: "new \(number)", km: 1, label: "new"))
    }
  }
}

/// Runs nested transactions that succeed.
private enum NestedTransactions: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.transaction(title: "outer") {
      try context.update(WalksV2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
      try context.transaction { context.insert(WalksV2.Walk(name: "d", km: 1, label: "x")) }
    }
  }
}

private enum WillMigrateOnly: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [WalksV1.self, SameShape.self] }
  static var stages: [MigrationStage] { [upperCase] }
  static let upperCase = MigrationStage.custom(
    fromVersion: WalksV1.self, toVersion: SameShape.self,
    willMigrate: { context in
      for walk in try context.fetch(FetchDescriptor<WalksV1.Walk>()) { walk.name += "1" }
      try context.save()
    }, didMigrate: nil)
}

private enum DidMigrateOnly: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [WalksV1.self, SameShape.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: WalksV1.self, toVersion: SameShape.self, willMigrate: nil) { context in
        for walk in try context.fetch(FetchDescriptor<WalksV1.Walk>()) { walk.name += "2" }
        try context.save()
      }
    ]
  }
}

private enum BothClosures: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [WalksV1.self, SameShape.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: WalksV1.self, toVersion: SameShape.self) { context in
        for walk in try context.fetch(FetchDescriptor<WalksV1.Walk>()) { walk.name += "1" }
      } didMigrate: { context in
        for walk in try context.fetch(FetchDescriptor<WalksV1.Walk>()) { walk.name += "2" }
      }
    ]
  }
}

private enum EmptyClosures: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [WalksV1.self, SameShape.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: WalksV1.self, toVersion: SameShape.self, willMigrate: { _ in },
        didMigrate: { _ in })
    ]
  }
}

/// The closures of custom stages.
@Suite struct StageClosureTests {
  func makeStore(_ url: URL) throws {
    try write(WalksV1.self, url) { context in
      let walker = WalksV1.Walker(name: "W")
      for (name, km) in [("a", 2.5), ("b", nil), ("c", nil)] as [(String, Double?)] {
        let walk = WalksV1.Walk(name: name, km: km)
        context.insert(walk)
        walk.walker = walker
      }
    }
  }

  @Test(
    arguments: [
      (WillMigrateOnly.self, "1"), (DidMigrateOnly.self, "2"), (BothClosures.self, "12"),
      (EmptyClosures.self, ""),
    ] as [(any SchemaMigrationPlan.Type, String)])
  func `a stage may have one closure, both or neither`(
    plan: any SchemaMigrationPlan.Type, suffix: String
  ) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      // Created from classes only, by a program without schema versions.
      let unversioned = try ModelContainer(
        for: WalksV1.Walk.self, WalksV1.Walker.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(unversioned)
      context.insert(WalksV1.Walk(name: "a"))
      try context.save()
      try unversioned.close()
      for _ in 0..<2 {
        try readStore(SameShape.self, url, plan) { context throws in
          #expect(try context.all(WalksV1.Walk.self).map(\.name) == ["a" + suffix])
        }
      }
    }
  }

  @Test(
    arguments: [
      CustomPlan<WalksV1, WalksV2, FillByObjects>.self,
      CustomPlan<WalksV1, WalksV2, FillByBulk>.self,
      CustomPlan<WalksV1, WalksV2, FillByDeleting>.self,
      CustomPlan<WalksV1, WalksV2, FillThenReplace>.self,
    ] as [any SchemaMigrationPlan.Type])
  func `didMigrate may fill a mandatory property through objects, updates or deletions`(
    plan: any SchemaMigrationPlan.Type
  ) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let container = try open(WalksV2.self, url, plan)
      let walks = try ModelContext(container).all(WalksV2.Walk.self).map {
        "\($0.name) \($0.km) \($0.label)"
      }
      let filled = try #require(container.migrationReport).filled.map {
        "\($0.property) \($0.count)"
      }
      try container.close()
      switch plan {
      case is CustomPlan<WalksV1, WalksV2, FillByObjects>.Type:
        #expect(walks == ["a 2.5 A", "b -1.0 B", "c -1.0 C"])
        #expect(filled == ["Walk.km 2", "Walk.label 3"])
      case is CustomPlan<WalksV1, WalksV2, FillByBulk>.Type:
        #expect(walks == ["a 3.0 bulk", "b 3.0 bulk", "c 3.0 bulk"])
        #expect(filled == ["Walk.km 2", "Walk.label 3"])
      case is CustomPlan<WalksV1, WalksV2, FillByDeleting>.Type:
        #expect(walks == ["a 2.5 only"])
        #expect(filled == ["Walk.label 1"])
      default:
        #expect(walks == ["new 0 1.0 new", "new 1 1.0 new", "new 2 1.0 new"])
        #expect(filled.isEmpty)
      }
    }
  }

  @Test func `nested transactions are saved with the migration`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      try open(WalksV2.self, url, CustomPlan<WalksV1, WalksV2, NestedTransactions>.self).close()
      try readStore(WalksV2.self, url) { context throws in
        #expect(try context.all(WalksV2.Walk.self).map(\.label) == ["x", "x", "x", "x"])
      }
    }
  }

  @Test func `an in-memory store is created at the plan's last version`() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: WalksV2.self),
      migrationPlan: CustomPlan<WalksV1, WalksV2, FillByBulk>.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(container.migrationReport == nil)
    let context = ModelContext(container)
    context.insert(WalksV2.Walk(name: "a", km: 1, label: "l"))
    try context.save()
    #expect(try context.all(WalksV2.Walk.self).map(\.label) == ["l"])
  }

  @Test func `several stores migrate concurrently on different threads`() throws {
    try TemporaryDirectory.with { folder in
      let urls = (0..<6).map { folder.appending(path: "\($0).store") }
      for url in urls { try makeStore(url) }
      let done = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: urls.count) { index in
        let container = try? open(
          WalksV2.self, urls[index], CustomPlan<WalksV1, WalksV2, FillByObjects>.self)
        let labels = container.flatMap { try? ModelContext($0).all(WalksV2.Walk.self).map(\.label) }
        if labels == ["A", "B", "C"], container?.migrationReport?.backup != nil {
          done.withLock { $0 += 1 }
        }
        try? container?.close()
      }
      #expect(done.withLock { $0 } == urls.count)
    }
  }

  @Test func `the description of a migration report lists every section`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let container = try open(WalksV2.self, url, CustomPlan<WalksV1, WalksV2, FillByObjects>.self)
      let report = try #require(container.migrationReport)
      try container.close()
      let lines = report.description.split(separator: "\n").map(String.init)
      #expect(lines.first?.hasPrefix("Migrated from 1.0.0 to 2.0.0 in ") == true)
      #expect(lines[1] == "Backup of the store before the migration: \(report.backup?.path ?? "")")
      #expect(lines[2] == "Stages:")
      #expect(lines[3].hasPrefix("  1.0.0 → 2.0.0, custom, "))
      #expect(
        Array(lines[4...]) == [
          "Objects:", "  Walk: 3 → 3", "  Walker: 1 → 1", "Links:", "  Walk.walker: 3 → 3",
          "Values set by didMigrate:", "  Walk.km: 2", "  Walk.label: 3", "Notes:",
          "  didMigrate of 1.0.0 → 2.0.0 returned with unsaved changes; the migration saved them.",
        ])
    }
  }
}
