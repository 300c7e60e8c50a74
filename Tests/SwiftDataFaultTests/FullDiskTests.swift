import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests on a disk that is really full: a small file system in memory, if one can be mounted.
@Suite(.enabled(if: SmallDisk.canMount, "no file system can be mounted here"))
struct FullDiskTests {
  @Test func `a migration without room for its backup leaves the store untouched`() throws {
    let fixture = try TripFixture.small.get()
    try SmallDisk.with(fixture.bytes.count + 600_000) { folder in
      let url = try fixture.makeStore(in: folder)
      let error = try #require(throws: SwiftDataError.self) { try TripStore.open(url) }
      #expect(error.code == .backupFailed)
      #expect(error.message.contains("MB free"), "\(error)")
      #expect(try Data(contentsOf: url) == fixture.bytes)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["x.store", "x.store.lock"])
    }
  }

  @Test func `a migration refused for lack of space succeeds once there is room`() throws {
    let fixture = try TripFixture.small.get()
    try SmallDisk.with(fixture.bytes.count * 8 + 4_000_000) { folder in
      let url = try fixture.makeStore(in: folder)
      // Leaves a megabyte: enough to open the store, but too little for the backup and the log.
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
      #expect(try fixture.expectOldOrNew(url, "room again") == .new)
      try fixture.expectRecovery(url, "room again")
    }
  }

  @Test func `a disk that fills up during a migration leaves the old store`() throws {
    let fixture = try TripFixture.small.get()
    try SmallDisk.with(8_000_000) { folder in
      let url = try fixture.makeStore(in: folder)
      let error = try #require(throws: SwiftDataError.self) {
        try TripStore.open(url) { event in
          if case .backupMade = event { try SmallDisk.fill(folder) }
        }
      }
      #expect(error.code == .inputOutput)
      #expect(error.message.contains("disk is full"), "\(error)")
      #expect(try fixture.expectOldOrNew(url, "full") == .old)
      try FileManager.default.removeItem(at: folder.appending(path: "filler"))
      try fixture.expectRecovery(url, "space again")
    }
  }

  @Test func `a restore without room to back up the replaced store changes nothing`() throws {
    let fixture = try TripFixture.small.get()
    try TemporaryDirectory.with { elsewhere in
      let backup = elsewhere.appending(path: "kept.backup")
      try fixture.bytes.write(to: backup)
      // Leaves room for the restored store, but not for another copy.
      try SmallDisk.with(2 * fixture.bytes.count + 900_000) { folder in
        let url = try fixture.makeStore(in: folder)
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

  @Test func `a save on a full disk fails and succeeds once there is room`() throws {
    try SmallDisk.with(4_000_000) { folder in
      let url = folder.appending(path: "x.store")
      try Ledger.create(url)
      let container = try Ledger.open(url)
      let context = ModelContext(container)
      try SmallDisk.fill(folder)
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
