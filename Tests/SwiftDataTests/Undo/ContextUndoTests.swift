import SwiftData
import Testing

/// Undo actions that a context registers with its undo manager.
@Suite struct ContextUndoTests {
  typealias Owner = Workshop.Owner
  typealias Item = Workshop.Item
  typealias Part = Workshop.Part
  typealias Tag = Workshop.Tag
  typealias Card = Workshop.Card
  typealias Badge = Workshop.Badge

  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    container = try Workshop.container()
    context = ModelContext(container)
  }

  /// Saves an owner with one object in each relationship, and then sets the undo manager.
  private func saveOwner() throws -> Owner {
    let owner = Owner(uid: 1)
    let item = Item(uid: 2, owner: owner)
    context.insert(owner)
    context.insert(item)
    context.insert(Part(uid: 3, item: item))
    owner.tags = [Tag(uid: 4)]
    owner.card = Card(uid: 5)
    owner.badge = Badge(uid: 6)
    owner.badges = [Badge(uid: 7)]
    try context.save()
    context.undoManager = manager
    return owner
  }

  private func group(_ body: () throws -> Void) rethrows {
    manager.beginUndoGrouping()
    try body()
    manager.endUndoGrouping()
  }

  @Test func `a context registers undo actions only while it has an undo manager`() throws {
    #expect(context.undoManager == nil)
    let owner = Owner(uid: 1)
    context.insert(owner)
    #expect(!owner._$state.isWatched)
    context.undoManager = manager
    #expect(owner._$state.isWatched)
    owner.name = "a"
    context.undoManager = nil
    #expect(!owner._$state.isWatched)
    #expect(!manager.canUndo)
  }

  @Test func `undo and redo restore values of every type`() throws {
    let owner = try saveOwner()
    group {
      owner.name = "A"
      owner.name = "B"
      owner.note = "n"
      owner.mood = .busy(3)
    }
    manager.undo()
    #expect(owner.name == "")
    #expect(owner.note == nil)
    #expect(owner.mood == .calm)
    manager.redo()
    #expect(owner.name == "B")
    #expect(owner.note == "n")
    #expect(owner.mood == .busy(3))
    try context.save()
    manager.undo()
    #expect(context.hasChanges)
    try context.save()
    let fresh = try ModelContext(container).fetch(FetchDescriptor<Owner>())
    #expect(fresh.map(\.name) == [""])
  }

  @Test func `undoing a saved deletion restores the object and its cascade-deleted objects`() throws
  {
    let owner = try saveOwner()
    let before = try Workshop.contents(context)
    let identifier = owner.persistentModelID
    let items = owner.items.map(\.persistentModelID)
    group { context.delete(owner) }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Part>()) == 0)
    manager.undo()
    #expect(try Workshop.contents(context) == before)
    #expect(owner.persistentModelID == identifier)
    try context.save()
    #expect(owner.persistentModelID == identifier)
    #expect(owner.items.map(\.persistentModelID) == items)
    #expect(try Workshop.contents(ModelContext(container)) == before)
    let found: Owner? = context.registeredModel(for: identifier)
    #expect(found === owner)
  }

  @Test func `the history undoes and redoes the save of a restored object`() throws {
    let owner = try saveOwner()
    let before = try Workshop.contents(context)
    group { context.delete(owner) }
    try context.save()
    let deleted = try Workshop.contents(ModelContext(container))
    manager.undo()
    try context.save()
    try container.undo()
    #expect(try Workshop.contents(ModelContext(container)) == deleted)
    try container.undo()
    #expect(try Workshop.contents(ModelContext(container)) == before)
    try container.redo()
    #expect(try Workshop.contents(ModelContext(container)) == deleted)
    try container.redo()
    #expect(try Workshop.contents(ModelContext(container)) == before)
  }

  @Test func `undoing a deletion restores links without an inverse`() throws {
    let owner = try saveOwner()
    let badge = try #require(owner.badge)
    let other = try #require(owner.badges.first)
    group {
      context.delete(badge)
      context.delete(other)
    }
    #expect(owner.badge == nil)
    try context.save()
    manager.undo()
    #expect(owner.badge === badge)
    #expect(owner.badges == [other])
    try context.save()
    let second = ModelContext(container)
    let fresh = try #require(try second.fetch(FetchDescriptor<Owner>()).first)
    #expect(fresh.badge?.uid == 6)
    #expect(fresh.badges.map(\.uid) == [7])
  }

  @Test func `redoing a saved insertion restores the same object and identifier`() throws {
    let owner = try saveOwner()
    let start = try Workshop.contents(context)
    let item = Item(uid: 20)
    group {
      context.insert(item)
      item.owner = owner
      item.parts = [Part(uid: 21)]
    }
    try context.save()
    let end = try Workshop.contents(context)
    let identifier = item.persistentModelID
    manager.undo()
    try context.save()
    #expect(try Workshop.contents(ModelContext(container)) == start)
    manager.redo()
    try context.save()
    #expect(try Workshop.contents(ModelContext(container)) == end)
    #expect(item.persistentModelID == identifier)
  }

  @Test func `a rollback removes the registered undo actions`() throws {
    let owner = try saveOwner()
    group { owner.name = "x" }
    context.rollback()
    #expect(!manager.canUndo)
    #expect(owner.name == "")
  }

  @Test func `undo notifies observers`() throws {
    let owner = try saveOwner()
    let flag = ObservationTests.Flag()
    group { owner.name = "x" }
    withObservationTracking {
      _ = owner.name
    } onChange: {
      flag.set()
    }
    manager.undo()
    #expect(flag.isSet)
  }

  @Test func `an object inserted again after its deletion was saved gets a new identifier`() throws
  {
    let owner = try saveOwner()
    let identifier = owner.persistentModelID
    context.delete(owner)
    try context.save()
    context.insert(owner)
    try context.save()
    #expect(owner.persistentModelID != identifier)
  }

  @Test func `the deny rule refuses a deletion in a context with an undo manager`() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Denying.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let shelf = Denying.Shelf()
    shelf.books = [Denying.Book()]
    context.insert(shelf)
    try context.save()
    context.undoManager = manager
    group { context.delete(shelf) }
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    manager.undo()
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Denying.Shelf>()) == 1)
  }

  enum Denying: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Shelf.self] }

    @Model final class Shelf {
      @Relationship(deleteRule: .deny, inverse: \Book.shelf) var books: [Book] = []
      init() {}
    }

    @Model final class Book {
      var shelf: Shelf?
      init() {}
    }
  }

  @Test func `undoing a deletion by predicate restores objects the context never loaded`() throws {
    _ = try saveOwner()
    let second = ModelContext(container)
    let other = UndoManager()
    second.undoManager = other
    let before = try Workshop.contents(ModelContext(container))
    try second.delete(model: Item.self)
    try second.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Part>()) == 0)
    other.undo()
    try second.save()
    #expect(try Workshop.contents(ModelContext(container)) == before)
  }

  @Test func `a prefetched list excludes objects with unsaved deletions`() throws {
    _ = try saveOwner()
    let second = ModelContext(container)
    second.undoManager = UndoManager()
    let item = try #require(try second.fetch(FetchDescriptor<Item>()).first)
    second.delete(item)
    var descriptor = FetchDescriptor<Owner>()
    descriptor.relationshipKeyPathsForPrefetching = [\.items]
    #expect(try second.fetch(descriptor).first?.items == [])
  }

  @Test func `undo restores many links at both ends`() throws {
    let owner = try saveOwner()
    let tags = (0..<2_000).map { Tag(uid: 100 + $0) }
    owner.tags = tags
    try context.save()
    group { owner.tags = [] }
    #expect(tags.allSatisfy { $0.owners.isEmpty })
    manager.undo()
    #expect(Set(owner.tags) == Set(tags))
    #expect(owner.tags.count == tags.count)
    #expect(tags.allSatisfy { $0.owners == [owner] })
    manager.redo()
    #expect(owner.tags.isEmpty)
    #expect(tags.allSatisfy { $0.owners.isEmpty })
  }
}
