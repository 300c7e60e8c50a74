import SwiftData
import TestSupport
import Testing

private enum W1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model final class Note {
    var text: String
    init(text: String) { self.text = text }
  }
}

private enum W2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model final class Note {
    var text: String
    var stars: Int = 0
    init(text: String) { self.text = text }
  }
}

/// The errors that say why a store cannot be written.
@Suite struct ReadOnlyMessageTests {
  @Test func `with allowsSave false, errors name that setting and not file permissions`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(W1.self, url) { $0.insert(W1.Note(text: "a")) }
      let container = try ModelContainer(
        for: Schema(versionedSchema: W1.self),
        configurations: ModelConfiguration(url: url, allowsSave: false))
      let context = ModelContext(container)
      context.insert(W1.Note(text: "b"))
      let error = #expect(throws: SwiftDataError.storeReadOnly) { try context.save() }
      #expect(error?.message.contains("allowsSave: false") == true)
      #expect(error?.message.contains("permissions") == false)
      try container.close()
      let migration = #expect(throws: SwiftDataError.storeReadOnly) {
        try ModelContainer(
          for: Schema(versionedSchema: W2.self), migrationPlan: LightweightPlan<W1, W2>.self,
          configurations: ModelConfiguration(url: url, allowsSave: false))
      }
      #expect(migration?.message.contains("allowsSave: false") == true)
      let missing = #expect(throws: SwiftDataError.notAStore) {
        try ModelContainer(
          for: Schema(versionedSchema: W1.self),
          configurations: ModelConfiguration(
            url: folder.appending(path: "y.store"), allowsSave: false))
      }
      #expect(missing?.message.contains("allowsSave: false") == true)
    }
  }

  @Test func `a symbolic link in place of the lock file is not followed`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let target = folder.appending(path: "elsewhere")
      try FileManager.default.createSymbolicLink(
        atPath: url.path + ".lock", withDestinationPath: target.path)
      let container = try open(W1.self, url)
      let context = ModelContext(container)
      context.insert(W1.Note(text: "a"))
      let error = #expect(throws: SwiftDataError.storeReadOnly) { try context.save() }
      try container.close()
      #expect(error?.message.contains("symbolic link") == true)
      #expect(!FileManager.default.fileExists(atPath: target.path))
    }
  }

  @Test func `a damaged header is reported as damage and not as a missing permission`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(W1.self, url) { $0.insert(W1.Note(text: "a")) }
      let bytes = try Data(contentsOf: url)
      for offset in 0..<100 {
        for mask in [0x01, 0x04, 0x80, 0xFF] as [UInt8] {
          let damaged = folder.appending(path: "damaged.store")
          for suffix in ["", "-wal", "-shm", ".lock"] {
            try? FileManager.default.removeItem(atPath: damaged.path + suffix)
          }
          var copy = bytes
          copy[offset] ^= mask
          try copy.write(to: damaged)
          do {
            let container = try open(W1.self, damaged)
            defer { try? container.close() }
            let context = ModelContext(container)
            context.insert(W1.Note(text: "b"))
            try context.save()
          } catch let error as SwiftDataError {
            #expect(
              [.corruptStore, .notAStore, .backwardMigration].contains(error.code),
              "byte \(offset), mask \(mask): \(error.code.rawValue): \(error)")
          }
        }
      }
    }
  }
}
