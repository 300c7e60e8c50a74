import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests that SIGKILL during a migration leaves either the old or the new store.
@Suite struct MigrationKillTests {
  @Test func `a kill at any migration event leaves either the old or the new store`() throws {
    let fixture = try TripFixture.small.get()
    let events = try TemporaryDirectory.with { folder in
      let run = try CrashProgram.run("migrate", try fixture.makeStore(in: folder))
      return try #require(run.number("events"), "\(run.errors)")
    }
    #expect(events > 30)
    var states: [TripFixture.State] = []
    for event in 1...events {
      try TemporaryDirectory.with { folder in
        let url = try fixture.makeStore(in: folder)
        let run = try CrashProgram.run("migrate", url, ["kill-at": "\(event)"])
        #expect(run.exitCode == CrashProgram.killed, "event \(event): \(run.errors)")
        if let state = try fixture.expectOldOrNew(url, "event \(event)") { states.append(state) }
        try fixture.expectRecovery(url, "event \(event)")
      }
    }
    // Old up to `commitBegan`, new from `committed` on.
    #expect(states.count == events)
    #expect(states.firstIndex(of: .new) == events - 4)
    #expect(states.suffix(4).allSatisfy { $0 == .new })
  }

  @Test func `a kill at a random moment leaves either the old or the new store`() throws {
    try killAtRandomInstants(
      try TripFixture.small.get(), times: 200, name: "1k rows")
  }

  @Test(.enabled(if: Effort.isSoak))
  func `a kill at a random moment leaves a store of a million rows intact`() throws {
    try killAtRandomInstants(
      try TripFixture(places: 1_000, pointsEach: 1_000), times: Effort.isFull ? 200 : 20,
      name: "1M rows")
  }

  private func killAtRandomInstants(_ fixture: TripFixture, times: Int, name: String) throws {
    var random = SplitMix64.forTest()
    var durations: [Int] = []
    for _ in 0..<3 {
      try TemporaryDirectory.with { folder in
        let run = try CrashProgram.run("migrate", try fixture.makeStore(in: folder))
        durations.append(try #require(run.number("microseconds"), "\(run.errors)"))
      }
    }
    let duration = durations.sorted()[1]
    var (old, new, missed, within) = (0, 0, 0, 0)
    while old + new < times, missed < 3 * times {
      let instant = Int.random(in: 0...duration, using: &random)
      try TemporaryDirectory.with { folder in
        let url = try fixture.makeStore(in: folder)
        let run = try CrashProgram.run("migrate", url, ["kill-after": "\(instant)"])
        switch try fixture.expectOldOrNew(url, "after \(instant) µs") {
        case _ where run.exitCode != CrashProgram.killed: missed += 1
        case .old:
          old += 1
          // Between the verified backup and the commit.
          if !StoreBackup.list(of: url).isEmpty { within += 1 }
        case .new: new += 1
        case nil: missed += 1
        }
        try fixture.expectRecovery(url, "after \(instant) µs")
      }
    }
    print(
      "\(name): \(times) kills within \(duration) µs: \(old) old, \(within) of them in the "
        + "transaction, \(new) new, 0 between; \(missed) more came too late")
    #expect(old + new == times)
    // The transaction takes most of the time, so a run that rarely hits it proves nothing.
    #expect(within * 10 >= times)
  }
}
