import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests of migrations, backups and new stores on a disk that fails at any of the operations.
@Suite struct DiskFaultTests {
  @Test func `a migration on a failing disk leaves either the old or the new store`() throws {
    let fixture = try TripFixture.tiny.get()
    var states = (old: 0, new: 0)
    let runs = try DiskFault.sweep(stride: 17) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = try fixture.makeStore(in: folder)
        let comment: Comment = "operation \(number), \(kind)"
        let disk = DiskFault(folder)
        disk.fail(number, kind)
        var hasOpened = false
        do {
          let container = try TripStore.open(url)
          hasOpened = true
          try container.close()
        } catch {
          DiskFault.expectClearError(error, kind, comment)
        }
        let isHit = disk.heal() >= number
        let state = try fixture.expectOldOrNew(url, comment)
        if hasOpened { #expect(state == .new, comment) }
        switch state {
        case .old: states.old += 1
        case .new: states.new += 1
        case nil: break
        }
        try fixture.expectRecovery(url, comment)
        return isHit
      }
    }
    print("migration on a failing disk: \(runs) failures, \(states.old) old, \(states.new) new")
    #expect(runs > 20)
    #expect(states.old > 0 && states.new > 0)
  }

  @Test func `read errors during a migration leave either the old or the new store`() throws {
    let fixture = try TripFixture.tiny.get()
    let runs = try DiskFault.sweep(stride: 29, kinds: [.brokenOnce]) { number, _ in
      try TemporaryDirectory.with { folder in
        let url = try fixture.makeStore(in: folder)
        let disk = DiskFault(folder)
        disk.failReading(number)
        var hasOpened = false
        do {
          let container = try TripStore.open(url)
          hasOpened = true
          try container.close()
        } catch {
          #expect(error is SwiftDataError, "read \(number): \(error)")
        }
        let isHit = disk.heal() >= number
        let state = try fixture.expectOldOrNew(url, "read \(number)")
        if hasOpened { #expect(state == .new, "read \(number)") }
        try fixture.expectRecovery(url, "read \(number)")
        return isHit
      }
    }
    #expect(runs > 3)
  }

  @Test func `a backup on a failing disk is complete or leaves no file`() throws {
    let fixture = try TripFixture.tiny.get()
    let runs = try DiskFault.sweep(stride: 13) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = try fixture.makeStore(in: folder)
        let disk = DiskFault(folder)
        disk.fail(number, kind)
        var backup: URL?
        do {
          backup = try StoreBackup.make(of: url)
        } catch {
          DiskFault.expectClearError(error, kind, "operation \(number), \(kind)")
        }
        let isHit = disk.heal() >= number
        #expect(try Data(contentsOf: url) == fixture.bytes)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
          .filter { $0 != "x.store" && !$0.hasSuffix(".lock") }
        #expect(names == [backup?.lastPathComponent].compactMap { $0 }, "operation \(number)")
        if let backup { #expect(try StoreDump(copyOf: backup).lines == fixture.old.lines) }
        return isHit
      }
    }
    #expect(runs > 4)
  }

  @Test func `a restore on a failing disk leaves either the store or the backup`() throws {
    let fixture = try TripFixture.tiny.get()
    let runs = try DiskFault.sweep(stride: 23) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = folder.appending(path: "x.store")
        let backup = folder.appending(path: "kept.backup")
        try fixture.bytes.write(to: backup)
        try fixture.bytes.write(to: url)
        try TripStore.open(url).close()
        let disk = DiskFault(folder)
        disk.fail(number, kind)
        do {
          try StoreBackup.restore(backup, to: url)
          #expect(try StoreDump(copyOf: url).lines == fixture.old.lines)
        } catch {
          DiskFault.expectClearError(error, kind, "operation \(number), \(kind)")
        }
        let isHit = disk.heal() >= number
        try fixture.expectOldOrNew(url, "operation \(number), \(kind)")
        try StoreBackup.restore(backup, to: url)
        #expect(try StoreDump(copyOf: url).lines == fixture.old.lines)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasSuffix(".tmp") })
        return isHit
      }
    }
    #expect(runs > 4)
  }

  @Test func `a new store on a failing disk is complete or absent`() throws {
    let runs = try DiskFault.sweep(stride: 23) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = folder.appending(path: "x.store")
        let disk = DiskFault(folder)
        disk.fail(number, kind)
        do {
          try Ledger.open(url).close()
        } catch {
          DiskFault.expectClearError(error, kind, "operation \(number), \(kind)")
        }
        let isHit = disk.heal() >= number
        if FileManager.default.fileExists(atPath: url.path) {
          #expect(try StoreDump(copyOf: url).findings == [])
        }
        try Ledger.open(url).close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["x.store", "x.store.lock"], "operation \(number), \(kind)")
        return isHit
      }
    }
    #expect(runs > 4)
  }
}
