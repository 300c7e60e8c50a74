import SwiftData
import TestSupport
import Testing

/// Drafts beside a store are deleted, and unrelated files are kept.
@Suite struct DraftTests {
  @Test func `unrelated files with similar names are kept`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "trips")
      let unrelated = [
        "trips.new-zealand.gpx", "trips.restore", "trips.old.backup.tmp", "trips.1.tmp",
        "trips.v1.0.0-20200101T000000Z.backup.tmp", "kept.backup.tmp", "trips.new-1-journal",
      ]
      for name in unrelated { try Data(name.utf8).write(to: folder.appending(path: name)) }
      try writePage(url)
      let backup = try StoreBackup.make(of: url, to: folder.appending(path: "kept.backup"))
      try StoreBackup.make(of: url)
      try open(PageV2.self, url, LightweightPlan<PageV1, PageV2>.self).close()
      try StoreBackup.restore(backup, to: url)
      for name in unrelated {
        #expect(try Data(contentsOf: folder.appending(path: name)) == Data(name.utf8), "\(name)")
      }
    }
  }

  @Test func `drafts left by killed processes are deleted`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "trips")
      try writePage(url)
      let drafts = [
        "trips.\(UUID()).tmp", "trips.\(UUID()).tmp-journal",
        "trips.v1.0.0-20200101T000000Z.backup.\(UUID()).tmp", "kept.backup.\(UUID()).tmp",
      ]
      for name in drafts { try Data("x".utf8).write(to: folder.appending(path: name)) }
      try StoreBackup.make(of: url, to: folder.appending(path: "kept.backup"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["kept.backup", "trips", "trips.lock"])
    }
  }

  @Test func `a backup to an existing file is refused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try writePage(url)
      let other = folder.appending(path: "letter.txt")
      try Data("dear".utf8).write(to: other)
      for destination in [url, other] {
        let before = try Data(contentsOf: destination)
        let error = #expect(throws: SwiftDataError.self) {
          try StoreBackup.make(of: url, to: destination)
        }
        #expect(error == .backupFailed)
        #expect(error?.message.contains("exists") == true)
        #expect(try Data(contentsOf: destination) == before)
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == ["letter.txt", "x.store", "x.store.lock"])
    }
  }

  @Test func `the newest backup is kept even if the clock was set back`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try writePage(url)
      for day in 1...4 {
        try Data("x".utf8).write(
          to: folder.appending(path: "x.store.v1.0.0-2999010\(day)T000000Z.backup"))
      }
      let container = try open(PageV2.self, url, LightweightPlan<PageV1, PageV2>.self)
      let backup = try #require(container.migrationReport?.backup)
      try container.close()
      #expect(try ModelContainer.inspect(url: backup).counts["Page"] == 1)
      #expect(
        StoreBackup.list(of: url).map(\.lastPathComponent) == [
          backup.lastPathComponent, "x.store.v1.0.0-29990103T000000Z.backup",
          "x.store.v1.0.0-29990104T000000Z.backup",
        ])
    }
  }

  @Test func `a store is read-only if its lock file cannot be opened`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try writePage(url)
      let lock = url.path + ".lock"
      try FileManager.default.removeItem(atPath: lock)
      // A link to itself cannot be opened, not even by the superuser.
      try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: lock)
      let container = try open(PageV1.self, url)
      let context = ModelContext(container)
      context.insert(PageV1.Page(text: "two"))
      #expect(throws: SwiftDataError.storeReadOnly) { try context.save() }
      try container.close()
      #expect(throws: SwiftDataError.storeReadOnly) {
        try open(PageV2.self, url, LightweightPlan<PageV1, PageV2>.self)
      }
    }
  }
}
