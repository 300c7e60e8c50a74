import Observation
import SwiftData
import Testing

/// Undo, observation and autosave of replaced objects, and replacements with unsaved changes.
extension ReplacedObjectTests {
  @Test func `changes of the replaced object are undone and redone`() throws {
    let manager = UndoManager()
    context.undoManager = manager
    manager.beginUndoGrouping()
    first.note = "x"
    first.pets.append(Pet("x"))
    first.clubs = []
    manager.endUndoGrouping()
    try context.save()
    manager.undo()
    #expect(first.note == "new")
    #expect(second.pets.map(\.name) == ["p0"])
    #expect(first.clubs?.map(\.name) == ["c0"])
    try context.save()
    #expect(try stored().map(\.note) == ["new"])
    manager.redo()
    try context.save()
    #expect(try stored().first?.note == "x")
    #expect(try stored().first?.pets.count == 2)
    #expect(try stored().first?.clubs?.isEmpty == true)
  }

  @Test func `undoing a change made before a replacement changes the row`() throws {
    let manager = UndoManager()
    context.undoManager = manager
    manager.beginUndoGrouping()
    second.note = "x"
    second.boss = Person("boss")
    manager.endUndoGrouping()
    try context.save()
    manager.disableUndoRegistration()
    let third = Person("a", "third", age: 3)
    context.insert(third)
    try context.save()
    manager.enableUndoRegistration()
    manager.undo()
    #expect(third.note == "new")
    #expect(third.boss == nil)
    try context.save()
    #expect(try stored().map(\.note) == ["new"])
    #expect(first.note == "new")
  }

  @Test func `observers of the replaced object are notified of every change`() throws {
    func isNotified(_ body: () throws -> Void) rethrows -> Bool {
      let flag = ObservationTests.Flag()
      withObservationTracking {
        _ = first.note
      } onChange: {
        flag.set()
      }
      try body()
      return flag.isSet
    }
    #expect(isNotified { second.note = "by the other" })
    #expect(isNotified { first.note = "by itself" })
    #expect(!isNotified { first.age = 7 })
    #expect(
      try isNotified {
        context.insert(Person("a", "third"))
        try context.save()
      })
  }

  @Test func `changes of the replaced object are saved automatically`() async throws {
    let saved = try await Self.autosave()
    #expect(saved == ["late"])
  }

  @MainActor private static func autosave() async throws -> [String] {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Home.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = container.mainContext
    let people = ["1", "2"].map { Person("a", $0) }
    for person in people {
      context.insert(person)
      try context.save()
    }
    people[0].note = "late"
    context.processPendingChanges()
    return try ModelContext(container).fetch(FetchDescriptor<Person>()).map(\.note)
  }

  // MARK: Before the save

  @Test func `values of the inserted object override unsaved values`() throws {
    second.note = "edited"
    second.boss = Person("boss")
    second.pets.append(Pet("p1"))
    let third = Person("a", "inserted", age: 3)
    context.insert(third)
    #expect(
      try context.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "a" })).first
        === third)
    try context.save()
    for person in [first, second, third] + (try stored().prefix(1)) {
      #expect(person.note == "inserted")
      #expect(person.age == 3)
      #expect(person.boss?.name == "boss")
      #expect(person.pets.map(\.name) == ["p0", "p1"])
    }
  }
}
