import SwiftData
import Synchronization
import TestSupport
import Testing

private enum L1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self, Entry.self] }

  @Model final class Trip {
    var name: String
    var notes: String?
    @Relationship(deleteRule: .cascade, inverse: \Entry.trip) var entries: [Entry] = []
    init(name: String) { self.name = name }
  }

  @Model final class Entry {
    var day: Int
    var trip: Trip?
    init(day: Int) { self.day = day }
  }
}

private enum L2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum L3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var name: String
    var days: Int = 1
    init(name: String) { self.name = name }
  }
}

private enum DroppingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [L1.self, L2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: L1.self, toVersion: L2.self)] }
}

private enum ForbiddingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [L1.self, L2.self] }
  static var stages: [MigrationStage] { DroppingPlan.stages.map(\.forbiddingDataLoss) }
}

private enum LongerPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [L1.self, L2.self, L3.self] }
  static var stages: [MigrationStage] {
    DroppingPlan.stages + [.lightweight(fromVersion: L2.self, toVersion: L3.self)]
  }
}

/// Data that a lightweight stage drops. It is reported and kept in a backup, and a stage can forbid
/// the loss.
@Suite struct LightweightLossTests {
  private func makeStore(_ url: URL, entries: Int = 3) throws {
    try write(L1.self, url) { context in
      let trip = L1.Trip(name: "Alps")
      trip.notes = "steep"
      context.insert(trip)
      for day in 0..<entries {
        let entry = L1.Entry(day: day)
        context.insert(entry)
        if day > 0 { entry.trip = trip }
      }
    }
  }

  private let dropped = ["entity Entry: 3", "links Entry.trip: 2", "property Trip.notes: 1"]

  /// Opens a store and returns the warnings and the report.
  private func warnings<S: VersionedSchema>(
    _ schema: S.Type, _ url: URL, _ plan: any SchemaMigrationPlan.Type
  ) throws -> (warnings: [String], report: MigrationReport?) {
    let warnings = Mutex<[String]>([])
    var configuration = ModelConfiguration(url: url)
    configuration.onWarning = { warning in warnings.withLock { $0.append(warning) } }
    let container = try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: plan, configurations: configuration)
    try container.close()
    return (warnings.withLock { $0 }, container.migrationReport)
  }

  @Test func `the report, a dry run and a warning list the data that a lightweight stage drops`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let dryRun = try #require(
        try ModelContainer.dryRunMigration(
          of: url, for: Schema(versionedSchema: L2.self), migrationPlan: DroppingPlan.self,
          in: folder))
      #expect(dryRun.droppedTexts == dropped)
      let (warnings, report) = try warnings(L2.self, url, DroppingPlan.self)
      #expect(report?.droppedTexts == dropped)
      #expect(warnings.count == 1)
      let warning = try #require(warnings.first)
      #expect(warning.contains("Entry: 3 objects, Entry.trip: 2 links, Trip.notes: 1 value"))
      #expect(warning.contains(".forbiddingDataLoss"))
      let backup = try #require(report?.backup)
      #expect(warning.contains(backup.path))
      #expect(backup.lastPathComponent.hasSuffix(".kept.backup"))
      #expect(StoreBackup.list(of: url).map(\.lastPathComponent) == [backup.lastPathComponent])
    }
  }

  @Test func `a stage does not warn if the store has no data to drop`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(L1.self, url) { $0.insert(L1.Trip(name: "Alps")) }
      let (warnings, report) = try warnings(L2.self, url, DroppingPlan.self)
      #expect(warnings.isEmpty)
      #expect(report?.backup?.lastPathComponent.hasSuffix("Z.backup") == true)
    }
  }

  @Test func `later migrations keep the backup of dropped data`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let backup = try #require(try warnings(L2.self, url, DroppingPlan.self).report?.backup)
      for _ in 0..<3 {
        let kept = try StoreBackup.make(
          of: url, to: folder.appending(path: "second.\(UUID().uuidString)"))
        var configuration = ModelConfiguration(url: url)
        configuration.backupsKept = 1
        try ModelContainer(
          for: Schema(versionedSchema: L3.self), migrationPlan: LongerPlan.self,
          configurations: configuration
        ).close()
        try StoreBackup.restore(kept, to: url)
      }
      #expect(FileManager.default.fileExists(atPath: backup.path))
      #expect(try ModelContainer.inspect(url: backup).counts["Entry"] == 3)
    }
  }

  @Test func `a cancelled migration leaves no backup under either name`() throws {
    struct Stop: Error {}
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      var configuration = ModelConfiguration(url: url)
      configuration.onMigrationEvent = { if $0 == .commitBegan { throw Stop() } }
      #expect(throws: Stop.self) {
        try ModelContainer(
          for: Schema(versionedSchema: L2.self), migrationPlan: DroppingPlan.self,
          configurations: configuration)
      }
      #expect(StoreBackup.list(of: url).isEmpty)
      #expect(try ModelContainer.inspect(url: url).version == L1.versionIdentifier)
    }
  }

  @Test func `a stage that forbids data loss refuses with the count and changes nothing`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let error = try expectRefusal(.valuesNotCarried, at: url) {
        try open(L2.self, url, ForbiddingPlan.self)
      }
      #expect(error.entity == "Entry")
      #expect(error.count == 3)
      #expect(error.message.contains("3 objects would be lost"))
      #expect(error.message.contains(".forbiddingDataLoss"))
    }
  }

  @Test func `a stage that forbids data loss may drop empty classes and properties`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(L1.self, url) { $0.insert(L1.Trip(name: "Alps")) }
      try readStore(L2.self, url, ForbiddingPlan.self) { context throws in
        #expect(try context.all(L2.Trip.self).map(\.name) == ["Alps"])
      }
    }
  }

  @Test func `a stage that forbids data loss refuses to drop a property with values`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url, entries: 0)
      let error = try expectRefusal(.valuesNotCarried, at: url) {
        try open(L2.self, url, ForbiddingPlan.self)
      }
      #expect(error.property == "notes")
      #expect(error.samples == ["steep"])
    }
  }
}
