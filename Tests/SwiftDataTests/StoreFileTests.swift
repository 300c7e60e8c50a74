import SwiftData
import TestSupport
import Testing

@Suite struct StoreFileTests {
  private func open(_ url: URL, allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: Shop.self),
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  @Test func `a closed store consists of two files and can be opened again`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a b%20c.store")
      var container = try open(url)
      let context = ModelContext(container)
      context.insert(Shop.Club(name: "C"))
      try context.save()
      try container.close()
      #expect(try TemporaryDirectory.names(in: folder) == ["a b%20c.store", "a b%20c.store.lock"])
      container = try open(url)
      #expect(container.migrationReport == nil)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shop.Club>()) == 1)
      let inspection = try ModelContainer.inspect(url: url)
      #expect(inspection.counts["Club"] == 1)
      try container.close()
    }
  }

  @Test func `a new store has pages of 8 KiB`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try open(url).close()
      // The header of an SQLite file has the page size at offset 16, the highest byte first.
      #expect([UInt8](try Data(contentsOf: url)[16..<18]) == [0x20, 0])
    }
  }

  @Test func `only a closed store without any change is removed as unused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let container = try open(url)
      #expect(throws: SwiftDataError.storeBusy) { try StoreRemoval.removeUnused(url) }
      let context = ModelContext(container)
      let club = Shop.Club(name: "C")
      context.insert(club)
      try context.save()
      context.delete(club)
      try context.save()
      try container.close()
      try StoreRemoval.removeUnused(url)
      #expect(
        try TemporaryDirectory.names(in: folder) == ["x.store", "x.store.lock"],
        "the history is kept")
      let empty = folder.appending(path: "empty.store")
      try open(empty).close()
      try StoreRemoval.removeUnused(empty)
      #expect(try TemporaryDirectory.names(in: folder) == ["x.store", "x.store.lock"])
    }
  }

  @Test(arguments: ["", "text, not a database", String(repeating: "x", count: 4096)])
  func `a file that is not a store is refused and stays unchanged`(contents: String) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try Data(contents.utf8).write(to: url)
      #expect(throws: SwiftDataError.notAStore) { try open(url) }
      #expect(throws: SwiftDataError.notAStore) { try ModelContainer.inspect(url: url) }
      #expect(try Data(contentsOf: url) == Data(contents.utf8))
      #expect(try TemporaryDirectory.names(in: folder) == ["x.store"])
    }
  }

  @Test func `inspecting a store changes no file`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try open(url).close()
      let before = try Data(contentsOf: url)
      let siblings = try TemporaryDirectory.names(in: folder)
      _ = try ModelContainer.inspect(url: url)
      #expect(try Data(contentsOf: url) == before)
      #expect(try TemporaryDirectory.names(in: folder) == siblings)
    }
  }

  @Test func `saving fails if the store file was removed or replaced while open`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let other = folder.appending(path: "other.store")
      try open(other).close()
      let container = try open(url)
      let context = ModelContext(container)
      context.insert(Shop.Club(name: "C"))
      try context.save()
      try FileManager.default.removeItem(at: url)
      context.insert(Shop.Club(name: "D"))
      #expect(throws: SwiftDataError.inputOutput) { try context.save() }
      let replacement = try Data(contentsOf: other)
      try FileManager.default.moveItem(at: other, to: url)
      #expect(throws: SwiftDataError.inputOutput) { try context.save() }
      #expect(throws: SwiftDataError.inputOutput) { try container.revision() }
      #expect(try Data(contentsOf: url) == replacement)
      try? container.close()
    }
  }

  @Test func `opening, reading and closing a store changes no byte`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      var container = try open(url)
      let context = ModelContext(container)
      context.insert(Shop.Club(name: "C"))
      try context.save()
      try container.close()
      let before = try Data(contentsOf: url)
      container = try open(url)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shop.Club>()) == 1)
      try container.close()
      #expect(try Data(contentsOf: url) == before)
      #expect(try TemporaryDirectory.names(in: folder) == ["x.store", "x.store.lock"])
    }
  }

  @Test func `opening a store beside a log of no bytes changes no byte of the store`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try open(url).close()
      let before = try Data(contentsOf: url)
      // Another tool that has the store open creates such a log.
      try Data().write(to: URL(fileURLWithPath: url.path + "-wal"))
      let container = try open(url)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shop.Club>()) == 0)
      try container.close()
      #expect(try Data(contentsOf: url) == before)
    }
  }

  @Test func `saving to a store opened with allowsSave false is refused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try open(url).close()
      let container = try open(url, allowsSave: false)
      let context = ModelContext(container)
      context.insert(Shop.Club(name: "C"))
      #expect(throws: SwiftDataError.storeReadOnly) { try context.save() }
      try container.close()
    }
  }

  @Test func `a backup is a complete store, restored only while the store is closed`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let container = try open(url)
      let context = ModelContext(container)
      context.insert(Shop.Club(name: "kept"))
      try context.save()
      let backup = try StoreBackup.make(of: url)
      context.insert(Shop.Club(name: "later"))
      try context.save()
      #expect(throws: SwiftDataError.storeBusy) { try StoreBackup.restore(backup, to: url) }
      try container.close()
      let replaced = try #require(try StoreBackup.restore(backup, to: url))
      #expect(try ModelContainer.inspect(url: url).counts["Club"] == 1)
      #expect(try ModelContainer.inspect(url: replaced).counts["Club"] == 2)
      let mode = try FileManager.default.attributesOfItem(atPath: backup.path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func `two containers of one store see the same data`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let first = try open(url)
      let second = try open(url)
      let context = ModelContext(first)
      context.insert(Shop.Club(name: "C"))
      try context.save()
      #expect(try ModelContext(second).fetchCount(FetchDescriptor<Shop.Club>()) == 1)
      #expect(try second.revision() == 1)
      try first.close()
      try second.close()
    }
  }

  @Test(arguments: [
    ("_sd_meta", "_sd_mexa"), ("{\"entities\"", "x\"entities\""), ("version1.0.0", "version1.0.x"),
  ])
  func `a store with a damaged schema description is reported as corrupt`(
    text: String, damage: String
  ) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try open(url).close()
      var bytes = try Data(contentsOf: url)
      var found = 0
      while let range = bytes.range(of: Data(text.utf8)) {
        bytes.replaceSubrange(range, with: Data(damage.utf8))
        found += 1
      }
      try #require(found > 0)
      try bytes.write(to: url)
      #expect(throws: SwiftDataError.corruptStore) { try ModelContainer.inspect(url: url) }
      #expect(try Data(contentsOf: url) == bytes)
    }
  }
}
