import Foundation
import SwiftData
import TestSupport

/// The models of the documentation page "What can be queried", with a property of every kind.
enum People {
  enum Level: Int, Codable, CaseIterable {
    case guest = 4
    case member = 1
    case owner = 9
  }

  /// Stored as JSON, because it has no raw values.
  enum Mood: Codable {
    case calm, cross
  }

  struct Address: Codable, Equatable {
    var city: String
  }

  @Model final class Person {
    var name: String
    var nick: String?
    var age: Int = 0
    var height: Double?
    var born: Date = Date(timeIntervalSinceReferenceDate: 0)
    var token: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var isMember: Bool = false
    var level: People.Level = People.Level.guest
    var mood: People.Mood = People.Mood.calm
    var address: People.Address?
    var balance: Decimal = Decimal(0)
    var limit: Decimal?
    var tags: [String] = []
    var ages: [Int] = []
    var scores: [Double] = []
    var weights: [Float] = []
    var days: [Date] = []
    var tokens: [UUID] = []
    var levels: [People.Level] = []
    var links: [URL] = []
    var answers: [Bool] = []
    var labels: Set<String> = []
    var moods: [People.Mood] = []
    var boss: People.Person?
    @Relationship(inverse: \People.Person.boss) var team: [People.Person] = []
    var home: People.Home
    var pets: [People.Pet]?

    init(name: String, home: People.Home) {
      self.name = name
      self.home = home
    }

    var initial: String { String(name.prefix(1)) }
  }

  @Model final class Home {
    var city: String
    var owner: People.Person?
    /// A second relationship, so that neither is inferred as the inverse of a person's home.
    var builder: People.Person?

    init(city: String) { self.city = city }
  }

  @Model final class Pet {
    var name: String
    var keeper: People.Person?

    init(name: String) { self.name = name }
  }

  static func token(_ number: Int) -> UUID {
    UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, UInt8(number)))
  }

  static func link(_ number: Int) -> URL { URL(fileURLWithPath: "/a/b \(number)") }

  static let decimals = [
    "0", "-0.1", "0.1", "0.10000000000000000000000000000000000001", "12.5", "9", "10",
    "123456789012345678901234567890", "0.0000000000000000000000001", "1e60", "-3e-60",
  ].compactMap { Decimal(string: $0) }

  static let numbers = [0, 0.1, 0.1 + 0.2, 0.3, 1 / 3.0, Double.leastNonzeroMagnitude, 1e300, -2.5]

  /// Saves random people. Nil is common.
  static func fill(_ context: ModelContext, _ random: inout SplitMix64) throws {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func maybe<T>(_ value: T) -> T? { number(0...2) == 0 ? nil : value }
    func some<T>(_ values: [T]) -> [T] { values.filter { _ in number(0...2) == 0 } }
    func one<T>(_ values: [T]) -> T { values[number(0...values.count - 1)] }
    let names = ["Ada", "ada", "Bo", "Zoë", "", "x\0y"]
    let homes = (0..<4).map { Home(city: names[$0]) }
    for home in homes { context.insert(home) }
    var people: [Person] = []
    for _ in 0..<40 {
      let person = Person(name: one(names), home: one(homes))
      context.insert(person)
      person.nick = maybe(one(names))
      person.age = number(-2...60)
      person.height = maybe(one(numbers))
      person.born = Date(timeIntervalSinceReferenceDate: one(numbers))
      person.token = token(number(0...2))
      person.isMember = number(0...1) == 0
      person.level = one(Level.allCases)
      person.mood = one([.calm, .cross])
      person.address = maybe(Address(city: one(names)))
      person.balance = one(decimals)
      person.limit = maybe(one(decimals))
      person.tags = some(names)
      person.ages = some([1, 2, 3])
      person.scores = some(numbers)
      person.weights = some([0, 0.1, 1 / 3, 16_777_216])
      person.days = some(numbers.map(Date.init(timeIntervalSinceReferenceDate:)))
      person.tokens = some((0..<3).map(token))
      person.levels = some(Level.allCases)
      person.links = some((0..<2).map(link))
      person.answers = some([true, false])
      person.labels = Set(some(names))
      person.boss = people.isEmpty ? nil : maybe(one(people))
      person.pets = maybe((0..<number(0...2)).map { Pet(name: names[$0]) })
      people.append(person)
    }
    for home in homes { home.owner = maybe(one(people)) }
    try context.save()
  }

  /// Returns a new context of an in-memory store with random people.
  static func context(_ random: inout SplitMix64) throws -> ModelContext {
    let container = try ModelContainer(
      for: Person.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    try fill(ModelContext(container), &random)
    return ModelContext(container)
  }
}
