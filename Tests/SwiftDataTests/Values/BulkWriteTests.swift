import SwiftData
import Testing

/// Bulk insertions and updates: default values, links, updates by keys, and refused values.
@Suite struct BulkWriteTests {
  enum Model {
    @Model final class Person {
      var name: String
      var token: UUID = UUID()
      var count: Int = 7
      var text: String?
      @Relationship(inverse: \Passport.holder) var passport: Passport?
      var town: Town?
      init(name: String) { self.name = name }
    }

    @Model final class Passport {
      var number: Int
      var holder: Person?
      init(number: Int) { self.number = number }
    }

    @Model final class Town {
      var name: String
      var crest: Data = Data()
      @Relationship(inverse: \Person.town) var people: [Person] = []
      init(name: String) { self.name = name }
    }
  }
  typealias Person = Model.Person

  let context: ModelContext
  let person = Person(name: "Ada")
  let passport = Model.Passport(number: 1)
  let town = Model.Town(name: "Bath")

  private static func makeContext() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Person.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  init() throws {
    context = try Self.makeContext()
    context.insert(person)
    context.insert(passport)
    context.insert(town)
    try context.save()
  }

  private func expectError(
    _ code: SwiftDataError, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: SwiftDataError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error == code, sourceLocation: sourceLocation)
    #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    #expect(error?.entity == "Person", sourceLocation: sourceLocation)
    #expect(error?.property != nil, sourceLocation: sourceLocation)
  }

  @Test func `a default expression is evaluated for each appended row`() throws {
    try context.append(Person.self, count: 40, [.constant(\.name, "x")])
    let people = try context.fetch(
      FetchDescriptor<Person>(predicate: #Predicate { $0.name == "x" }))
    #expect(Set(people.map(\.token)).count == 40)
    #expect(people.allSatisfy { $0.count == 7 })
  }

  @Test func `bulk writes link only to saved objects of the right entity and store`() throws {
    let otherContext = try Self.makeContext()
    let other = Model.Town(name: "Other")
    otherContext.insert(other)
    try otherContext.save()
    let unsaved = Model.Town(name: "Unsaved")
    context.insert(unsaved)
    for (target, text) in [
      (passport.persistentModelID, "a Passport"), (other.persistentModelID, "another store"),
      (unsaved.persistentModelID, "never saved"),
    ] {
      expectError(.invalidValue, text) {
        try context.update(Person.self, [.set(\.town, to: target)])
      }
      expectError(.invalidValue, text) {
        try context.append(
          Person.self, count: 1, [.constant(\.name, "x"), .reference(\.town, target)])
      }
    }
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 1)
    try context.update(Person.self, [.set(\.town, to: town.persistentModelID)])
    #expect(person.town === town)
  }

  @Test func `bulk writes refuse one-to-one relationships`() throws {
    expectError(.unsupportedKeyPath, "Passport.holder") {
      try context.update(Person.self, [.set(\.passport, to: passport.persistentModelID)])
    }
    expectError(.unsupportedKeyPath, "Passport.holder") {
      try context.append(
        Person.self, count: 1,
        [.constant(\.name, "x"), .reference(\.passport, passport.persistentModelID)])
    }
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 1)
  }

  @Test func `a counting column that overflows is refused`() throws {
    expectError(.invalidValue, "64-bit integers") {
      try context.append(
        Person.self, count: 2,
        [.constant(\.name, "x"), .counting(\.count, from: .max, by: 1)])
    }
  }

  @Test func `an update without assignments changes no rows`() throws {
    #expect(try context.update(Person.self, []) == 0)
  }

  @Test(arguments: [0, -3])
  func `chunks have at least one row`(size: Int) throws {
    try context.append(Person.self, count: 2, [.constant(\.name, "x")])
    var chunks: [Int] = []
    try context.forEachChunk(of: Person.self, [.key], size: size) { chunks.append($0.count) }
    #expect(chunks == [1, 1, 1])
  }

  @Test func `an update by keys sets a separate value for each row`() throws {
    let keys = Array(
      try context.append(Person.self, count: 3, [.values(\.name, ["a", "b", "c"])]))
    let seen = try #require(
      try context.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "c" })).first)
    try context.update(
      Person.self, keys: [keys[2], keys[0]],
      [.values(\.name, ["third", "first"]), .constant(\.count, 9), .values(\.text, ["t", nil])])
    let people = try context.fetch(
      FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
    #expect(people.map(\.name) == ["Ada", "b", "first", "third"])
    #expect(people.map(\.count) == [7, 7, 9, 9])
    #expect(people.map(\.text) == [nil, nil, nil, "t"])
    #expect(seen.name == "third", "the fetched object should have the new value")
  }

  @Test func `an update by keys with an unknown key or too few values changes no rows`() throws {
    let keys = Array(try context.append(Person.self, count: 2, [.constant(\.name, "x")]))
    let error = #expect(throws: SwiftDataError.self) {
      try context.update(
        Person.self, keys: [keys[0], 999, keys[1]], [.values(\.name, ["1", "2", "3"])])
    }
    #expect(error == .modelValidationFailure && error?.message.contains("999") == true)
    #expect(throws: SwiftDataError.self) {
      try context.update(Person.self, keys: keys, [.values(\.name, ["one too few"])])
    }
    let names = try context.fetch(FetchDescriptor<Person>()).map(\.name)
    #expect(names.sorted() == ["Ada", "x", "x"])
  }

  @Test func `an update by keys without keys or columns changes no rows`() throws {
    try context.update(Person.self, keys: [], [.values(\.name, [])])
    try context.update(Person.self, keys: [12_345], [])
    #expect(try context.fetch(FetchDescriptor<Person>()).map(\.name) == ["Ada"])
  }

  @Test func `binary data is appended, changed and read as columns`() throws {
    let crests = [Data(), Data([0, 255, 7]), Data(repeating: 9, count: 10_000)]
    let keys = try context.append(
      Model.Town.self, count: 3,
      [.values(\.name, ["a", "b", "c"]), .values(\.crest, crests)])
    func read() throws -> [Data] {
      var found: [Data] = []
      try context.forEachChunk(
        of: Model.Town.self, [.data(\.crest), .text(\.name)], rows: .keys(Array(keys)), size: 2
      ) { found += $0.data(0) }
      return found
    }
    #expect(try read() == crests)
    try context.update(Model.Town.self, keys: [keys.lowerBound], [.values(\.crest, [crests[1]])])
    #expect(try read() == [crests[1], crests[1], crests[2]])
  }
}
