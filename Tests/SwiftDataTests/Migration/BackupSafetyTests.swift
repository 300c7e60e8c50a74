import SwiftData
import TestSupport
import Testing

/// Versions of one shape, so that a migration can be repeated.
private enum B1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Page.self] }

  @Model final class Page {
    var text: String
    init(text: String) { self.text = text }
  }
}

private enum B2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Page.self] }

  @Model final class Page {
    var text: String
    var number: Int = 0
    init(text: String) { self.text = text }
  }
}

private enum Failing: StageWork {
  struct Reason: Error {}
  static func didMigrate(_ context: ModelContext) throws { throw Reason() }
}

private enum UpAndDown: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [B1.self, B2.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: B1.self, toVersion: B2.self),
      .lightweight(fromVersion: B2.self, toVersion: B1.self),
    ]
  }
}

@Suite struct BackupSafetyTests {
  private func make(_ url: URL) throws {
    try write(B1.self, url) { $0.insert(B1.Page(text: "one")) }
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test func `a migration keeps its last three and what was made by hand`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let byHand = try StoreBackup.make(of: url)
      // A store whose name begins alike has backups of its own.
      let other = folder.appending(path: "x.store.v1")
      try make(other)
      try open(B2.self, other, UpAndDown.self).close()
      var made: [URL] = []
      for round in 0..<5 {
        let container =
          try round % 2 == 0
          ? open(B2.self, url, UpAndDown.self) : open(B1.self, url, UpAndDown.self)
        made.append(try #require(container.migrationReport?.backup))
        try container.close()
      }
      let kept = StoreBackup.list(of: url)
      #expect(kept.contains { $0.lastPathComponent == byHand.lastPathComponent })
      #expect(
        Set(kept.map(\.lastPathComponent))
          == Set((made.suffix(3) + [byHand]).map(\.lastPathComponent)))
      #expect(StoreBackup.list(of: other).count == 1)
      for backup in kept {
        #expect(try mode(backup) == 0o600)
        #expect(try ModelContainer.inspect(url: backup).counts["Page"] == 1)
      }
    }
  }

  @Test func `restoring over a damaged store keeps it with its log`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let backup = try StoreBackup.make(of: url, to: folder.appending(path: "copy.store"))
      var bytes = try Data(contentsOf: url)
      bytes.replaceSubrange(
        100..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 100))
      try bytes.write(to: url)
      let log = Data("what was written last".utf8)
      try log.write(to: URL(fileURLWithPath: url.path + "-wal"))
      let aside = try #require(try StoreBackup.restore(backup, to: url))
      #expect(aside.lastPathComponent.contains(".damaged-"))
      #expect(try Data(contentsOf: aside) == bytes)
      #expect(try Data(contentsOf: URL(fileURLWithPath: aside.path + "-wal")) == log)
      #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
      #expect(try mode(url) == 0o600)
      try reading(B1.self, url) { context throws in
        #expect(try context.all(B1.Page.self).map(\.text) == ["one"])
      }
    }
  }

  @Test func `a rehearsal tells everything and changes nothing`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let work = folder.appending(path: "work")
      let before = try StoreState(url)
      let container = try open(B1.self, url)
      func rehearse<S: VersionedSchema>(
        _ schema: S.Type, _ plan: (any SchemaMigrationPlan.Type)?
      ) throws -> MigrationReport? {
        try ModelContainer.rehearseMigration(
          of: url, for: Schema(versionedSchema: schema), migrationPlan: plan, in: work)
      }
      // Somebody has it open, which would be in a real migration's way.
      let report = try #require(try rehearse(B2.self, UpAndDown.self))
      #expect(report.backup == nil)
      #expect(report.stages.count == 1)
      #expect(report.entityTexts == ["Page: 1 → 1"])
      #expect(try rehearse(B1.self, UpAndDown.self) == nil)
      try container.close()
      let error = #expect(throws: SwiftDataError.stageFailed) {
        try rehearse(B2.self, CustomPlan<B1, B2, Failing>.self)
      }
      #expect(error?.underlying is Failing.Reason)
      #expect(try FileManager.default.contentsOfDirectory(atPath: work.path).isEmpty)
      try FileManager.default.removeItem(at: work)
      #expect(try StoreState(url) == before)
    }
  }

  @Test func `an error of a closure is the underlying one and leaves no backup`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let before = try StoreState(url)
      let error = #expect(throws: SwiftDataError.stageFailed) {
        try open(B2.self, url, CustomPlan<B1, B2, Failing>.self)
      }
      #expect(error?.underlying is Failing.Reason)
      #expect(try StoreState(url) == before)
    }
  }
}
