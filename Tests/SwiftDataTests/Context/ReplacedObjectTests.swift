import SwiftData
import Testing

/// After an upsert, the replaced object and its replacement read and write the same row, and a link
/// to either is a link to the row.
@Suite struct ReplacedObjectTests {
  enum Home: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Person.self] }

    @Model final class Person {
      @Attribute(.unique) var name: String
      var note: String
      var age: Int?
      var boss: Person?
      @Relationship(inverse: \Person.boss) var staff: [Person] = []
      @Relationship(deleteRule: .cascade, inverse: \Pet.owner) var pets: [Pet] = []
      @Relationship(inverse: \Club.members) var clubs: [Club]?
      var card: Card?
      init(_ name: String, _ note: String = "", age: Int? = nil) {
        self.name = name
        self.note = note
        self.age = age
      }
    }
    @Model final class Pet {
      var name: String
      var owner: Person?
      init(_ name: String, owner: Person? = nil) {
        self.name = name
        self.owner = owner
      }
    }
    @Model final class Club {
      var name: String
      var members: [Person] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Card {
      var number: Int
      @Relationship(inverse: \Person.card) var holder: Person?
      init(_ number: Int) { self.number = number }
    }
  }
  typealias Person = Home.Person
  typealias Pet = Home.Pet
  typealias Club = Home.Club
  typealias Card = Home.Card

  let container: ModelContainer
  let context: ModelContext
  /// A context that reads the stored state and has none of the objects of ``context``.
  let reader: ModelContext
  /// The object that was stored first, and is replaced.
  let first: Person
  /// The replacement of ``first``, with the same unique name.
  let second: Person

  init() throws {
    container = try ModelContainer(
      for: Schema(versionedSchema: Home.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    reader = ModelContext(container)
    first = Person("a", "old", age: 1)
    first.pets = [Pet("p0")]
    first.clubs = [Club("c0")]
    first.card = Card(1)
    context.insert(first)
    try context.save()
    _ = (first.pets, first.clubs, first.card)
    second = Person("a", "new", age: 2)
    context.insert(second)
    try context.save()
  }

  func stored() throws -> [Person] {
    try reader.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
  }

  @Test func `both objects have the identifier, values and links of the row`() throws {
    #expect(first.persistentModelID == second.persistentModelID)
    #expect(first.modelContext === context)
    #expect(!first.isDeleted)
    #expect(!first.hasChanges)
    #expect(first.note == "new")
    #expect(first.age == 2)
    #expect(first.pets.map(\.name) == ["p0"])
    #expect(first.clubs?.map(\.name) == ["c0"])
    #expect(first.card === second.card)
    #expect(first.card?.holder === second)
    let found: Person? = context.registeredModel(for: first.persistentModelID)
    #expect(found === second)
    let id = first.persistentModelID
    let predicate = #Predicate<Pet> { $0.owner?.persistentModelID == id }
    #expect(try context.fetchCount(FetchDescriptor<Pet>(predicate: predicate)) == 1)
  }

  @Test func `a value set on either object is read from both and saved`() throws {
    first.note = "of the first"
    #expect(second.note == "of the first")
    #expect(first.hasChanges)
    second.age = nil
    #expect(first.age == nil)
    first.boss = Person("boss")
    #expect(second.boss?.name == "boss")
    #expect(context.changedModelsArray.count == 1)
    try context.save()
    #expect(!first.hasChanges)
    let person = try #require(try stored().first)
    #expect(person.note == "of the first")
    #expect(person.age == nil)
    #expect(person.boss?.name == "boss")
    #expect(person.boss?.staff.count == 1)
  }

  @Test func `the later of two changes wins`() throws {
    second.note = "2"
    first.note = "1"
    try context.save()
    #expect(try stored().map(\.note) == ["1"])
    first.note = "1"
    second.note = "2"
    try context.save()
    #expect(try stored().map(\.note) == ["2"])
    #expect(first.note == "2")
  }

  @Test func `a fetch updates the replaced object with the changes of another context`() throws {
    let other = ModelContext(container)
    try other.fetch(FetchDescriptor<Person>()).first?.note = "elsewhere"
    try other.save()
    _ = try context.fetch(FetchDescriptor<Person>())
    #expect(first.note == "elsewhere")
  }

  @Test func `lists can be changed through either object`() throws {
    first.pets.append(Pet("p1"))
    #expect(second.pets.map(\.name) == ["p0", "p1"])
    first.clubs?.append(Club("c1"))
    second.clubs?.append(Club("c2"))
    first.clubs?.removeAll { $0.name == "c0" }
    #expect(second.clubs?.map(\.name) == ["c1", "c2"])
    try context.save()
    let person = try #require(try stored().first)
    #expect(person.pets.map(\.name) == ["p0", "p1"])
    #expect(person.clubs?.map(\.name).sorted() == ["c1", "c2"])
    first.pets.removeAll { $0.name == "p0" }
    first.clubs = nil
    try context.save()
    let again = try #require(try stored().first)
    #expect(again.pets.map(\.name) == ["p1"])
    #expect(again.clubs == [])
    #expect(second.pets.map(\.name) == ["p1"])
  }

  @Test func `links to the replaced object are stored as links to the row`() throws {
    let free = Pet("inserted", owner: first)
    context.insert(free)
    let stored = Pet("set")
    context.insert(stored)
    stored.owner = first
    let implicit = Pet("implicit")
    implicit.owner = first
    let club = Club("c1")
    club.members = [first, second]
    context.insert(club)
    let other = Club("c2")
    context.insert(other)
    other.members.append(first)
    other.members.append(second)
    let card = Card(2)
    card.holder = first
    #expect(free.owner === second)
    #expect(club.members == [second])
    #expect(other.members == [second])
    #expect(first.pets.count == 4)
    #expect(first.card === card)
    try context.save()
    let person = try #require(try self.stored().first)
    #expect(Set(person.pets.map(\.name)) == ["p0", "inserted", "set", "implicit"])
    #expect(Set(person.clubs?.map(\.name) ?? []) == ["c0", "c1", "c2"])
    #expect(person.card?.number == 2)
    let cards = try reader.fetch(FetchDescriptor<Card>())
    #expect(cards.filter { $0.holder != nil }.count == 1)
    #expect(free.owner === second)
  }

  @Test func `links of an entity to itself refer to the replacement`() throws {
    let worker = Person("w")
    context.insert(worker)
    worker.boss = first
    first.staff.append(Person("v"))
    try context.save()
    #expect(try stored().map { $0.boss?.name } == [nil, "a", "a"])
    #expect(second.staff.count == 2)
    worker.boss = second
    #expect(worker.boss === second)
    first.staff = []
    try context.save()
    #expect(try stored().allSatisfy { $0.boss == nil })
  }

  @Test(arguments: [true, false]) func `deleting either object deletes the row`(_ byFirst: Bool)
    throws
  {
    context.delete(byFirst ? first : second)
    #expect(first.isDeleted)
    #expect(second.isDeleted)
    try context.save()
    #expect(first.isDeleted)
    #expect(first.modelContext == nil)
    #expect(try stored().isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Pet>()) == 0)
    context.insert(first)
    try context.save()
    #expect(try stored().map(\.note) == ["new"])
    #expect(first.persistentModelID == second.persistentModelID)
  }

  @Test func `a rollback restores the stored values in both objects`() throws {
    first.note = "x"
    first.pets.append(Pet("x"))
    second.age = 9
    context.rollback()
    #expect(!first.hasChanges)
    #expect(first.note == "new")
    #expect(first.age == 2)
    #expect(first.pets.map(\.name) == ["p0"])
    first.note = "y"
    try context.save()
    #expect(try stored().map(\.note) == ["y"])
  }

  @Test func `all objects of a row that was replaced repeatedly share its values`() throws {
    var people = [first, second]
    for age in 3...6 {
      let next = [Person("a", "twin"), Person("a", "next", age: age)]
      for person in next { context.insert(person) }
      people += next
      try context.save()
      #expect(people.allSatisfy { $0.age == age && $0.note == "next" && !$0.isDeleted })
    }
    for (number, person) in people.enumerated() { person.pets.append(Pet("n\(number)")) }
    people[3].note = "end"
    try context.save()
    #expect(people.allSatisfy { $0.note == "end" && $0.pets.count == people.count + 1 })
    #expect(Set(people.map(\.persistentModelID)).count == 1)
    #expect(try stored().map(\.note) == ["end"])
  }

  @Test func `a replaced object stays usable and keeps its replacement alive`() throws {
    let context = ModelContext(container)
    let kept = Person("k", "1")
    weak var replacement: Person?
    do {
      context.insert(kept)
      try context.save()
      let other = Person("k", "2")
      replacement = other
      context.insert(other)
      try context.save()
    }
    #expect(kept.note == "2")
    kept.note = "3"
    try context.save()
    #expect(try stored().map(\.note) == ["new", "3"])
    #expect(replacement != nil)
  }

  @Test func `a transaction that throws undoes a replacement`() throws {
    struct Stop: Error {}
    let third = Person("a", "third")
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(third)
        try context.save()
        first.note = "in it"
        throw Stop()
      }
    }
    #expect(first.note == "new")
    #expect(third.modelContext == nil)
    second.note = "after"
    try context.save()
    #expect(try stored().map(\.note) == ["after"])
    context.insert(third)
    try context.save()
    #expect(try stored().map(\.note) == [third.note])
    #expect([first.note, second.note] == [third.note, third.note])
  }
}
