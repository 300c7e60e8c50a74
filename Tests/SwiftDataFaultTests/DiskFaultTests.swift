import FaultModels
import SwiftData
import TestSupport
import Testing

/// A disk that is full or broken at one operation or another, below SQLite.
@Suite struct DiskFaultTests {
  /// Runs a body for operation 1, 2, … as long as it says that a failure came in its way; by
  /// strides unless in `make soak`.
  private func sweep(
    stride: Int, kinds: [DiskFault.Kind] = DiskFault.Kind.allCases, limit: Int = 100_000,
    _ body: (Int, DiskFault.Kind) throws -> Bool
  ) rethrows -> Int {
    var runs = 0
    for (index, kind) in kinds.enumerated() {
      var number = Effort.isSoak ? 1 : 1 + index * stride / kinds.count
      while number < limit, try body(number, kind) {
        runs += 1
        // The first operations one by one: it is there that things are opened.
        number += Effort.isSoak ? 1 : number < 12 ? 3 : stride
      }
    }
    return runs
  }

  /// What every error of a failing disk is: one of ours, in words for a person.
  private func expectClear(_ error: any Error, _ kind: DiskFault.Kind, _ comment: Comment) {
    guard let error = error as? SwiftDataError else {
      Issue.record("\(comment): \(error) is none of the library's")
      return
    }
    #expect(
      [.inputOutput, .backupFailed].contains(error.code),
      "\(comment): \(error.code.rawValue) \(error)")
    if kind.isFull { #expect(error.message.contains("disk is full"), "\(comment): \(error)") }
    for jargon in ["SQLITE", "errno", "PRAGMA", "IOERR"] {
      #expect(!error.message.contains(jargon), "\(comment): \(error)")
    }
  }

  @Test func aMigrationOnAFailingDiskLeavesTheOldStoreOrTheNew() throws {
    let fixture = try TripFixture.tiny.get()
    var states = (old: 0, new: 0)
    let runs = try sweep(stride: 17) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = try fixture.place(in: folder)
        let comment: Comment = "operation \(number), \(kind)"
        let disk = DiskFault(folder)
        disk.fail(number, kind)
        do {
          try TripStore.open(url).close()
        } catch {
          expectClear(error, kind, comment)
        }
        let isHit = disk.heal() >= number
        switch try fixture.expectWhole(url, comment) {
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

  @Test func readingErrorsInAMigrationLeaveTheOldStoreOrTheNew() throws {
    let fixture = try TripFixture.tiny.get()
    let runs = try sweep(stride: 29, kinds: [.brokenOnce]) { number, _ in
      try TemporaryDirectory.with { folder in
        let url = try fixture.place(in: folder)
        let disk = DiskFault(folder)
        disk.failReading(number)
        do {
          try TripStore.open(url).close()
        } catch {
          #expect(error is SwiftDataError, "reading \(number): \(error)")
        }
        let isHit = disk.heal() >= number
        try fixture.expectWhole(url, "reading \(number)")
        try fixture.expectRecovery(url, "reading \(number)")
        return isHit
      }
    }
    #expect(runs > 3)
  }

  @Test func aSaveOnAFailingDiskIsWholeOrAbsentAndCanBeTriedAgain() throws {
    let fixture = try TripFixture.tiny.get()
    let runs = try sweep(stride: 5) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = try fixture.place(in: folder)
        let comment: Comment = "operation \(number), \(kind)"
        let disk = DiskFault(folder)
        let container = try TripStore.open(url)
        let context = ModelContext(container)
        defer { withExtendedLifetime(context) {} }
        let club = TripV4.Club(title: "New")
        context.insert(club)
        for index in 0..<30 {
          let place = TripV4.Place(name: String(repeating: "n", count: 400), code: "N\(index)")
          context.insert(place)
          club.places.append(place)
        }
        let existing = try #require(try context.fetch(FetchDescriptor<TripV4.Place>()).first)
        existing.note = "changed"
        disk.fail(number, kind)
        var hasFailed = false
        do {
          try context.save()
        } catch {
          hasFailed = true
          expectClear(error, kind, comment)
        }
        let isHit = disk.heal() >= number
        let reader = ModelContext(container)
        let count = try reader.fetchCount(FetchDescriptor<TripV4.Place>())
        #expect(count == (hasFailed ? 20 : 50), comment)
        if hasFailed { try context.save() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<TripV4.Place>()) == 50)
        #expect(club.places.count == 30)
        try container.close()
        #expect(try StoreDump(copyOf: url).findings == [], comment)
        let again = try TripStore.open(url)
        let fresh = ModelContext(again)
        defer { withExtendedLifetime(fresh) {} }
        let clubs = try fresh.fetch(
          FetchDescriptor<TripV4.Club>(predicate: #Predicate { $0.title == "New" }))
        #expect(clubs.map(\.places.count) == [30], comment)
        try again.close()
        return isHit
      }
    }
    #expect(runs > 8)
  }

  @Test func aBackupOnAFailingDiskFailsClosedAndLeavesNothing() throws {
    let fixture = try TripFixture.tiny.get()
    let runs = try sweep(stride: 13) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = try fixture.place(in: folder)
        let disk = DiskFault(folder)
        disk.fail(number, kind)
        var backup: URL?
        do {
          backup = try StoreBackup.make(of: url)
        } catch {
          expectClear(error, kind, "operation \(number), \(kind)")
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

  @Test func aRestoreOnAFailingDiskLeavesTheStoreOrTheBackup() throws {
    let fixture = try TripFixture.tiny.get()
    let runs = try sweep(stride: 23) { number, kind in
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
          expectClear(error, kind, "operation \(number), \(kind)")
        }
        let isHit = disk.heal() >= number
        try fixture.expectWhole(url, "operation \(number), \(kind)")
        try StoreBackup.restore(backup, to: url)
        #expect(try StoreDump(copyOf: url).lines == fixture.old.lines)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasSuffix(".tmp") || $0.hasSuffix(".restore") })
        return isHit
      }
    }
    #expect(runs > 4)
  }

  @Test func aNewStoreOnAFailingDiskIsWholeOrAbsent() throws {
    let runs = try sweep(stride: 23) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = folder.appending(path: "x.store")
        let disk = DiskFault(folder)
        disk.fail(number, kind)
        do {
          try Ledger.open(url).close()
        } catch {
          expectClear(error, kind, "operation \(number), \(kind)")
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
