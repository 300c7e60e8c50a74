import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests of logs next to a store to which they do not belong.
@Suite struct StaleLogTests {
  /// Copies a ledger with changes in its log while it is open.
  private func copyLive(_ url: URL, to copy: URL, tags: Int) throws {
    let container = try Ledger.open(url)
    let context = ModelContext(container)
    for index in 0..<tags { context.insert(Ledger.Tag(name: "tag \(index)")) }
    try context.save()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
    }
    try container.close()
  }

  @Test func `the log of a killed process is read`() throws {
    try TemporaryDirectory.with { folder in
      let (url, copy) = (folder.appending(path: "x.store"), folder.appending(path: "copy.store"))
      try Ledger.create(url)
      try copyLive(url, to: copy, tags: 30)
      let container = try Ledger.open(copy)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ledger.Tag>()) == 36)
      try container.close()
    }
  }

  @Test(arguments: [true, false])
  func `a log of another store or of an older state is refused and nothing is written`(
    isOther: Bool
  ) throws {
    try TemporaryDirectory.with { folder in
      let (url, copy) = (folder.appending(path: "x.store"), folder.appending(path: "copy.store"))
      try Ledger.create(url)
      try copyLive(url, to: copy, tags: 30)
      if isOther {
        try FileManager.default.removeItem(at: url)
        try Ledger.create(url)
      } else {
        let container = try Ledger.open(url)
        var work = LedgerWork(container, seed: 7)
        for _ in 0..<20 { try work.step() }
        try container.close()
      }
      let before = try Data(contentsOf: url)
      let whole = try StoreDump(copyOf: url)
      try FileManager.default.moveItem(atPath: copy.path + "-wal", toPath: url.path + "-wal")
      let error = try #require(throws: SwiftDataError.self) { try Ledger.open(url) }
      #expect(error.code == .corruptStore, "\(error)")
      #expect(error.message.contains("x.store-wal"), "\(error)")
      #expect(throws: SwiftDataError.corruptStore) { try ModelContainer.inspect(url: url) }
      #expect(try Data(contentsOf: url) == before)
      try FileManager.default.removeItem(atPath: url.path + "-wal")
      #expect(try StoreDump(copyOf: url).lines == whole.lines)
      try Ledger.open(url).close()
    }
  }

  @Test(arguments: ["-wal", "-journal"])
  func `no store is created next to a log whose store is missing`(suffix: String) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let log = Data(repeating: 7, count: 5_000)
      try log.write(to: URL(fileURLWithPath: url.path + suffix))
      let error = try #require(throws: SwiftDataError.self) { try Ledger.open(url) }
      #expect(error.code == .notAStore)
      #expect(error.message.contains("x.store\(suffix)"), "\(error)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.store" + suffix])
    }
  }

  @Test func `a restore includes the replaced store's log in its backup`() throws {
    try TemporaryDirectory.with { folder in
      let (url, copy) = (folder.appending(path: "x.store"), folder.appending(path: "copy.store"))
      try Ledger.create(url)
      let backup = try StoreBackup.make(of: url, to: folder.appending(path: "kept.backup"))
      try copyLive(url, to: copy, tags: 30)
      let replaced = try #require(try StoreBackup.restore(backup, to: copy))
      #expect(try ModelContainer.inspect(url: copy).counts["Tag"] == 6)
      #expect(try ModelContainer.inspect(url: replaced).counts["Tag"] == 36)
      let container = try Ledger.open(copy)
      #expect(try Ledger.contradictions(container) == [])
      try container.close()
    }
  }

  @Test func `a restore moves a damaged store aside with its log`() throws {
    try TemporaryDirectory.with { folder in
      let (url, copy) = (folder.appending(path: "x.store"), folder.appending(path: "copy.store"))
      try Ledger.create(url)
      let backup = try StoreBackup.make(of: url, to: folder.appending(path: "kept.backup"))
      try copyLive(url, to: copy, tags: 30)
      var bytes = try Data(contentsOf: copy)
      bytes.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16))
      try bytes.write(to: copy)
      let log = try Data(contentsOf: URL(fileURLWithPath: copy.path + "-wal"))
      let aside = try #require(try StoreBackup.restore(backup, to: copy))
      #expect(try Data(contentsOf: aside) == bytes)
      #expect(try Data(contentsOf: URL(fileURLWithPath: aside.path + "-wal")) == log)
      let container = try Ledger.open(copy)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ledger.Tag>()) == 6)
      try container.close()
    }
  }
}
