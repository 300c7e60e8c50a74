import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests of saves, undo and fetches on a disk that fails at any of the operations.
@Suite struct SaveFaultTests {
  @Test func `a save on a failing disk is complete or absent and can be repeated`() throws {
    let fixture = try TripFixture.tiny.get()
    let runs = try DiskFault.sweep(stride: 5) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = try fixture.makeStore(in: folder)
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
        let code = existing.code
        disk.fail(number, kind)
        var hasFailed = false
        do {
          try context.save()
        } catch {
          hasFailed = true
          DiskFault.expectClearError(error, kind, comment)
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
        let changed = try fresh.fetch(
          FetchDescriptor<TripV4.Place>(predicate: #Predicate { $0.note == "changed" }))
        #expect(changed.map(\.code) == [code], comment)
        try again.close()
        return isHit
      }
    }
    #expect(runs > 8)
  }

  @Test func `an undo on a failing disk is complete or absent and can be repeated`() throws {
    let runs = try DiskFault.sweep(stride: 5) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = folder.appending(path: "x.store")
        let comment: Comment = "operation \(number), \(kind)"
        let disk = DiskFault(folder)
        try Ledger.create(url)
        let container = try Ledger.open(url)
        let context = ModelContext(container)
        try context.transaction(title: "Batch") {
          let batch = Ledger.Batch(size: 300)
          context.insert(batch)
          try context.save()
          try context.append(
            Ledger.Sample.self, count: 300,
            [
              .constant(\.value, 1), .reference(\.batch, batch.persistentModelID),
            ])
        }
        let done = try container.historyCounts().undo
        disk.fail(number, kind)
        var hasFailed = false
        do {
          try container.undo()
        } catch {
          hasFailed = true
          DiskFault.expectClearError(error, kind, comment)
        }
        let isHit = disk.heal() >= number
        #expect(try Ledger.contradictions(container) == [], comment)
        #expect(try container.historyCounts().undo == (hasFailed ? done : done - 1), comment)
        if hasFailed { try container.undo() }
        let samples = FetchDescriptor<Ledger.Sample>()
        #expect(try ModelContext(container).fetchCount(samples) == 0, comment)
        try container.redo()
        #expect(try ModelContext(container).fetchCount(samples) == 300, comment)
        try container.close()
        #expect(try StoreDump(copyOf: url).findings == [], comment)
        return isHit
      }
    }
    #expect(runs > 4)
  }

  /// Writes more than the cache holds, so that the disk is written to and fails before the commit.
  @Test(arguments: DiskFault.Kind.allCases)
  func `a disk failure during a transaction keeps all of its changes or none`(kind: DiskFault.Kind)
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let comment: Comment = "\(kind)"
      try Ledger.create(url)
      let disk = DiskFault(folder)
      let container = try Ledger.open(url)
      let context = ModelContext(container)
      let revision = try container.revision()
      disk.fail(100, kind)
      var failures = 0
      var hasEnded = false
      do {
        try context.transaction(title: "Large") {
          for _ in 0..<45 {
            context.insert(Ledger.Tag(name: String(repeating: "x", count: 1_000_000)))
            // A block that continues after an error must still commit all or nothing.
            do {
              try context.save()
            } catch {
              failures += 1
              DiskFault.expectClearError(error, kind, comment)
            }
          }
        }
      } catch {
        hasEnded = true
        DiskFault.expectClearError(error, kind, comment)
      }
      #expect(disk.heal() >= 100)
      #expect(failures > 0, comment)
      if !kind.isFull { #expect(hasEnded, comment) }
      let tags = FetchDescriptor<Ledger.Tag>()
      #expect(try ModelContext(container).fetchCount(tags) == (hasEnded ? 6 : 51), comment)
      #expect(try container.revision() == (hasEnded ? revision : revision + 1), comment)
      try container.close()
      #expect(try StoreDump(copyOf: url).findings == [], comment)
    }
  }

  @Test func `a fetch on a failing disk throws and succeeds once the disk works again`() throws {
    let fixture = try TripFixture.small.get()
    let runs = try DiskFault.sweep(stride: 1, kinds: [.brokenOnce]) { number, kind in
      try TemporaryDirectory.with { folder in
        let url = try fixture.makeStore(in: folder)
        try TripStore.open(url).close()
        let disk = DiskFault(folder)
        let container = try TripStore.open(url)
        let context = ModelContext(container)
        disk.failReading(number)
        do {
          #expect(try context.fetch(FetchDescriptor<TripV4.Point>()).count == 900)
        } catch {
          DiskFault.expectClearError(error, kind, "read \(number)")
        }
        let isHit = disk.heal() >= number
        #expect(try context.fetch(FetchDescriptor<TripV4.Point>()).count == 900)
        try container.close()
        return isHit
      }
    }
    #expect(runs > 2)
  }
}
