import SwiftData
import TestSupport
import Testing

/// A container that is no longer referenced closes its store, even if a save is queued.
@Suite struct ContainerLifetimeTests {
  enum Notes {
    @Model final class Note {
      var text: String
      init(text: String) { self.text = text }
    }
  }
  typealias Note = Notes.Note

  /// Restores a backup, which fails while the store is open.
  private func expectClosed(_ url: URL, at location: SourceLocation = #_sourceLocation) throws {
    let backup = try StoreBackup.make(of: url)
    #expect(throws: Never.self, sourceLocation: location) {
      try StoreBackup.restore(backup, to: url)
    }
  }

  private func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
  }

  @MainActor private func use(
    _ url: URL, _ body: (ModelContext) throws -> Void
  ) throws {
    let container = try container(url)
    try body(container.mainContext)
  }

  @Test @MainActor func `a main context that was saved does not keep its store open`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try use(url) { context in
        context.insert(Note(text: "a"))
        try context.save()
      }
      try expectClosed(url)
    }
  }

  @Test @MainActor func `a main context that was rolled back does not keep its store open`() throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try use(url) { context in
        context.insert(Note(text: "a"))
        context.rollback()
      }
      try expectClosed(url)
    }
  }

  @Test @MainActor func `a main context without remaining changes does not keep its store open`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try use(url) { context in
        let note = Note(text: "a")
        context.insert(note)
        context.delete(note)
        #expect(!context.hasChanges)
      }
      try expectClosed(url)
      try use(url) { context in
        struct Refusal: Error {}
        try? context.transaction {
          context.insert(Note(text: "a"))
          throw Refusal()
        }
      }
      try expectClosed(url)
    }
  }

  @Test @MainActor
  func `another context with autosave does not keep its store open`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      func use(_ end: (ModelContext) throws -> Void) throws {
        let context = ModelContext(try container(url))
        context.autosaveEnabled = true
        context.insert(Note(text: "a"))
        try end(context)
      }
      try use { try $0.save() }
      try expectClosed(url)
      try use { $0.rollback() }
      try expectClosed(url)
      try use { $0.processPendingChanges() }
      try expectClosed(url)
    }
  }

  @Test @MainActor func `changes after a save are saved by the autosave already queued`()
    async throws
  {
    try await TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      func change() throws {
        let context = ModelContext(try container(url))
        context.autosaveEnabled = true
        context.insert(Note(text: "a"))
        try context.save()
        context.insert(Note(text: "b"))
      }
      try change()
      let reader = try container(url)
      for _ in 0..<10_000 {
        if try ModelContext(reader).fetchCount(FetchDescriptor<Note>()) == 2 { break }
        await Task.yield()
      }
      #expect(try ModelContext(reader).fetchCount(FetchDescriptor<Note>()) == 2)
      try reader.close()
    }
  }

  @Test func `containers and contexts are equal only to themselves`() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let first = try ModelContainer(for: Note.self, configurations: configuration)
    let second = try ModelContainer(for: Note.self, configurations: configuration)
    #expect(first == first)
    #expect(first != second)
    let context = ModelContext(first)
    #expect(context == context)
    #expect(context != ModelContext(first))
    let configurations: Set<ModelConfiguration> = first.configurations
    #expect(configurations == [configuration])
  }
}
