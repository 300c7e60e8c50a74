import SwiftData
import Synchronization
import TestSupport
import Testing

private enum S1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Walk.self] }

  @Model final class Walk {
    var name: String
    var km: Double?
    var walker: Walker?
    init(name: String, km: Double? = nil) {
      self.name = name
      self.km = km
    }
  }

  @Model final class Walker {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Walk.walker) var walks: [Walk] = []
    init(name: String) { self.name = name }
  }
}

private enum S2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Walk.self] }

  @Model final class Walk {
    var name: String
    var km: Double
    var label: String
    var walker: Walker?
    init(name: String, km: Double, label: String) {
      self.name = name
      self.km = km
      self.label = label
    }
  }

  @Model final class Walker {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Walk.walker) var walks: [Walk] = []
    init(name: String) { self.name = name }
  }
}

/// The shape of the first version, for stages that change data alone.
private enum Again: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { S1.models }
}

private enum FillByObjects: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    for walk in try context.fetch(FetchDescriptor<S2.Walk>()) {
      walk.label = walk.name.uppercased()
      if walk.km == 0 { walk.km = -1 }
    }
  }
}

private enum FillByBulk: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.update(S2.Walk.self, [.set(\.label, to: "bulk"), .set(\.km, to: 3)])
  }
}

private enum FillByDeleting: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.delete(model: S2.Walk.self, where: #Predicate { $0.name != "a" })
    let walk = try context.fetch(FetchDescriptor<S2.Walk>()).first
    walk?.label = "only"
    try context.save()
  }
}

private enum FillThenReplace: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    for walk in try context.fetch(FetchDescriptor<S2.Walk>()) { context.delete(walk) }
    try context.save()
    for number in 0..<3 {
      context.insert(S2.Walk(name: "new \(number)", km: 1, label: "new"))
    }
  }
}

/// Works with everything a context can, in both closures, and fails at the end.
private enum Busy: StageWork {
  struct Enough: Error {}

  static func willMigrate(_ context: ModelContext) throws {
    let walker = S1.Walker(name: "temporary")
    context.insert(walker)
    walker.walks = [S1.Walk(name: "t")]
    try context.save()
    try context.append(S1.Walk.self, count: 2, [.values(\.name, ["u", "v"])])
    #expect(try context.fetchCount(FetchDescriptor<S1.Walk>()) == 6)
    try context.transaction(title: "within") { context.insert(S1.Walk(name: "w")) }
    #expect(try context.fetchCount(FetchDescriptor<S1.Walk>()) == 7)
    context.delete(walker)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<S1.Walk>()) == 6)
  }

  static func didMigrate(_ context: ModelContext) throws {
    try context.update(S2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
    try context.delete(model: S2.Walk.self, where: #Predicate { $0.name == "u" })
    #expect(try context.fetchCount(FetchDescriptor<S2.Walk>()) == 5)
    throw Enough()
  }
}

/// Lets its contexts and objects escape.
private enum Escaping: StageWork {
  nonisolated(unsafe) static var contexts: [ModelContext] = []
  nonisolated(unsafe) static var walk: S1.Walk?
  nonisolated(unsafe) static var writing: (any Error)?

  static func willMigrate(_ context: ModelContext) throws {
    contexts = [context]
    walk = try context.fetch(FetchDescriptor<S1.Walk>(sortBy: [SortDescriptor(\.name)])).first
  }

  static func didMigrate(_ context: ModelContext) throws {
    contexts.append(context)
    // The old objects can still be read, links and all.
    #expect(walk?.walker?.name == "W")
    try context.update(S2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
  }
}

/// Swallows the error of a transaction, alone or inside another, and rolls back for good measure.
private enum SwallowedTransaction: StageWork {
  struct Refusal: Error {}

  static func didMigrate(_ context: ModelContext) throws {
    try context.update(S2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
    try context.transaction {
      try? context.transaction {
        context.insert(S2.Walk(name: "lost", km: 1, label: ""))
        throw Refusal()
      }
    }
    context.rollback()
  }
}

private enum SwallowedSave: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.update(S2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
    try? context.transaction {
      context.insert(S2.Walk(name: "lost", km: .nan, label: ""))
      try? context.save()
      context.rollback()
    }
    context.rollback()
  }
}

/// Transactions inside others, all of which end well.
private enum Nested: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.transaction(title: "outer") {
      try context.update(S2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
      try context.transaction { context.insert(S2.Walk(name: "d", km: 1, label: "x")) }
    }
  }
}

private enum WriteOld: StageWork {
  nonisolated(unsafe) static var old: ModelContext?

  static func willMigrate(_ context: ModelContext) throws { old = context }

  static func didMigrate(_ context: ModelContext) throws {
    old?.insert(S1.Walk(name: "late"))
    try? old?.save()
    try context.update(S2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
  }
}

private enum WillOnly: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [S1.self, Again.self] }
  static var stages: [MigrationStage] { [upperCase] }
  static let upperCase = MigrationStage.custom(
    fromVersion: S1.self, toVersion: Again.self,
    willMigrate: { context in
      for walk in try context.fetch(FetchDescriptor<S1.Walk>()) { walk.name += "1" }
      try context.save()
    }, didMigrate: nil)
}

