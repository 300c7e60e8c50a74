import FaultModels
import SwiftData
import TestSupport
import Testing

/// A small file system in memory.
private enum SmallDisk {
  /// Whether a file system can be mounted, as the superuser may.
  static let canMount = (try? with(100_000) { _ in }) != nil

  private struct NotMounted: Error {
    let reason: String
  }

  /// Runs a body in a file system of so many bytes.
  static func with(_ bytes: Int, _ body: (URL) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      let place = folder.appending(path: "disk")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let mount = try Subprocess.run(
        "mount", ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", place.path])
      guard mount.exitCode == 0 else { throw NotMounted(reason: mount.errors) }
      defer { _ = try? Subprocess.run("umount", ["-l", place.path]) }
      try body(place)
    }
  }
}

/// A disk that is really full: a small file system in memory, where one can be mounted.
@Suite(.enabled(if: SmallDisk.canMount, "no file system can be mounted here"))
struct FullDiskTests {
  /// Takes all the space there is.
  private func fill(_ folder: URL) throws {
    let filler = folder.appending(path: "filler")
    try Data().write(to: filler)
    let handle = try FileHandle(forWritingTo: filler)
    defer { try? handle.close() }
    for size in [65_536, 4_096] {
      let block = Data(repeating: 1, count: size)
      while (try? handle.write(contentsOf: block)) != nil {}
    }
  }

  @Test func aMigrationWithoutRoomForItsBackupLeavesTheStoreUntouched() throws {
    let fixture = try TripFixture.small.get()
    try SmallDisk.with(fixture.bytes.count + 600_000) { folder in
      let url = try fixture.place(in: folder)
      let error = try #require(throws: SwiftDataError.self) { try TripStore.open(url) }
      #expect(error.code == .backupFailed)
      #expect(error.message.contains("MB free"), "\(error)")
      #expect(try Data(contentsOf: url) == fixture.bytes)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["x.store", "x.store.lock"])
    }
  }

  @Test func theSameMigrationGoesThroughOnceThereIsRoom() throws {
    let fixture = try TripFixture.small.get()
    try SmallDisk.with(fixture.bytes.count * 8 + 4_000_000) { folder in
      let url = try fixture.place(in: folder)
      // Leaves a megabyte: enough to look, too little for the backup and the log.
      try Data(count: fixture.bytes.count * 7 + 3_000_000)
        .write(to: folder.appending(path: "filler"))
      let error = try #require(throws: SwiftDataError.self) { try TripStore.open(url) }
      #expect(error.code == .backupFailed)
      #expect(error.message.contains("MB free"), "\(error)")
      #expect(try Data(contentsOf: url) == fixture.bytes)
      try FileManager.default.removeItem(at: folder.appending(path: "filler"))
      let container = try TripStore.open(url)
      #expect(container.migrationReport?.backup != nil)
      try container.close()
      #expect(try fixture.expectWhole(url, "room again") == .new)
      try fixture.expectRecovery(url, "room again")
    }
  }

  @Test func aDiskThatFillsUpDuringAMigrationLeavesTheOldStore() throws {
    let fixture = try TripFixture.small.get()
    try SmallDisk.with(8_000_000) { folder in
      let url = try fixture.place(in: folder)
      let error = try #require(throws: SwiftDataError.self) {
        try TripStore.open(url) { event in
          if case .backupMade = event { try fill(folder) }
        }
      }
      #expect(error.code == .inputOutput)
      #expect(error.message.contains("disk is full"), "\(error)")
      #expect(try fixture.expectWhole(url, "full") == .old)
      try FileManager.default.removeItem(at: folder.appending(path: "filler"))
      try fixture.expectRecovery(url, "space again")
    }
  }

  @Test func aRestoreWithoutRoomForTheBackupOfWhatItReplacesChangesNothing() throws {
    let fixture = try TripFixture.small.get()
    try TemporaryDirectory.with { elsewhere in
      let backup = elsewhere.appending(path: "kept.backup")
      try fixture.bytes.write(to: backup)
      // Room for the restored store, and then too little for another copy.
      try SmallDisk.with(2 * fixture.bytes.count + 900_000) { folder in
        let url = try fixture.place(in: folder)
        let error = try #require(throws: SwiftDataError.self) {
          try StoreBackup.restore(backup, to: url)
        }
        #expect(error.code == .backupFailed, "\(error)")
        #expect(error.message.contains("MB free"), "\(error)")
        #expect(try Data(contentsOf: url) == fixture.bytes)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["x.store", "x.store.lock"])
      }
    }
  }

  @Test func aSaveOnAFullDiskIsRefusedAndCanBeTriedAgain() throws {
    try SmallDisk.with(4_000_000) { folder in
      let url = folder.appending(path: "x.store")
      try Ledger.make(url)
      let container = try Ledger.open(url)
      let context = ModelContext(container)
      try fill(folder)
      for index in 0..<200 { context.insert(Ledger.Item(number: 1_000 + index)) }
      let error = try #require(throws: SwiftDataError.self) { try context.save() }
      #expect(error.code == .inputOutput)
      #expect(error.message.contains("disk is full"), "\(error)")
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ledger.Item>()) == 20)
      try FileManager.default.removeItem(at: folder.appending(path: "filler"))
      try context.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ledger.Item>()) == 220)
      try container.close()
      #expect(try StoreDump(copyOf: url).findings == [])
    }
  }
}
