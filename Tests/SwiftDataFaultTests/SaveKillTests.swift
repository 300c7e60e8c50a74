import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests that SIGKILL leaves each save, restore or new store complete or absent.
@Suite struct SaveKillTests {
  @Test func `a kill during saves leaves each save complete or absent`() throws {
    var random = SplitMix64.forTest()
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try Ledger.create(url)
      // All rounds use the same store, so each one continues after the previous kill.
      var revision: Int64 = 0
      var progress = 0
      for round in 0..<(Effort.isSoak ? 200 : 25) {
        let run = try CrashProgram.run(
          "work", url,
          [
            "seed": "\(random.next())",
            "kill-after": "\(Int.random(in: 0...300_000, using: &random))",
          ])
        #expect(run.exitCode == CrashProgram.killed, "round \(round): \(run.errors)")
        let dump = try StoreDump(copyOf: url)
        #expect(dump.findings == [], "round \(round)")
        let container = try Ledger.open(url)
        #expect(try Ledger.contradictions(container) == [], "round \(round)")
        let now = try container.revision()
        #expect(now >= revision)
        #expect(now >= run.highest("revision"), "round \(round): an acknowledged save is lost")
        if now > revision { progress += 1 }
        revision = now
        try container.close()
      }
      print("\(revision) committed changes in \(progress) rounds")
      #expect(progress > 5)
    }
  }

  @Test func `a kill during a restore leaves either the old store or the backup`() throws {
    var random = SplitMix64.forTest()
    let fixture = try TripFixture.small.get()
    try TemporaryDirectory.with { folder in
      let backup = folder.appending(path: "kept.backup")
      try fixture.bytes.write(to: backup)
      let other = folder.appending(path: "other.store")
      try Ledger.create(other)
      let ledger = try StoreDump(copyOf: other)
      let measured = folder.appending(path: "measured.store")
      try FileManager.default.copyItem(at: other, to: measured)
      let run = try CrashProgram.run("restore", measured, ["backup": backup.path])
      let duration = try #require(run.number("microseconds"), "\(run.errors)")
      var counts = (before: 0, after: 0)
      var killed = 0
      for _ in 0..<(Effort.isSoak ? 200 : 20) {
        try TemporaryDirectory.with { folder in
          let url = folder.appending(path: "x.store")
          try FileManager.default.copyItem(at: other, to: url)
          let instant = Int.random(in: 0...duration, using: &random)
          let run = try CrashProgram.run(
            "restore", url, ["backup": backup.path, "kill-after": "\(instant)"])
          #expect([0, CrashProgram.killed].contains(run.exitCode), "\(run.errors)")
          if run.exitCode == CrashProgram.killed { killed += 1 }
          let dump = try StoreDump(copyOf: url)
          #expect(dump.findings == [])
          if dump.lines == ledger.lines {
            counts.before += 1
          } else {
            #expect(dump.lines == fixture.old.lines, "after \(instant) µs")
            counts.after += 1
          }
          try StoreBackup.restore(backup, to: url)
          #expect(try StoreDump(copyOf: url).lines == fixture.old.lines)
          let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
          #expect(!names.contains { $0.hasSuffix(".tmp") }, "\(names)")
        }
      }
      #expect(killed > 0)
      print("restore killed within \(duration) µs: \(counts.before) before, \(counts.after) after")
    }
  }

  @Test func `a kill during the creation of a store leaves a complete store or none`() throws {
    var random = SplitMix64.forTest()
    var killed = 0
    for _ in 0..<(Effort.isSoak ? 100 : 15) {
      try TemporaryDirectory.with { folder in
        let url = folder.appending(path: "x.store")
        let instant = Int.random(in: 0...40_000, using: &random)
        let run = try CrashProgram.run("work", url, ["steps": "0", "kill-after": "\(instant)"])
        #expect([0, CrashProgram.killed].contains(run.exitCode), "\(run.errors)")
        if run.exitCode == CrashProgram.killed { killed += 1 }
        if FileManager.default.fileExists(atPath: url.path) {
          #expect(try StoreDump(copyOf: url).findings == [])
        }
        try Ledger.open(url).close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.filter { !$0.hasSuffix(".tmp") } == ["x.store", "x.store.lock"])
        try StoreBackup.make(of: url)
        let later = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!later.contains { $0.hasSuffix(".tmp") })
      }
    }
    #expect(killed > 0)
  }
}
