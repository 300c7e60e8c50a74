import FaultModels
import Foundation
import SwiftData
import Synchronization
import TestSupport
import Testing

/// Tests of several processes that use the same store.
@Suite struct SharedStoreTests {
  /// Runs a body several times at once, each time with its index, and returns the processes.
  private func runConcurrently(
    _ count: Int, _ body: @Sendable (Int) throws -> Subprocess
  ) throws -> [Subprocess] {
    let results = Mutex<[Result<Subprocess, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { try body(index) }
      results.withLock { $0.append(result) }
    }
    return try results.withLock { $0 }.map { try $0.get() }
  }

  @Test func `two processes that migrate at once open the new store or name the busy process`()
    throws
  {
    let fixture = try TripFixture.small.get()
    var (opened, busy) = (0, 0)
    for round in 0..<(Effort.isSoak ? 100 : 8) {
      try TemporaryDirectory.with { folder in
        let url = try fixture.makeStore(in: folder)
        let runs = try runConcurrently(2) { _ in try CrashProgram.run("migrate", url) }
        for run in runs {
          if run.exitCode == 0 {
            opened += 1
          } else {
            busy += 1
            #expect(
              run.errors.hasPrefix("storeBusy: Process "), "round \(round): \(run.errors)")
          }
        }
        #expect(runs.contains { $0.exitCode == 0 }, "round \(round): \(runs.map(\.errors))")
        #expect(try fixture.expectOldOrNew(url, "round \(round)") == .new)
        #expect(StoreBackup.list(of: url).count == 1, "round \(round)")
        try fixture.expectRecovery(url, "round \(round)")
      }
    }
    print("two migrating at once: \(opened) opened, \(busy) reported a busy store")
  }

  @Test func `a refused migration names the process that has the store open`() throws {
    let fixture = try TripFixture.tiny.get()
    try TemporaryDirectory.with { folder in
      let url = try fixture.makeStore(in: folder)
      let holder = try ModelContainer(
        for: Schema(versionedSchema: TripV1.self), configurations: ModelConfiguration(url: url))
      let run = try CrashProgram.run("migrate", url)
      #expect(run.exitCode == 1)
      #expect(
        run.errors.hasPrefix("storeBusy: Process \(ProcessInfo.processInfo.processIdentifier) "),
        "\(run.errors)")
      try holder.close()
      #expect(try fixture.expectOldOrNew(url, "refused") == .old)
      #expect(try CrashProgram.run("migrate", url).exitCode == 0)
    }
  }

  @Test func `processes that write concurrently lose no changes`() throws {
    var random = SplitMix64.forTest()
    let seeds = (0..<3).map { _ in random.next() }
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try Ledger.create(url)
      let runs = try runConcurrently(3) { index in
        try CrashProgram.run(
          "work", url, ["seed": "\(seeds[index])", "steps": Effort.isSoak ? "2000" : "60"],
          timeoutSeconds: 600)
      }
      #expect(runs.map(\.exitCode) == [0, 0, 0], "\(runs.map(\.errors))")
      let container = try Ledger.open(url)
      #expect(try Ledger.contradictions(container) == [])
      #expect(try container.revision() > 30)
      #expect(try container.revision() >= runs.map { $0.highest("revision") }.max() ?? 0)
      try container.close()
      #expect(try StoreDump(copyOf: url).findings == [])
    }
  }

  @Test func `killing one of several writing processes loses no acknowledged save`() throws {
    var random = SplitMix64.forTest()
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try Ledger.create(url)
      for round in 0..<(Effort.isSoak ? 50 : 5) {
        let (seed, instant) = (random.next() >> 1, Int.random(in: 20_000...200_000, using: &random))
        let runs = try runConcurrently(2) { index in
          try CrashProgram.run(
            "work", url,
            index == 0
              ? ["seed": "\(seed)", "steps": "15"]
              : ["seed": "\(seed + 1)", "kill-after": "\(instant)"])
        }
        #expect(runs.contains { $0.exitCode == 0 }, "round \(round): \(runs.map(\.errors))")
        let container = try Ledger.open(url)
        #expect(try Ledger.contradictions(container) == [], "round \(round)")
        let acknowledged = runs.map { $0.highest("revision") }.max() ?? 0
        #expect(
          try container.revision() >= acknowledged, "round \(round): an acknowledged save is lost")
        try container.close()
      }
    }
  }

  private func inode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
  }

  @Test func `inspecting a store that is open in this process keeps its locks and log`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try Ledger.create(url)
      let container = try Ledger.open(url)
      let context = ModelContext(container)
      func insertTag() throws {
        context.insert(Ledger.Tag(name: "tag"))
        try context.save()
      }
      try insertTag()
      let inspections: [() throws -> Void] = [
        { _ = try ModelContainer.inspect(url: url) },
        { _ = try StoreBackup.make(of: url) },
        { try Ledger.open(url).close() },
        { #expect(throws: SwiftDataError.self) { try TripStore.open(url) } },
      ]
      for (index, inspect) in inspections.enumerated() {
        try inspect()
        let log = try inode(url.path + "-wal")
        let run = try CrashProgram.run("work", url, ["steps": "3", "seed": "\(index)"])
        #expect(run.exitCode == 0, "\(run.errors)")
        // The other process is not the last to close the store, so the log stays.
        #expect(try inode(url.path + "-wal") == log, "inspection \(index)")
        try insertTag()
      }
      let tags = try ModelContext(container).fetchCount(FetchDescriptor<Ledger.Tag>())
      let revision = try container.revision()
      try container.close()
      let again = try Ledger.open(url)
      #expect(try ModelContext(again).fetchCount(FetchDescriptor<Ledger.Tag>()) == tags)
      #expect(try again.revision() == revision)
      #expect(try Ledger.contradictions(again) == [])
      try again.close()
      #expect(try StoreDump(copyOf: url).findings == [])
    }
  }

  @Test func `a backup during concurrent writes is consistent`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try Ledger.create(url)
      let isFinished = Mutex(false)
      let backups = Mutex<[URL]>([])
      let runs = try runConcurrently(2) { index in
        guard index == 0 else {
          while !isFinished.withLock({ $0 }) {
            do {
              let backup = try StoreBackup.make(of: url)
              backups.withLock { $0.append(backup) }
            } catch SwiftDataError.storeBusy {
            }
          }
          return try CrashProgram.run("work", url, ["steps": "0"])
        }
        defer { isFinished.withLock { $0 = true } }
        // Each run opens and closes the store, so the log is created and removed meanwhile. A busy
        // machine may need more runs.
        for seed in 1..<400 {
          let isEnough = seed >= (Effort.isSoak ? 100 : 8)
          guard !isEnough || backups.withLock({ $0.count }) < 2 else { break }
          let run = try CrashProgram.run("work", url, ["steps": "9", "seed": "\(seed)"])
          guard run.exitCode == 0 else { return run }
        }
        return try CrashProgram.run("work", url, ["steps": "9", "seed": "0"])
      }
      #expect(runs.map(\.exitCode) == [0, 0], "\(runs.map(\.errors))")
      let made = backups.withLock { $0 }
      #expect(made.count > 1)
      for backup in made {
        #expect(try StoreDump(copyOf: backup).findings == [])
        let container = try Ledger.open(backup)
        #expect(try Ledger.contradictions(container) == [])
        try container.close()
      }
      print("\(made.count) backups while another process wrote")
    }
  }
}
