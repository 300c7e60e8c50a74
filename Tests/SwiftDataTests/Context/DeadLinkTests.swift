import Foundation
import SwiftData
import TestSupport
import Testing

/// Links to objects without a row: the save is refused and no link is dropped.
@Suite struct DeadLinkTests {
  typealias Person = ReplacedObjectTests.Person
  typealias Pet = ReplacedObjectTests.Pet
  typealias Club = ReplacedObjectTests.Club
  typealias Card = ReplacedObjectTests.Card

  private let container: ModelContainer
  private let context: ModelContext
  /// A context that reads the stored state and has none of the objects of ``context``.
  private let reader: ModelContext
  private let deleted: Person

  init() throws {
    container = try ModelContainer(
      for: Schema(versionedSchema: ReplacedObjectTests.Home.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    reader = ModelContext(container)
    deleted = Person("gone")
    context.insert(deleted)
    try context.save()
    context.delete(deleted)
    try context.save()
  }

  private func expectRefusal(_ entity: String, _ property: String, _ text: String) throws {
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == entity)
    #expect(error?.property == property)
    #expect(error?.message.contains(text) == true)
  }

  @Test func `saving an inserted object that refers to a deleted object is refused`() throws {
    let pet = Pet("p", owner: deleted)
    context.insert(pet)
    try expectRefusal("Pet", "owner", "was already deleted; set the property to nil")
    #expect(try reader.fetchCount(FetchDescriptor<Pet>()) == 0)
    pet.owner = nil
    try context.save()
    #expect(try reader.fetchCount(FetchDescriptor<Pet>()) == 1)
  }

  @Test func `saving a stored object that refers to a deleted object is refused`() throws {
    let pet = Pet("p", owner: Person("b"))
    context.insert(pet)
    try context.save()
    pet.owner = deleted
    try expectRefusal("Pet", "owner", "that was already deleted")
    let stored = try reader.fetch(FetchDescriptor<Pet>())
    #expect(stored.map { $0.owner?.name } == ["b"])
    context.rollback()
    #expect(pet.owner?.name == "b")
    try context.save()
  }

  @Test func `saving a list that contains a deleted object is refused`() throws {
    let club = Club("c")
    context.insert(club)
    try context.save()
    club.members = [Person("b"), deleted]
    try expectRefusal("Club", "members", "remove the object from the list")
    club.members.removeAll { $0 === deleted }
    try context.save()
    let stored = try reader.fetch(FetchDescriptor<Club>())
    #expect(stored.map { $0.members.map(\.name) } == [["b"]])
    let boss = Person("boss")
    boss.staff = [deleted]
    context.insert(boss)
    try expectRefusal("Person", "staff", "was already deleted")
  }

  @Test func `a deleted object can be linked after it is inserted again`() throws {
    let pet = Pet("p", owner: deleted)
    let club = Club("c")
    context.insert(pet)
    context.insert(club)
    club.members = [deleted]
    try expectRefusal("Pet", "owner", "insert the Person again")
    context.insert(deleted)
    try context.save()
    #expect(try reader.fetch(FetchDescriptor<Pet>()).first?.owner?.name == "gone")
    #expect(try reader.fetch(FetchDescriptor<Club>()).first?.members.map(\.name) == ["gone"])
  }

  @Test func `delete rules apply to unsaved links of a deleted object`() throws {
    let boss = Person("boss")
    let pet = Pet("p", owner: boss)
    let worker = Person("w")
    context.insert(pet)
    context.insert(worker)
    worker.boss = boss
    context.delete(boss)
    try context.save()
    #expect(try reader.fetch(FetchDescriptor<Person>()).map(\.name) == ["w"])
    #expect(worker.boss == nil)
  }

  // MARK: Erased containers

  @Test func `saving changed objects of an erased container is refused`() throws {
    let pet = Pet("p", owner: Person("b"))
    context.insert(pet)
    try context.save()
    container.deleteAllData()
    #expect(pet.isDeleted)
    pet.name = "x"
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(pet.isDeleted)
    #expect(pet.modelContext == nil)
    #expect(try context.fetch(FetchDescriptor<Pet>()).isEmpty)
    pet.name = "y"
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == "Pet")
    context.rollback()
    context.insert(pet)
    try expectRefusal("Pet", "owner", "that was already deleted")
    pet.owner = nil
    try context.save()
    #expect(try reader.fetch(FetchDescriptor<Pet>()).map(\.name) == ["y"])
  }

  @Test func `objects inserted before a container is erased can be saved afterwards`() throws {
    let owner = Person("b")
    context.insert(owner)
    try context.save()
    let pet = Pet("p")
    context.insert(pet)
    let other = Pet("q", owner: owner)
    context.insert(other)
    try container.erase()
    try expectRefusal("Pet", "owner", "that was already deleted")
    context.delete(other)
    try context.save()
    #expect(try reader.fetch(FetchDescriptor<Pet>()).map(\.name) == ["p"])
    #expect(!pet.isDeleted)
  }
}
