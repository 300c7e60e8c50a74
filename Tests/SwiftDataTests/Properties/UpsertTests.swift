import SwiftData
import TestSupport
import Testing

/// An inserted object with the unique value of a stored row replaces the object of that row.
///
/// Its values replace the stored ones. Its links are merged with the stored links.
struct UpsertTests {
  typealias Person = GraphSchema.Person
  typealias Passport = GraphSchema.Passport
  typealias Pet = GraphSchema.Pet
  typealias Club = GraphSchema.Club
  typealias Place = GraphSchema.Place

  private let container: ModelContainer
  private let context: ModelContext
  /// A context that reads the store without the unsaved changes of ``context``.
  private let fresh: ModelContext
  private let former: Person
  private let club = Club()
  private let passport = Passport()

  /// Saves a person `c` with a boss, a home, a passport, a pet and a club.
  init() throws {
    container = try ModelContainer(
      for: GraphSchema.schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    fresh = ModelContext(container)
    former = Person(code: "c")
    former.text = "old"
    former.boss = Person(code: "boss")
    former.home = Place()
    former.passport = passport
    former.pets = [Pet(owner: former)]
    former.clubs = [club]
    context.insert(former)
    try context.save()
  }

  @Test func `a fetch before the save returns the new object for the row`() throws {
    let new = Person(code: "c")
    context.insert(new)
    let found = try context.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.code == "c" }))
    #expect(found.map(ObjectIdentifier.init) == [ObjectIdentifier(new)])
  }

  /// Returns the stored person `c`.
  private func stored() throws -> Person {
    try #require(
      try fresh.fetch(
        FetchDescriptor<Person>(predicate: #Predicate { $0.code == "c" })
      ).first)
  }

  @Test func `an upsert replaces values and keeps links that the new object does not set`() throws {
    let key = former.persistentModelID
    let new = Person(code: "c")
    new.text = "new"
    context.insert(new)
    try context.save()
    #expect(new.persistentModelID == key)
    #expect(former.persistentModelID == key)
    for person in [new, former, try stored()] {
      #expect(person.text == "new")
      #expect(person.boss?.code == "boss")
      #expect(person.home != nil)
      #expect(person.passport != nil)
      #expect(person.pets.count == 1)
      #expect(person.clubs.count == 1)
    }
    #expect(passport.holder === new)
    #expect(club.members == [new])
    #expect(new.pets.first?.owner === new)
  }

  @Test func `an upsert merges to-many links`() throws {
    let new = Person(code: "c")
    new.pets = [Pet(owner: new)]
    new.clubs = [Club(), club]
    context.insert(new)
    try context.save()
    #expect(new.pets.count == 2)
    #expect(new.clubs.count == 2)
    #expect(try stored().pets.count == 2)
    #expect(try stored().clubs.count == 2)
    #expect(club.members == [new])
  }

  @Test func `an upsert replaces a to-one link at both ends`() throws {
    let other = Passport()
    other.number = 2
    let new = Person(code: "c")
    new.passport = other
    new.boss = Person(code: "other boss")
    context.insert(new)
    try context.save()
    #expect(passport.holder == nil)
    #expect(other.holder === new)
    #expect(try stored().passport?.number == 2)
    #expect(try stored().boss?.code == "other boss")
    #expect(try fresh.fetch(FetchDescriptor<Passport>()).filter { $0.holder != nil }.count == 1)
    let boss = try #require(
      try fresh.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.code == "boss" })).first)
    #expect(boss.staff.isEmpty)
  }

  @Test func `two new objects for one row store the values of the last and the links of both`()
    throws
  {
    let key = former.persistentModelID
    let people = ["first", "last"].map { text in
      let person = Person(code: "c")
      person.text = text
      person.clubs = [Club()]
      person.pets = [Pet(owner: person)]
      return person
    }
    for person in people { context.insert(person) }
    try context.save()
    #expect([former, people[0], people[1]].allSatisfy { $0.persistentModelID == key })
    #expect(club.members == [people[1]])
    for person in [former, people[0], people[1], try stored()] {
      #expect(person.text == "last")
      #expect(person.boss?.code == "boss")
      #expect(person.pets.count == 3)
      #expect(person.clubs.count == 3)
    }
  }

  @Test func `two new objects for one row store the last to-one link at both ends`() throws {
    for code in ["c", "d"] {
      let passports = (1...2).map { number in
        let passport = Passport()
        passport.number = number
        return passport
      }
      for passport in passports {
        let person = Person(code: code)
        person.passport = passport
        context.insert(person)
      }
      try context.save()
      #expect(passports[0].holder == nil)
      #expect(passports[1].holder?.code == code)
      #expect(passports[1].holder?.passport === passports[1])
    }
    let passports = try fresh.fetch(FetchDescriptor<Passport>())
    #expect(passports.count == 5)
    #expect(passports.filter { $0.holder != nil }.map(\.number) == [2, 2])
  }

  @Test func `with the policy reject, the stored object stays unchanged`() throws {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.uniquePolicy = .reject
    let container = try ModelContainer(for: GraphSchema.schema, configurations: configuration)
    let context = ModelContext(container)
    let first = Person(code: "c")
    first.text = "first"
    context.insert(first)
    try context.save()
    context.insert(Person(code: "c"))
    let error = #expect(throws: SwiftDataError.uniqueViolation) { try context.save() }
    #expect(error?.property == "code")
    context.rollback()
    #expect(try context.fetch(FetchDescriptor<Person>()).map(\.text) == ["first"])
  }
}
