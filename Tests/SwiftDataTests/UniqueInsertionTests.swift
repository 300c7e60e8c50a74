import SwiftData
import TestSupport
import Testing

private enum Atlas: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Park.self] }

  @Model final class Park {
    var name: String
    var city: City?
    var walkers: [Walker] = []
    init(name: String, city: City?) {
      self.name = name
      self.city = city
    }
  }

  @Model final class City {
    @Attribute(.unique) var name: String
    @Attribute(.unique) var code: Int?
    var size: Double
    @Relationship(inverse: \Park.city) var parks: [Park] = []
    init(name: String, code: Int? = nil, size: Double = 0) {
      self.name = name
      self.code = code
      self.size = size
    }
  }

  @Model final class Walker {
    @Attribute(.unique) var nick: String
    @Relationship(inverse: \Park.walkers) var parks: [Park] = []
    init(nick: String) { self.nick = nick }
  }
}

/// Objects with the same unique value in one save, as previews and imports create them.
@Suite struct UniqueInsertionTests {
  private typealias Park = Atlas.Park
  private typealias City = Atlas.City
  private typealias Walker = Atlas.Walker

  private func container(_ policy: ModelConfiguration.UniquePolicy = .upsert) throws
    -> ModelContainer
  {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.uniquePolicy = policy
    return try ModelContainer(
      for: Schema(versionedSchema: Atlas.self), configurations: [configuration])
  }

  @Test func `objects with the same unique value inserted in one save become one row`() throws {
    let container = try container()
    let context = ModelContext(container)
    let parks = [1.0, 2, 3].map {
      Park(name: "\($0)", city: City(name: "Toronto", size: $0))
    }
    for park in parks { context.insert(park) }
    let elsewhere = Park(name: "4", city: City(name: "Ottawa", size: 9))
    context.insert(elsewhere)
    try context.save()
    let toronto = try #require(parks[2].city)
    #expect(parks.allSatisfy { $0.city === toronto })
    #expect(toronto.size == 3)
    #expect(Set(toronto.parks.map(\.name)) == ["1.0", "2.0", "3.0"])
    toronto.size = 5
    try context.save()

    let other = ModelContext(container)
    let cities = try other.fetch(FetchDescriptor<City>(sortBy: [SortDescriptor(\.name)]))
    #expect(cities.map(\.name) == ["Ottawa", "Toronto"])
    #expect(cities.map(\.size) == [9, 5])
    #expect(cities.map { $0.parks.map(\.name).sorted() } == [["4"], ["1.0", "2.0", "3.0"]])
  }

  @Test func `a fetch before the save returns only the last object with a unique value`() throws {
    let context = ModelContext(try container())
    let cities = [1.0, 2].map { City(name: "Rome", size: $0) }
    for city in cities { context.insert(city) }
    #expect(try context.fetchCount(FetchDescriptor<City>()) == 1)
    #expect(try context.fetch(FetchDescriptor<City>()).first === cities[1])
  }

  @Test func `objects merged by a unique value keep the links of both`() throws {
    let container = try container()
    let context = ModelContext(container)
    let parks = ["a", "b", "c"].map { Park(name: $0, city: nil) }
    for park in parks { context.insert(park) }
    for park in parks.dropLast() { park.walkers = [Walker(nick: "Ann"), Walker(nick: "Bob")] }
    try context.save()
    #expect(
      parks.map { $0.walkers.map(\.nick).sorted() } == [["Ann", "Bob"], ["Ann", "Bob"], []])
    #expect(
      parks[0].walkers.map(ObjectIdentifier.init) == parks[1].walkers.map(ObjectIdentifier.init))
    let other = ModelContext(container)
    let walkers = try other.fetch(FetchDescriptor<Walker>())
    #expect(walkers.map { $0.parks.map(\.name).sorted() } == [["a", "b"], ["a", "b"]])
  }

  @Test func `objects merge if any of their unique values are equal, except nil`() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(City(name: "a", code: 1, size: 1))
    context.insert(City(name: "b", size: 2))
    context.insert(City(name: "c", code: 1, size: 3))
    context.insert(City(name: "d", size: 4))
    context.insert(City(name: "c", size: 5))
    try context.save()
    let cities = try ModelContext(container).fetch(FetchDescriptor<City>())
    #expect(
      cities.map { "\($0.name) \($0.code ?? 0) \($0.size)" } == ["c 0 5.0", "b 0 2.0", "d 0 4.0"])
  }

  @Test func `links to a replaced object refer to its replacement`() throws {
    let container = try container()
    let context = ModelContext(container)
    let park = Park(name: "a", city: City(name: "Rome", size: 1))
    context.insert(park)
    try context.save()
    let city = City(name: "Rome", size: 2)
    context.insert(city)
    try context.save()
    #expect(park.city === city)
    #expect(city.parks.map(\.name) == ["a"])
    park.name = "b"
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Park>()).first?.city?.size == 2)
  }

  @Test func `the last of several objects that match a stored row replaces it`() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(City(name: "stored", code: 1, size: 1))
    try context.save()
    context.insert(City(name: "new", size: 2))
    context.insert(City(name: "new", code: 1, size: 3))
    context.insert(City(name: "new", size: 4))
    try context.save()
    let cities = try ModelContext(container).fetch(FetchDescriptor<City>())
    #expect(cities.map { "\($0.name) \($0.size)" } == ["new 4.0"])
  }

  @Test func `an object with the unique values of two stored rows is refused`() throws {
    let context = ModelContext(try container())
    context.insert(City(name: "a", code: 1))
    context.insert(City(name: "b", code: 2))
    try context.save()
    context.insert(City(name: "a", code: 2))
    let error = #expect(throws: SwiftDataError.uniqueViolation) { try context.save() }
    #expect(error?.property == "code")
    #expect(error?.message.contains("is also the code of another stored City") == true)
    context.rollback()
    #expect(try context.fetch(FetchDescriptor<City>()).map(\.code) == [1, 2])
  }

  @Test func `two new objects that share a value and match two different rows are refused`() throws
  {
    let context = ModelContext(try container())
    context.insert(City(name: "a"))
    context.insert(City(name: "b"))
    try context.save()
    context.insert(City(name: "a", code: 5))
    context.insert(City(name: "b", code: 5))
    let error = #expect(throws: SwiftDataError.uniqueViolation) { try context.save() }
    #expect(error?.message.contains("delete one of the two stored objects") == true)
  }

  @Test func `texts in different Unicode normal forms are different unique values`() throws {
    let context = ModelContext(try container())
    for name in ["\u{e9}", "e\u{301}"] { context.insert(City(name: name)) }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<City>()) == 2)
  }

  @Test func `the reject policy refuses to insert a unique value twice`() throws {
    let context = ModelContext(try container(.reject))
    for size in [1.0, 2] { context.insert(City(name: "Rome", size: size)) }
    let error = #expect(throws: SwiftDataError.uniqueViolation) { try context.save() }
    #expect(error?.entity == "City")
    #expect(error?.property == "name")
  }
}
