import SwiftData
import TestSupport
import Testing

/// A release of a program: how it opens its store, and how it tells what is in it.
struct Release {
  let version: Schema.Version
  let open: (ModelConfiguration) throws -> ModelContainer
  /// Every row with its key, its values and the keys it leads to, a line each.
  let tell: (ModelContext) throws -> [String]
}

/// A store on its way from one release to another, with every step that such a test must take.
struct Scenario {
  let old: Release
  let write: (ModelContext) throws -> Void
  /// What the old release wrote, in the test's own words.
  let graph: [String]
  let new: Release
  /// What the new release must find.
  let migrated: [String]
  /// Inserts something with the new types, on its own.
  let sample: (ModelContext) throws -> Void
}

extension Scenario {
  /// Writes a file with the old types and opens it with the new ones; then opens it again, opens
  /// the backup with the old types and migrates it too, and opens a store in memory and a new one
  /// with the new types.
  ///
  /// - Returns: The report of the migration.
  @discardableResult
  func run(at location: SourceLocation = #_sourceLocation) throws -> MigrationReport {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "data.store")
      try writeOld(url, location)
      let before = try ModelContainer.inspect(url: url)
      let container = try new.open(ModelConfiguration(url: url))
      let found = try new.tell(ModelContext(container))
      #expect(found == migrated, sourceLocation: location)
      let report = try #require(container.migrationReport, sourceLocation: location)
      try container.close()
      try checkReport(report, before, ModelContainer.inspect(url: url), location)
      try openAgain(url, location)
      try openBackup(report, of: url, location)
      try openInMemory(location)
      try openNew(folder.appending(path: "new.store"), location)
      return report
    }
  }

  /// Writes a file with the old types, which the new release must refuse and leave as it is.
  ///
  /// - Returns: The error.
  @discardableResult
  func refused(
    _ expected: SwiftDataError, at location: SourceLocation = #_sourceLocation
  ) throws -> SwiftDataError {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "data.store")
      try writeOld(url, location)
      let bytes = try Data(contentsOf: url)
      let thrown = #expect(throws: expected, sourceLocation: location) {
        try new.open(ModelConfiguration(url: url))
      }
      let error = try #require(thrown, sourceLocation: location)
      #expect(try Data(contentsOf: url) == bytes, sourceLocation: location)
      let files = try names(in: folder)
      #expect(files == ["data.store", "data.store.lock"], sourceLocation: location)
      let container = try old.open(ModelConfiguration(url: url))
      #expect(container.migrationReport == nil, sourceLocation: location)
      let found = try old.tell(ModelContext(container))
      #expect(found == graph, sourceLocation: location)
      try container.close()
      return error
    }
  }

  // MARK: Steps

  private func writeOld(_ url: URL, _ location: SourceLocation) throws {
    let container = try old.open(ModelConfiguration(url: url))
    let context = ModelContext(container)
    try write(context)
    try context.save()
    let found = try old.tell(ModelContext(container))
    #expect(found == graph, sourceLocation: location)
    try container.close()
  }

  private func checkReport(
    _ report: MigrationReport, _ before: StoreInspection, _ after: StoreInspection,
    _ location: SourceLocation
  ) throws {
    #expect(report.from == old.version, sourceLocation: location)
    #expect(report.to == new.version, sourceLocation: location)
    #expect(after.version == new.version, sourceLocation: location)
    #expect(after.identifier == before.identifier, sourceLocation: location)
    let entities = Set(before.counts.keys).union(after.counts.keys)
    #expect(Set(report.entities.map(\.name)) == entities, sourceLocation: location)
    for count in report.entities {
      #expect(count.before == before.counts[count.name] ?? 0, sourceLocation: location)
      #expect(count.after == after.counts[count.name] ?? 0, sourceLocation: location)
    }
    let linksBefore = before.links.values.reduce(0, +)
    #expect(report.links.map(\.before).reduce(0, +) == linksBefore, sourceLocation: location)
    for (name, count) in after.links {
      let reported = report.links.first { $0.name == name }?.after
      #expect(reported == count, sourceLocation: location)
    }
  }

  private func openAgain(_ url: URL, _ location: SourceLocation) throws {
    let bytes = try Data(contentsOf: url)
    let container = try new.open(ModelConfiguration(url: url))
    #expect(container.migrationReport == nil, sourceLocation: location)
    let found = try new.tell(ModelContext(container))
    #expect(found == migrated, sourceLocation: location)
    try container.close()
    #expect(try Data(contentsOf: url) == bytes, sourceLocation: location)
    #expect(try StoreIntegrity.findings(of: url).isEmpty, sourceLocation: location)
  }

  /// Opens a copy, since a backup is left alone by whoever uses it, and migrates it once more: a
  /// stash must not remember the first time.
  private func openBackup(
    _ report: MigrationReport, of url: URL, _ location: SourceLocation
  ) throws {
    let backup = try #require(report.backup, sourceLocation: location)
    let folder = url.deletingLastPathComponent()
    let files = try names(in: folder)
    let expected = ["data.store", "data.store.lock", backup.lastPathComponent].sorted()
    #expect(files == expected, sourceLocation: location)
    let mode = try FileManager.default.attributesOfItem(atPath: backup.path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600, sourceLocation: location)
    let copy = folder.appending(path: "restored.store")
    try FileManager.default.copyItem(at: backup, to: copy)
    let container = try old.open(ModelConfiguration(url: copy))
    #expect(container.migrationReport == nil, sourceLocation: location)
    let found = try old.tell(ModelContext(container))
    #expect(found == graph, sourceLocation: location)
    try container.close()
    let again = try new.open(ModelConfiguration(url: copy))
    let repeated = try new.tell(ModelContext(again))
    #expect(repeated == migrated, sourceLocation: location)
    #expect(again.migrationReport?.links == report.links, sourceLocation: location)
    try again.close()
  }

  private func openInMemory(_ location: SourceLocation) throws {
    let container = try new.open(ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(container.migrationReport == nil, sourceLocation: location)
    try useEmpty(container, location)
  }

  private func openNew(_ url: URL, _ location: SourceLocation) throws {
    let container = try new.open(ModelConfiguration(url: url))
    #expect(container.migrationReport == nil, sourceLocation: location)
    try useEmpty(container, location)
    let version = try ModelContainer.inspect(url: url).version
    #expect(version == new.version, sourceLocation: location)
    let again = try new.open(ModelConfiguration(url: url))
    #expect(again.migrationReport == nil, sourceLocation: location)
    try again.close()
  }

  private func useEmpty(_ container: ModelContainer, _ location: SourceLocation) throws {
    let context = ModelContext(container)
    let empty = try new.tell(context)
    #expect(empty.isEmpty, sourceLocation: location)
    try sample(context)
    try context.save()
    let found = try new.tell(ModelContext(container))
    #expect(!found.isEmpty, sourceLocation: location)
    try container.close()
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}

/// A line for each object of a model, in order of their keys.
func lines<Model: PersistentModel>(
  _ type: Model.Type, in context: ModelContext, _ describe: (Model) -> String
) throws -> [String] {
  try context.fetch(FetchDescriptor<Model>()).map { "\(type) \(number($0)): " + describe($0) }
}

func number(_ model: some PersistentModel) -> Int64 { model.persistentModelID.primaryKey }

/// The keys of the objects a relationship leads to, in order.
func numbers<Model: PersistentModel>(_ models: [Model]?) -> String {
  (models ?? []).map(number).sorted().map(String.init).joined(separator: " ")
}
