import SwiftData
import Testing

/// Contexts that save automatically.
@Suite struct AutosaveTests {
  enum Notes {
    @Model final class Note {
      @Attribute(.unique) var text: String
      @Relationship(inverse: \Tag.notes) var tags: [Tag] = []
      init(text: String) { self.text = text }
    }
    @Model final class Tag {
      var name: String
      var notes: [Note] = []
      init(name: String) { self.name = name }
    }
  }
  typealias Note = Notes.Note
  typealias Tag = Notes.Tag

  private func container(rejecting: Bool = false) throws -> ModelContainer {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.uniquePolicy = rejecting ? .reject : .upsert
    return try ModelContainer(for: Note.self, configurations: configuration)
  }

  private func texts(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.text)]))
      .map(\.text)
  }

  /// Yields until a condition holds, so that work queued on the main actor runs.
  @MainActor private func waitUntil(_ isDone: () throws -> Bool) async rethrows {
    for _ in 0..<10_000 {
      if try isDone() { return }
      await Task.yield()
    }
  }

  @Test func `a context created by an initialiser does not save automatically`() async throws {
    let container = try container()
    let context = ModelContext(container)
    #expect(!context.autosaveEnabled)
    context.insert(Note(text: "a"))
    context.processPendingChanges()
    #expect(context.hasChanges)
    #expect(try texts(container).isEmpty)
  }

  @Test @MainActor func `the main context saves every kind of change automatically`() async throws {
    let container = try container()
    let context = container.mainContext
    #expect(context.autosaveEnabled)
    let note = Note(text: "a")
    context.insert(note)
    #expect(context.hasChanges)
    await waitUntil { !context.hasChanges }
    #expect(try texts(container) == ["a"])
    note.text = "b"
    await waitUntil { !context.hasChanges }
    #expect(try texts(container) == ["b"])
    let tag = Tag(name: "t")
    context.insert(tag)
    await waitUntil { !context.hasChanges }
    tag.notes.append(note)
    await waitUntil { !context.hasChanges }
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Tag>()).first?.persistentModelID != nil)
    try context.delete(model: Tag.self)
    await waitUntil { !context.hasChanges }
    context.delete(note)
    await waitUntil { !context.hasChanges }
    #expect(try texts(container).isEmpty)
    #expect(context.autosaveError == nil)
  }

  @Test @MainActor func `changes in one turn of the main actor are saved together`() async throws {
    let container = try container()
    let context = container.mainContext
    for index in 0..<5 { context.insert(Note(text: "\(index)")) }
    await waitUntil { !context.hasChanges }
    #expect(try container.history().count == 1)
  }

  @Test @MainActor func `processPendingChanges saves immediately`() throws {
    let container = try container()
    container.mainContext.insert(Note(text: "a"))
    container.mainContext.processPendingChanges()
    #expect(try texts(container) == ["a"])
  }

  @Test @MainActor func `nothing is saved while autosave is disabled`() async throws {
    let container = try container()
    let context = container.mainContext
    context.autosaveEnabled = false
    context.insert(Note(text: "a"))
    for _ in 0..<50 { await Task.yield() }
    #expect(context.hasChanges)
    context.autosaveEnabled = true
    context.processPendingChanges()
    #expect(!context.hasChanges)
  }

  @Test @MainActor func `autosaveError is set by a failed autosave until a save succeeds`()
    async throws
  {
    let container = try container(rejecting: true)
    let context = container.mainContext
    context.insert(Note(text: "a"))
    context.processPendingChanges()
    let second = Note(text: "a")
    context.insert(second)
    await waitUntil { context.autosaveError != nil }
    #expect(context.autosaveError == SwiftDataError.uniqueViolation)
    #expect(context.hasChanges)
    #expect(throws: SwiftDataError.uniqueViolation) { try context.save() }
    second.text = "b"
    try context.save()
    #expect(context.autosaveError == nil)
    #expect(try texts(container) == ["a", "b"])
  }

  @Test @MainActor func `a context with unsaved changes is retained only until its autosave`()
    async throws
  {
    let container = try container()
    weak var kept: ModelContext?
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      kept = context
      context.insert(Note(text: "a"))
    }
    await waitUntil { kept == nil }
    #expect(kept == nil)
    #expect(try texts(container) == ["a"])
  }

  @Test @MainActor func `a container and its main context are deallocated together`() async throws {
    weak var container: ModelContainer?
    weak var context: ModelContext?
    do {
      let own = try self.container()
      container = own
      context = own.mainContext
      own.mainContext.insert(Note(text: "a"))
      #expect(own.mainContext.container === own)
    }
    await waitUntil { context == nil }
    #expect(container == nil)
    #expect(context == nil)
  }

  @Test @MainActor func `a main context that outlives its container keeps using the same store`()
    throws
  {
    var container: ModelContainer? = try self.container()
    let context = try #require(container?.mainContext)
    weak let released = container
    container = nil
    #expect(released == nil)
    context.insert(Note(text: "a"))
    try context.save()
    #expect(try texts(context.container) == ["a"])
    #expect(context == context)
  }

  @Test @MainActor func `a change that fixes a failed autosave is saved automatically`()
    async throws
  {
    let container = try container(rejecting: true)
    let context = container.mainContext
    context.insert(Note(text: "a"))
    let stored = Note(text: "b")
    context.insert(stored)
    await waitUntil { !context.hasChanges }
    stored.text = "a"
    await waitUntil { context.autosaveError != nil }
    #expect(context.autosaveError == SwiftDataError.uniqueViolation)
    stored.text = "c"
    await waitUntil { !context.hasChanges }
    #expect(try texts(container) == ["a", "c"])
    #expect(context.autosaveError == nil)

    let inserted = Note(text: "a")
    context.insert(inserted)
    await waitUntil { context.autosaveError != nil }
    inserted.text = "d"
    await waitUntil { !context.hasChanges }
    #expect(try texts(container) == ["a", "c", "d"])
  }

  @Test @MainActor func `an object restored by undo is saved automatically`() async throws {
    let container = try container()
    let context = container.mainContext
    let manager = UndoManager()
    let note = Note(text: "a")
    context.insert(note)
    await waitUntil { !context.hasChanges }
    context.undoManager = manager
    context.delete(note)
    await waitUntil { !context.hasChanges }
    #expect(try texts(container).isEmpty)
    manager.undo()
    #expect(context.hasChanges)
    await waitUntil { !context.hasChanges }
    #expect(try texts(container) == ["a"])
  }

  @Test @MainActor func `a failed read is reported in autosaveError and does not prevent autosave`()
    async throws
  {
    let container = try container()
    let context = container.mainContext
    let unknown = try PersistentIdentifier.identifier(
      for: "x", entityName: "Unknown", primaryKey: 1)
    #expect(context.model(for: unknown).isDeleted)
    context.insert(Note(text: "a"))
    await waitUntil { !context.hasChanges }
    #expect(try texts(container) == ["a"])
    #expect(context.autosaveError == SwiftDataError.wrongSchema)
    try context.save()
  }
}
