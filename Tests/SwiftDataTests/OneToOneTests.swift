import SwiftData
import Testing

/// Relationships with two to-one ends, and relationships of an entity with itself.
@Suite struct OneToOneTests {
  @Model final class Person {
    var name: String
    @Relationship(inverse: \Passport.holder) var passport: Passport?
    var chief: Person?
    @Relationship(inverse: \Person.chief) var staff: [Person] = []
    init(name: String) { self.name = name }
  }

  @Model final class Passport {
    var number: Int
    var holder: Person?
    init(number: Int) { self.number = number }
  }

  let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Schema([Person.self]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for (index, name) in ["a", "b"].enumerated() {
      let person = Person(name: name)
      person.passport = Passport(number: index)
      context.insert(person)
    }
    try context.save()
  }

  /// Returns each stored person with their passport and each stored passport with its holder.
  private func pairs() throws -> [String] {
    let context = ModelContext(container)
    let forth = try context.fetch(FetchDescriptor<Person>()).map {
      "\($0.name)→\($0.passport.map { "\($0.number)" } ?? "-")"
    }
    let back = try context.fetch(FetchDescriptor<Passport>()).map {
      "\($0.number)→\($0.holder?.name ?? "-")"
    }
    return forth + back
  }

  private func person(_ name: String, _ context: ModelContext) throws -> Person {
    try #require(
      try context.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.name == name })).first)
  }

  @Test func `assigning a target clears the previous links of both objects`() throws {
    let context = ModelContext(container)
    let passport = try #require(
      try context.fetch(FetchDescriptor<Passport>(predicate: #Predicate { $0.number == 1 })).first)
    let person = try person("a", context)
    person.passport = passport
    try context.save()
    #expect(try pairs() == ["a→1", "b→-", "0→-", "1→a"])
  }

  @Test func `assigning an owner to a target clears the previous links of both objects`() throws {
    let context = ModelContext(container)
    let passport = try #require(
      try context.fetch(FetchDescriptor<Passport>(predicate: #Predicate { $0.number == 1 })).first)
    let person = try person("a", context)
    passport.holder = person
    try context.save()
    #expect(try pairs() == ["a→1", "b→-", "0→-", "1→a"])
  }

  @Test func `assigning nil clears the other end even if it was never read`() throws {
    let context = ModelContext(container)
    let person = try person("a", context)
    person.passport = nil
    try context.save()
    #expect(try pairs() == ["a→-", "b→1", "0→-", "1→b"])
  }

  @Test func `a relationship of an entity with itself updates its inverse`() throws {
    let context = ModelContext(container)
    let (a, b) = (try person("a", context), try person("b", context))
    a.staff = [a, b]
    #expect(b.chief === a)
    b.staff = [a]
    #expect(a.staff.map(\.name) == ["b"])
    try context.save()
    let other = ModelContext(container)
    let again = try person("a", other)
    #expect(again.chief?.name == "b")
    #expect(again.staff.map(\.name) == ["b"])
  }
}