private enum DidOnly: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [S1.self, Again.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: S1.self, toVersion: Again.self, willMigrate: nil) { context in
        for walk in try context.fetch(FetchDescriptor<S1.Walk>()) { walk.name += "2" }
        try context.save()
      }
    ]
  }
}

private enum Trailing: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [S1.self, Again.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: S1.self, toVersion: Again.self) { context in
        for walk in try context.fetch(FetchDescriptor<S1.Walk>()) { walk.name += "1" }
      } didMigrate: { context in
        for walk in try context.fetch(FetchDescriptor<S1.Walk>()) { walk.name += "2" }
      }
    ]
  }
}

private enum Neither: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [S1.self, Again.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: S1.self, toVersion: Again.self, willMigrate: { _ in }, didMigrate: { _ in })
    ]
  }
}

/// What closures may do, and where they end.
@Suite struct StageClosureTests {
  private func make(_ url: URL) throws {
    try write(S1.self, url) { context in
      let walker = S1.Walker(name: "W")
      for (name, km) in [("a", 2.5), ("b", nil), ("c", nil)] as [(String, Double?)] {
        let walk = S1.Walk(name: name, km: km)
        context.insert(walk)
        walk.walker = walker
      }
    }
  }

  @Test(
    arguments: [
      (WillOnly.self, "1"), (DidOnly.self, "2"), (Trailing.self, "12"), (Neither.self, ""),
    ] as [(any SchemaMigrationPlan.Type, String)])
  func `a stage may have either closure or both`(
    plan: any SchemaMigrationPlan.Type, suffix: String
  ) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      // Made with classes alone, by a program that knew of no versions yet.
      let unversioned = try ModelContainer(
        for: S1.Walk.self, S1.Walker.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(unversioned)
      context.insert(S1.Walk(name: "a"))
      try context.save()
      try unversioned.close()
      for _ in 0..<2 {
        try reading(Again.self, url, plan) { context throws in
          #expect(try context.all(S1.Walk.self).map(\.name) == ["a" + suffix])
        }
      }
    }
  }

  @Test(
    arguments: [
      CustomPlan<S1, S2, FillByObjects>.self, CustomPlan<S1, S2, FillByBulk>.self,
      CustomPlan<S1, S2, FillByDeleting>.self, CustomPlan<S1, S2, FillThenReplace>.self,
    ] as [any SchemaMigrationPlan.Type])
  func `a mandatory property is filled in any way`(plan: any SchemaMigrationPlan.Type) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let container = try open(S2.self, url, plan)
      let walks = try ModelContext(container).all(S2.Walk.self).map {
        "\($0.name) \($0.km) \($0.label)"
      }
      let filled = try #require(container.migrationReport).filled.map {
        "\($0.property) \($0.count)"
      }
      try container.close()
      switch plan {
      case is CustomPlan<S1, S2, FillByObjects>.Type:
        #expect(walks == ["a 2.5 A", "b -1.0 B", "c -1.0 C"])
        #expect(filled == ["Walk.km 2", "Walk.label 3"])
      case is CustomPlan<S1, S2, FillByBulk>.Type:
        #expect(walks == ["a 3.0 bulk", "b 3.0 bulk", "c 3.0 bulk"])
        #expect(filled == ["Walk.km 2", "Walk.label 3"])
      case is CustomPlan<S1, S2, FillByDeleting>.Type:
        #expect(walks == ["a 2.5 only"])
        #expect(filled == ["Walk.label 1"])
      default:
        #expect(walks == ["new 0 1.0 new", "new 1 1.0 new", "new 2 1.0 new"])
        #expect(filled.isEmpty)
      }
    }
  }

  @Test func `everything a closure writes is of the one transaction`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let before = try StoreState(url)
      let error = #expect(throws: SwiftDataError.stageFailed) {
        try open(S2.self, url, CustomPlan<S1, S2, Busy>.self)
      }
      #expect(error?.underlying is Busy.Enough)
      #expect(try StoreState(url) == before)
    }
  }

  @Test func `a context that escaped its stage throws and its objects keep their values`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      try open(S2.self, url, CustomPlan<S1, S2, Escaping>.self).close()
      let contexts = Escaping.contexts
      #expect(contexts.count == 2)
      #expect(throws: SwiftDataError.missingModelContext) {
        try contexts[0].fetch(FetchDescriptor<S1.Walk>())
      }
      #expect(throws: SwiftDataError.missingModelContext) {
        try contexts[1].delete(model: S2.Walk.self)
      }
      contexts[1].insert(S2.Walk(name: "late", km: 1, label: ""))
      #expect(throws: SwiftDataError.missingModelContext) { try contexts[1].save() }
      #expect(Escaping.walk?.name == "a")
      #expect(Escaping.walk?.km == 2.5)
      Escaping.walk = nil
      Escaping.contexts = []
      try reading(S2.self, url) { context throws in
        #expect(try context.all(S2.Walk.self).count == 3)
      }
    }
  }

  @Test func `writing through the old context in did migrate fails the stage even if swallowed`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let error = try refused(.wrongSchema, at: url) {
        try open(S2.self, url, CustomPlan<S1, S2, WriteOld>.self)
      }
      WriteOld.old = nil
      #expect(error.message.contains("didMigrate"))
    }
  }

  @Test(
    arguments: [
      CustomPlan<S1, S2, SwallowedTransaction>.self, CustomPlan<S1, S2, SwallowedSave>.self,
    ] as [any SchemaMigrationPlan.Type])
  func `a transactions error fails the stage even if swallowed and rolled back`(
    plan: any SchemaMigrationPlan.Type
  ) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let before = try StoreState(url)
      #expect(throws: SwiftDataError.self) { try open(S2.self, url, plan) }
      #expect(try StoreState(url) == before)
    }
  }

  @Test func `transactions inside others are part of the migration`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      try open(S2.self, url, CustomPlan<S1, S2, Nested>.self).close()
      try reading(S2.self, url) { context throws in
        #expect(try context.all(S2.Walk.self).map(\.label) == ["x", "x", "x", "x"])
      }
    }
  }

  @Test func `a store in memory is made at the last version`() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: S2.self), migrationPlan: CustomPlan<S1, S2, FillByBulk>.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(container.migrationReport == nil)
    let context = ModelContext(container)
    context.insert(S2.Walk(name: "a", km: 1, label: "l"))
    try context.save()
    #expect(try context.all(S2.Walk.self).map(\.label) == ["l"])
  }

  @Test func `stores migrate at once in several threads each by itself`() throws {
    try TemporaryDirectory.with { folder in
      let urls = (0..<6).map { folder.appending(path: "\($0).store") }
      for url in urls { try make(url) }
      let done = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: urls.count) { index in
        let container = try? open(S2.self, urls[index], CustomPlan<S1, S2, FillByObjects>.self)
        let labels = container.flatMap { try? ModelContext($0).all(S2.Walk.self).map(\.label) }
        if labels == ["A", "B", "C"], container?.migrationReport?.backup != nil {
          done.withLock { $0 += 1 }
        }
        try? container?.close()
      }
      #expect(done.withLock { $0 } == urls.count)
    }
  }

  @Test func `a report reads as a page`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let container = try open(S2.self, url, CustomPlan<S1, S2, FillByObjects>.self)
      let report = try #require(container.migrationReport)
      try container.close()
      let lines = report.description.split(separator: "\n").map(String.init)
      #expect(lines.first?.hasPrefix("Migrated from 1.0.0 to 2.0.0 in ") == true)
      #expect(lines[1] == "Backup of the earlier store: \(report.backup?.path ?? "")")
      #expect(lines[2] == "Stages:")
      #expect(lines[3].hasPrefix("  1.0.0 → 2.0.0, custom, "))
      #expect(
        Array(lines[4...]) == [
          "Objects:", "  Walk: 3 → 3", "  Walker: 1 → 1", "Links:", "  Walk.walker: 3 → 3",
          "Filled by didMigrate:", "  Walk.km: 2", "  Walk.label: 3", "Notes:",
          "  didMigrate of 1.0.0 → 2.0.0 left unsaved changes, which were saved.",
        ])
    }
  }
}
