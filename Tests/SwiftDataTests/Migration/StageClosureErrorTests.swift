import SwiftData
import TestSupport
import Testing

/// Writes in every way a context allows in both closures, and throws at the end.
private enum WriteThenThrow: StageWork {
  struct TestError: Error {}

  static func willMigrate(_ context: ModelContext) throws {
    let walker = WalksV1.Walker(name: "temporary")
    context.insert(walker)
    walker.walks = [WalksV1.Walk(name: "t")]
    try context.save()
    try context.append(WalksV1.Walk.self, count: 2, [.values(\.name, ["u", "v"])])
    #expect(try context.fetchCount(FetchDescriptor<WalksV1.Walk>()) == 6)
    try context.transaction(title: "within") { context.insert(WalksV1.Walk(name: "w")) }
    #expect(try context.fetchCount(FetchDescriptor<WalksV1.Walk>()) == 7)
    context.delete(walker)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<WalksV1.Walk>()) == 6)
  }

  static func didMigrate(_ context: ModelContext) throws {
    try context.update(WalksV2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
    try context.delete(model: WalksV2.Walk.self, where: #Predicate { $0.name == "u" })
    #expect(try context.fetchCount(FetchDescriptor<WalksV2.Walk>()) == 5)
    throw TestError()
  }
}

/// Keeps its contexts and an object for later use.
private enum Escaping: StageWork {
  nonisolated(unsafe) static var contexts: [ModelContext] = []
  nonisolated(unsafe) static var walk: WalksV1.Walk?
  nonisolated(unsafe) static var writing: (any Error)?

  static func willMigrate(_ context: ModelContext) throws {
    contexts = [context]
    walk = try context.fetch(FetchDescriptor<WalksV1.Walk>(sortBy: [SortDescriptor(\.name)])).first
  }

  static func didMigrate(_ context: ModelContext) throws {
    contexts.append(context)
    // The old objects and their links can still be read.
    #expect(walk?.walker?.name == "W")
    try context.update(WalksV2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
  }
}

/// Ignores the error of a nested transaction and rolls back.
private enum IgnoredTransactionError: StageWork {
  struct Refusal: Error {}

  static func didMigrate(_ context: ModelContext) throws {
    try context.update(WalksV2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
    try context.transaction {
      try? context.transaction {
        context.insert(WalksV2.Walk(name: "lost", km: 1, label: ""))
        throw Refusal()
      }
    }
    context.rollback()
  }
}

/// Ignores the error of a save inside a transaction and rolls back.
private enum IgnoredSaveErrorInTransaction: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.update(WalksV2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
    try? context.transaction {
      context.insert(WalksV2.Walk(name: "lost", km: .nan, label: ""))
      try? context.save()
      context.rollback()
    }
    context.rollback()
  }
}

/// Writes to the context of `willMigrate` in `didMigrate`.
private enum WriteOld: StageWork {
  nonisolated(unsafe) static var old: ModelContext?

  static func willMigrate(_ context: ModelContext) throws { old = context }

  static func didMigrate(_ context: ModelContext) throws {
    old?.insert(WalksV1.Walk(name: "late"))
    try? old?.save()
    try context.update(WalksV2.Walk.self, [.set(\.label, to: "x"), .set(\.km, to: 1)])
  }
}

/// Errors in closures, and contexts used outside their closure.
extension StageClosureTests {
  @Test func `a failing closure rolls back the writes of both closures`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let before = try StoreState(url)
      let error = #expect(throws: SwiftDataError.stageFailed) {
        try open(WalksV2.self, url, CustomPlan<WalksV1, WalksV2, WriteThenThrow>.self)
      }
      #expect(error?.underlying is WriteThenThrow.TestError)
      #expect(try StoreState(url) == before)
    }
  }

  @Test func `after a stage its contexts throw, and their objects keep their values`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      try open(WalksV2.self, url, CustomPlan<WalksV1, WalksV2, Escaping>.self).close()
      let contexts = Escaping.contexts
      #expect(contexts.count == 2)
      #expect(throws: SwiftDataError.missingModelContext) {
        try contexts[0].fetch(FetchDescriptor<WalksV1.Walk>())
      }
      #expect(throws: SwiftDataError.missingModelContext) {
        try contexts[1].delete(model: WalksV2.Walk.self)
      }
      contexts[1].insert(WalksV2.Walk(name: "late", km: 1, label: ""))
      #expect(throws: SwiftDataError.missingModelContext) { try contexts[1].save() }
      #expect(Escaping.walk?.name == "a")
      #expect(Escaping.walk?.km == 2.5)
      Escaping.walk = nil
      Escaping.contexts = []
      try readStore(WalksV2.self, url) { context throws in
        #expect(try context.all(WalksV2.Walk.self).count == 3)
      }
    }
  }

  @Test func `using the willMigrate context in didMigrate fails, even if the error is ignored`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let error = try expectRefusal(.wrongSchema, at: url) {
        try open(WalksV2.self, url, CustomPlan<WalksV1, WalksV2, WriteOld>.self)
      }
      WriteOld.old = nil
      #expect(error.message.contains("didMigrate"))
    }
  }

  @Test(
    arguments: [
      CustomPlan<WalksV1, WalksV2, IgnoredTransactionError>.self,
      CustomPlan<WalksV1, WalksV2, IgnoredSaveErrorInTransaction>.self,
    ] as [any SchemaMigrationPlan.Type])
  func `a failed transaction fails the stage, even if its error is ignored`(
    plan: any SchemaMigrationPlan.Type
  ) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let before = try StoreState(url)
      #expect(throws: SwiftDataError.self) { try open(WalksV2.self, url, plan) }
      #expect(try StoreState(url) == before)
    }
  }
}
