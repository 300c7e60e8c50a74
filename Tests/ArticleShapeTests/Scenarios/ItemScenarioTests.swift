import SwiftData
import TestSupport
import Testing

@Suite struct ItemScenarioTests {
  private static let version1 = Release(
    version: Schema.Version(1, 0, 0),
    open: { try ModelContainer(for: ItemSchemaV1.Item.self, configurations: $0) },
    contents: { context in
      try lines(ItemSchemaV1.Item.self, in: context) {
        "\($0.timestamp.timeIntervalSinceReferenceDate)"
      }
    })

  private static let version2 = Release(
    version: Schema.Version(2, 0, 0),
    open: {
      try ModelContainer(
        for: ItemSchemaV2.Item.self, migrationPlan: ItemUniquePlan.self, configurations: $0)
    },
    contents: { context in
      try lines(ItemSchemaV2.Item.self, in: context) {
        "\($0.timestamp.timeIntervalSinceReferenceDate)"
      }
    })

  private static func latest(_ plan: any SchemaMigrationPlan.Type) -> Release {
    Release(
      version: Schema.Version(3, 0, 0),
      open: { try ModelContainer(for: Item.self, migrationPlan: plan, configurations: $0) },
      contents: { context in
        try lines(Item.self, in: context) {
          "\($0.timestamp.timeIntervalSinceReferenceDate) | \($0.message) | \($0.image)"
        }
      })
  }

  private static func date(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }

  private func scenario(
    _ times: [Double], to new: Release, _ migrated: [String],
    sample: @escaping (ModelContext) throws -> Void = {
      $0.insert(Item(timestamp: ItemScenarioTests.date(5)))
    }
  ) -> Scenario {
    Scenario(
      old: Self.version1,
      write: { context in
        for time in times { context.insert(ItemSchemaV1.Item(timestamp: Self.date(time))) }
      },
      graph: times.enumerated().map { "Item \($0 + 1): \($1)" }, new: new, migrated: migrated,
      sample: sample)
  }

  @Test func `a property with different values can become unique`() throws {
    let times = [3, 1.5, 2, 1.500_000_000_000_000_2]
    let report = try scenario(
      times, to: Self.version2, times.enumerated().map { "Item \($0 + 1): \($1)" }
    ) {
      $0.insert(ItemSchemaV2.Item(timestamp: Self.date(5)))
    }.run()
    #expect(report.stages.map(\.isCustom) == [false])
  }

  @Test func `an insertion with an existing unique value updates the migrated row`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "data.store")
      let old = try Self.version1.open(ModelConfiguration(url: url))
      let context = ModelContext(old)
      context.insert(ItemSchemaV1.Item(timestamp: Self.date(7)))
      try context.save()
      try old.close()
      let latest = Self.latest(ItemMigrationPlan.self)
      let container = try latest.open(ModelConfiguration(url: url))
      let upsert = ModelContext(container)
      upsert.insert(Item(timestamp: Self.date(7), message: "new", image: "i"))
      try upsert.save()
      #expect(try latest.contents(ModelContext(container)) == ["Item 1: 7.0 | new | i"])
      try container.close()
    }
  }

  @Test func `a property with equal values cannot become unique; the error lists them`() throws {
    let error = try scenario([1, 2, 1, 2.5, 1, 2.5], to: Self.version2, [])
      .expectRefusal(.uniqueViolation)
    #expect(error.entity == "Item")
    #expect(error.property == "timestamp")
    #expect(error.count == 2)
    #expect(error.samples == ["2001-01-01T00:00:01Z", "2001-01-01T00:00:02.500Z"])
    #expect(error.message.contains("willMigrate"))
    for sample in error.samples { #expect(error.message.contains(sample)) }
  }

  @Test func `new properties get their defaults or the values set by the closure`() throws {
    let report = try scenario(
      [10, 20.75], to: Self.latest(ItemMigrationPlan.self),
      ["Item 1: 10.0 | none | photo-10", "Item 2: 20.75 | none | photo-20"]
    ).run()
    #expect(report.stages.map(\.isCustom) == [false, true])
  }

  @Test func `a store of version 2 migrates to the latest version`() throws {
    try Scenario(
      old: Self.version2,
      write: { context in
        context.insert(ItemSchemaV2.Item(timestamp: Self.date(-1)))
        context.insert(ItemSchemaV2.Item(timestamp: Self.date(0)))
      },
      graph: ["Item 1: -1.0", "Item 2: 0.0"], new: Self.latest(ItemMigrationPlan.self),
      migrated: ["Item 1: -1.0 | none | photo--1", "Item 2: 0.0 | none | photo-0"],
      sample: { $0.insert(Item(timestamp: Self.date(5))) }
    ).run()
  }

  @Test func `a stage fails if it fetches the wrong version, even with try?`() throws {
    let error = try scenario([1, 2], to: Self.latest(WrongVersionItemPlan.self), [])
      .expectRefusal(.wrongSchema)
    #expect(error.entity == "Item")
    #expect(error.message.contains("3.0.0"))
  }

  @Test func `a stage fails if a save in its closure fails, even with try?`() throws {
    let error = try scenario([1, 2], to: Self.latest(EqualTimestampItemPlan.self), [])
      .expectRefusal(.uniqueViolation)
    #expect(error.entity == "Item")
    #expect(error.property == "timestamp")
  }
}
