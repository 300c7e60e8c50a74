import FaultModels
import SwiftData
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Tests of read-only folders and files. The superuser may write everywhere, so a child process
/// without privileges opens the stores.
@Suite struct PermissionTests {
  private static let nobody: UInt32 = 65_534

  /// Runs a body with a store in a folder that belongs to the user of the child process.
  private func withStore(_ bytes: Data, _ body: (URL, URL, [String: String]) throws -> Void) throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try bytes.write(to: url)
      var options: [String: String] = [:]
      if geteuid() == 0 {
        options["user"] = "\(Self.nobody)"
        for path in [folder.path, url.path] { chown(path, Self.nobody, Self.nobody) }
        chmod(folder.path, 0o755)
      }
      defer { chmod(folder.path, 0o755) }
      try body(folder, url, options)
    }
  }

  @Test(arguments: [true, false])
  func `migrating a read-only store is refused and leaves the store untouched`(isFolder: Bool)
    throws
  {
    let fixture = try TripFixture.tiny.get()
    try withStore(fixture.bytes) { folder, url, options in
      if isFolder { chmod(folder.path, 0o555) } else { chmod(url.path, 0o444) }
      let run = try CrashProgram.run("migrate", url, options)
      #expect(run.exitCode == 1)
      #expect(run.errors.hasPrefix("storeReadOnly: "), "\(run.errors)")
      #expect(run.errors.contains("store is read-only; make it writable"))
      #expect(try Data(contentsOf: url) == fixture.bytes)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == (isFolder ? ["x.store"] : ["x.store", "x.store.lock"]))
    }
  }

  @Test func `a folder that becomes read-only during a migration leaves the old or the new store`()
    throws
  {
    let fixture = try TripFixture.tiny.get()
    let events = try TemporaryDirectory.with { folder in
      let run = try CrashProgram.run("migrate", try fixture.makeStore(in: folder))
      return try #require(run.number("events"), "\(run.errors)")
    }
    var refused = 0
    for event in stride(from: 1, through: events, by: Effort.isSoak ? 1 : 3) {
      try withStore(fixture.bytes) { folder, url, options in
        let run = try CrashProgram.run(
          "migrate", url, options.merging(["forbid-at": "\(event)"]) { $1 })
        #expect(run.exitCode < 2, "event \(event): \(run.errors)")
        if run.exitCode == 1 {
          refused += 1
          let code = run.errors.prefix { $0 != ":" }
          #expect(
            ["storeReadOnly", "backupFailed", "inputOutput"].contains(code),
            "event \(event): \(run.errors)")
        }
        chmod(folder.path, 0o755)
        chmod(url.path, 0o644)
        try fixture.expectOldOrNew(url, "event \(event)")
        try fixture.expectRecovery(url, "event \(event)")
      }
    }
    #expect(refused > 0)
  }

  @Test func `a store with an unread log in a read-only folder is refused with the reason`() throws
  {
    try TemporaryDirectory.with { source in
      let live = source.appending(path: "x.store")
      try Ledger.create(live)
      let container = try Ledger.open(live)
      let context = ModelContext(container)
      context.insert(Ledger.Tag(name: "in the log"))
      try context.save()
      try withStore(try Data(contentsOf: live)) { folder, url, options in
        let log = URL(fileURLWithPath: url.path + "-wal")
        try FileManager.default.copyItem(atPath: live.path + "-wal", toPath: log.path)
        chmod(log.path, 0o644)
        chmod(folder.path, 0o555)
        let run = try CrashProgram.run("work", url, options.merging(["steps": "0"]) { $1 })
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("storeReadOnly: "), "\(run.errors)")
        #expect(run.errors.contains("was not closed cleanly"), "\(run.errors)")
      }
      try container.close()
    }
  }

  @Test func `a clean store in a read-only folder can be opened`() throws {
    try TemporaryDirectory.with { source in
      let clean = source.appending(path: "x.store")
      try Ledger.create(clean)
      for log in [nil, Data([0])] as [Data?] {
        try withStore(try Data(contentsOf: clean)) { folder, url, options in
          try log?.write(to: URL(fileURLWithPath: url.path + "-wal"))
          chmod(folder.path, 0o555)
          let run = try CrashProgram.run("work", url, options.merging(["steps": "0"]) { $1 })
          #expect(run.exitCode == 0, "\(run.errors)")
        }
      }
    }
  }
}
