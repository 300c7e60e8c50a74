import SwiftData
import TestSupport
import Testing

/// A release of a program, with functions that open its store and list the stored rows.
struct Release {
  let version: Schema.Version
  let open: (ModelConfiguration) throws -> ModelContainer
  /// Returns a line for each row, with its key, its values and the keys of related rows.
  let contents: (ModelContext) throws -> [String]
}

/// A migration of a store from one release to another, with the checks that each migration needs.
struct Scenario {
  let old: Release
  let write: (ModelContext) throws -> Void
  /// The rows that the old release wrote, in the format of ``Release/contents``.
  let graph: [String]
  let new: Release
  /// The rows that the new release must find.
  let migrated: [String]
  /// Inserts objects of the new types into an empty store.
  let sample: (ModelContext) throws -> Void
}

extension Scenario {
  /// Writes a store with the old types and migrates it.
  ///
  /// Afterwards, the migrated store is opened again. The backup is opened with the old types and
  /// migrated. A store in memory and a new store are opened with the new types.
  ///
  /// - Returns: The report of the migration.
  @discardableResult
  func run(at location: SourceLocation = #_sourceLocation) throws -> MigrationReport {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "data.store")
      try writeOld(url, location)
      let before = try ModelContainer.inspect(url: url)
      let container = try new.open(ModelConfiguration(url: url))
      let found = try new.contents(ModelContext(container))
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

  /// Writes a store with the old types, which the new release must refuse and leave unchanged.
  ///
  /// - Returns: The error.
  @discardableResult
  func expectRefusal(
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
      let found = try old.contents(ModelContext(container))
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
    let found = try old.contents(ModelContext(container))
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
    let found = try new.contents(ModelContext(container))
    #expect(found == migrated, sourceLocation: location)
    try container.close()
    #expect(try Data(contentsOf: url) == bytes, sourceLocation: location)
    #expect(try StoreIntegrity.findings(of: url).isEmpty, sourceLocation: location)
  }

  /// Opens a copy of the backup, and migrates the copy.
  ///
  /// The second migration shows that a stash keeps nothing from the first one.
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
    let found = try old.contents(ModelContext(container))
    #expect(found == graph, sourceLocation: location)
    try container.close()
    let again = try new.open(ModelConfiguration(url: copy))
    let repeated = try new.contents(ModelContext(again))
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
    let empty = try new.contents(context)
    #expect(empty.isEmpty, sourceLocation: location)
    try sample(context)
    try context.save()
    let found = try new.contents(ModelContext(container))
    #expect(!found.isEmpty, sourceLocation: location)
    try container.close()
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}

/// Returns a line for each object of a model, in the order of their keys.
func lines<Model: PersistentModel>(
  _ type: Model.Type, in context: ModelContext, _ describe: (Model) -> String
) throws -> [String] {
  try context.fetch(FetchDescriptor<Model>()).map { "\(type) \(number($0)): " + describe($0) }
}

/// Returns the key of an object.
func number(_ model: some PersistentModel) -> Int64 { model.persistentModelID.primaryKey }

/// Returns the sorted keys of the objects in a relationship.
func numbers<Model: PersistentModel>(_ models: [Model]?) -> String {
  (models ?? []).map(number).sorted().map(String.init).joined(separator: " ")
}
