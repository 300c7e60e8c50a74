import SwiftData
import TestSupport
import Testing

private enum ThrowingWork: StageWork {
  struct TestError: Error {}
  static func didMigrate(_ context: ModelContext) throws { throw TestError() }
}

private enum TwoWayPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [PageV1.self, PageV2.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: PageV1.self, toVersion: PageV2.self),
      .lightweight(fromVersion: PageV2.self, toVersion: PageV1.self),
    ]
  }
}

/// Backups, restoring and dry runs of migrations.
@Suite struct BackupSafetyTests {
  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test func `a migration keeps its last three backups and all manual ones`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try writePage(url)
      let manual = try StoreBackup.make(of: url)
      // A store whose name has the same prefix has backups of its own.
      let other = folder.appending(path: "x.store.v1")
      try writePage(other)
      try open(PageV2.self, other, TwoWayPlan.self).close()
      var made: [URL] = []
      for round in 0..<5 {
        let container =
          try round % 2 == 0
          ? open(PageV2.self, url, TwoWayPlan.self) : open(PageV1.self, url, TwoWayPlan.self)
        made.append(try #require(container.migrationReport?.backup))
        try container.close()
      }
      let kept = StoreBackup.list(of: url)
      #expect(kept.contains { $0.lastPathComponent == manual.lastPathComponent })
      #expect(
        Set(kept.map(\.lastPathComponent))
          == Set((made.suffix(3) + [manual]).map(\.lastPathComponent)))
      #expect(StoreBackup.list(of: other).count == 1)
      for backup in kept {
        #expect(try mode(backup) == 0o600)
        #expect(try ModelContainer.inspect(url: backup).counts["Page"] == 1)
      }
    }
  }

  @Test func `restoring over a damaged store keeps the damaged file and its log`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try writePage(url)
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
      try readStore(PageV1.self, url) { context throws in
        #expect(try context.all(PageV1.Page.self).map(\.text) == ["one"])
      }
    }
  }

  @Test func `a dry run reports the migration and changes nothing`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try writePage(url)
      let work = folder.appending(path: "work")
      let before = try StoreState(url)
      let container = try open(PageV1.self, url)
      func dryRun<S: VersionedSchema>(
        _ schema: S.Type, _ plan: (any SchemaMigrationPlan.Type)?
      ) throws -> MigrationReport? {
        try ModelContainer.dryRunMigration(
          of: url, for: Schema(versionedSchema: schema), migrationPlan: plan, in: work)
      }
      // The store is open, which would block a real migration.
      let report = try #require(try dryRun(PageV2.self, TwoWayPlan.self))
      #expect(report.backup == nil)
      #expect(report.stages.count == 1)
      #expect(report.entityTexts == ["Page: 1 → 1"])
      #expect(try dryRun(PageV1.self, TwoWayPlan.self) == nil)
      try container.close()
      let error = #expect(throws: SwiftDataError.stageFailed) {
        try dryRun(PageV2.self, CustomPlan<PageV1, PageV2, ThrowingWork>.self)
      }
      #expect(error?.underlying is ThrowingWork.TestError)
      #expect(try FileManager.default.contentsOfDirectory(atPath: work.path).isEmpty)
      try FileManager.default.removeItem(at: work)
      #expect(try StoreState(url) == before)
    }
  }

  @Test func `an error thrown by a closure is the underlying error and leaves no backup`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try writePage(url)
      let before = try StoreState(url)
      let error = #expect(throws: SwiftDataError.stageFailed) {
        try open(PageV2.self, url, CustomPlan<PageV1, PageV2, ThrowingWork>.self)
      }
      #expect(error?.underlying is ThrowingWork.TestError)
      #expect(try StoreState(url) == before)
    }
  }
}
