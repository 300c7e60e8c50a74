import FaultModels
import SwiftData
import Synchronization
import TestSupport
import Testing

@Suite struct MigrationEventTests {
  private struct Cancelled: Error {}

  @Test func `a migration reports its events in order`() throws {
    try TemporaryDirectory.with { folder in
      let url = try TripFixture.tiny.get().makeStore(in: folder)
      let events = Mutex<[MigrationEvent]>([])
      try TripStore.open(url) { event in events.withLock { $0.append(event) } }.close()
      let reported = events.withLock { $0 }
      let backup = try #require(StoreBackup.list(of: url).first)
      let (v1, v2) = (TripV1.versionIdentifier, TripV2.versionIdentifier)
      #expect(
        reported.prefix(19) == [
          .locked, .backupBegan, .backupCopied, .backupVerified, .backupMade(backup),
          .transactionBegan, .stageBegan(from: v1, to: v2), .willMigrateBegan, .willMigrateEnded,
          .tableExpanded(entity: "Club"), .tableExpanded(entity: "Place"),
          .tableExpanded(entity: "Point"), .linksMade("Club.places"), .didMigrateBegan,
          .didMigrateEnded, .contractBegan, .stageEnded(from: v1, to: v2),
          .stageBegan(from: v2, to: TripV3.versionIdentifier), .tableExpanded(entity: "Club"),
        ])
      #expect(
        reported.suffix(6) == [
          .verificationBegan, .commitBegan, .committed, .checkpointed, .pruned, .finished,
        ])
    }
  }

  @Test func `a store of the latest version opens without an event`() throws {
    try TemporaryDirectory.with { folder in
      let url = try TripFixture.tiny.get().makeStore(in: folder)
      try TripStore.open(url).close()
      try TripStore.open(url) { _ in throw Cancelled() }.close()
    }
  }

  @Test func `an error of the event handler before the commit leaves the store untouched`()
    throws
  {
    let fixture = try TripFixture.tiny.get()
    var cancelled = 0
    for number in 1... {
      let isFinished = try TemporaryDirectory.with { folder in
        let url = try fixture.makeStore(in: folder)
        let count = Mutex(0)
        do {
          let container = try TripStore.open(url) { _ in
            let isDue = count.withLock {
              $0 += 1
              return $0 == number
            }
            if isDue { throw Cancelled() }
          }
          try container.close()
          #expect(try StoreDump(copyOf: url).lines == fixture.new.lines)
          return count.withLock { $0 < number }
        } catch is Cancelled {
          cancelled += 1
          #expect(try Data(contentsOf: url) == fixture.bytes)
          let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          #expect(names == ["x.store", "x.store.lock"], "event \(number)")
          return false
        }
      }
      if isFinished { break }
    }
    #expect(cancelled > 25)
  }
}
