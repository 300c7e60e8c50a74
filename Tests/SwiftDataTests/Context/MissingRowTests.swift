import SwiftData
import TestSupport
import Testing

/// Stand-ins for rows that another context deleted.
@Suite struct MissingRowTests {
  enum Fleet {
    enum Size: String, Codable {
      case small, large
    }
    struct Engine: Codable, Equatable {
      var power: Int
    }
    @Model final class Ship {
      var name: String
      var harbour: Harbour
      init(name: String, harbour: Harbour) {
        self.name = name
        self.harbour = harbour
      }
    }
    @Model final class Harbour {
      var name: String
      var depth: Double = 7
      var size: Size
      var crane: Engine
      var country: Country
      var ships: [Other] = []
      var note: String?
      init(name: String, country: Country) {
        self.name = name
        self.size = .large
        self.crane = Engine(power: 3)
        self.country = country
      }
    }
    @Model final class Other {
      var name: String = ""
      init() {}
    }
    @Model final class Country {
      var name: String
      init(name: String) { self.name = name }
    }
  }
  typealias Ship = Fleet.Ship
  typealias Harbour = Fleet.Harbour

  let folder: TemporaryDirectory
  let url: URL
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    folder = try TemporaryDirectory()
    url = folder.file("fleet.store")
    container = try ModelContainer(
      for: Ship.self, configurations: ModelConfiguration(url: url))
    context = ModelContext(container)
    let writer = ModelContext(container)
    let country = Fleet.Country(name: "CH")
    writer.insert(Ship(name: "one", harbour: Harbour(name: "north", country: country)))
    writer.insert(Ship(name: "two", harbour: Harbour(name: "south", country: country)))
    try writer.save()
  }

  /// Deletes a harbour and its ship through another container.
  private func deleteElsewhere() throws {
    let other = try ModelContainer(
      for: Ship.self, configurations: ModelConfiguration(url: url))
    let writer = ModelContext(other)
    try writer.delete(model: Ship.self, where: #Predicate { $0.name == "one" })
    try writer.delete(model: Harbour.self, where: #Predicate { $0.name == "north" })
    try writer.save()
    try other.close()
  }

  @Test func `a mandatory relationship to a deleted row returns a stand-in`() throws {
    let ships = try context.fetch(FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.name)]))
    try deleteElsewhere()
    let harbour = ships[0].harbour
    #expect(harbour.isDeleted)
    #expect(harbour.modelContext == nil)
    #expect(harbour.name == "")
    #expect(harbour.depth == 7)
    #expect(harbour.size == .large)
    #expect(harbour.crane == Fleet.Engine(power: 3))
    #expect(harbour.country.name == "")
    #expect(harbour.country.isDeleted)
    #expect(harbour.ships.isEmpty)
    #expect(harbour.note == nil)
    harbour.name = "written"
    #expect(ships[1].harbour.name == "south")
    ships[1].name = "renamed"
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == "Ship")
    #expect(error?.property == "harbour")
    context.rollback()
    ships[1].name = "renamed"
    try context.save()
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Ship>()).map(\.name) == ["renamed"])
  }

  @Test func `a mandatory relationship of a deleted object returns a stand-in`() throws {
    let ship = try #require(try context.fetch(FetchDescriptor<Ship>()).first)
    context.delete(ship)
    try context.save()
    #expect(ship.harbour.isDeleted)
    #expect(ship.harbour.country.isDeleted)
  }

  @Test func `looking up an identifier returns its object, or a stand-in without a row`() throws {
    let ship = try #require(try context.fetch(FetchDescriptor<Ship>()).first)
    #expect(context.model(for: ship.persistentModelID) === ship)
    let identifier = try #require(
      try context.fetchIdentifiers(FetchDescriptor<Harbour>()).first)
    #expect((context.model(for: identifier) as? Harbour)?.name == "north")
    let missing = context.model(for: context.identifier(of: Harbour.self, key: 999))
    #expect((missing as? Harbour)?.isDeleted == true)
    let unsaved = Fleet.Other()
    context.insert(unsaved)
    #expect(context.model(for: unsaved.persistentModelID) === unsaved)
    try context.save()
    let unknown = try PersistentIdentifier.identifier(
      for: "x", entityName: "Unknown", primaryKey: 1)
    #expect(context.model(for: unknown).isDeleted)
    #expect(throws: SwiftDataError.wrongSchema) {
      unsaved.name = "x"
      try context.save()
    }
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test func `reinserting an object that refers to a stand-in is refused by the save`() throws {
    let ship = try #require(try context.fetch(FetchDescriptor<Ship>()).first)
    context.delete(ship)
    try context.save()
    #expect(ship.harbour.isDeleted)
    context.insert(ship)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Harbour>()) == 2)
  }

  // MARK: Refused saves

  /// Returns a stand-in for an identifier that never had a row.
  private func makeStandIn() throws -> Harbour {
    try #require(context.model(for: context.identifier(of: Harbour.self, key: 999)) as? Harbour)
  }

  private func expectRefusal(_ text: String) throws {
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
  }

  @Test func `changing a stand-in is refused by the save`() throws {
    let harbour = try makeStandIn()
    harbour.name = "written"
    try expectRefusal("A Harbour without a row in the store was changed")
    context.rollback()
    harbour.ships.append(Fleet.Other())
    try expectRefusal("A Harbour without a row")
    context.rollback()
    try context.save()
  }

  @Test func `inserting a stand-in is refused by the save`() throws {
    context.insert(try makeStandIn())
    try expectRefusal("was changed or inserted")
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Harbour>()) == 2)
  }

  @Test func `setting a relationship to a stand-in is refused by the save`() throws {
    let ship = try #require(try context.fetch(FetchDescriptor<Ship>()).first)
    ship.harbour = try makeStandIn()
    try expectRefusal("Ship.harbour refers to a Harbour whose row is not in the store")
    context.rollback()
    #expect(ship.harbour.name == "north")
    context.insert(Ship(name: "new", harbour: try makeStandIn()))
    try expectRefusal("set the property to another object, or delete the Ship")
  }

  @Test func `identifiers of unsaved objects or other stores return stand-ins`() throws {
    let free = Fleet.Other()
    let ofOtherStore = try PersistentIdentifier.identifier(
      for: "another store", entityName: "Harbour", primaryKey: 1)
    for identifier in [free.persistentModelID, ofOtherStore] {
      let model = context.model(for: identifier)
      #expect(model.isDeleted)
      #expect(model.modelContext == nil)
    }
    try context.save()
    let harbour = try #require(context.model(for: ofOtherStore) as? Harbour)
    harbour.depth = 1
    try expectRefusal("A Harbour without a row")
  }

  @Test func `reading objects of an erased container does not prevent a later save`() throws {
    let ship = try #require(try context.fetch(FetchDescriptor<Ship>()).first)
    try container.erase()
    #expect(ship.harbour.isDeleted)
    #expect(ship.isDeleted)
    context.insert(Fleet.Other())
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Ship>()) == 0)
  }

  @Test func `deleting a mandatory target is refused by the save and keeps it readable`() throws {
    let ship = try #require(try context.fetch(FetchDescriptor<Ship>()).first)
    let harbour = ship.harbour
    context.delete(harbour)
    #expect(ship.harbour === harbour)
    try expectRefusal("1 Ship would lose the required harbour")
    context.rollback()
    #expect(!harbour.isDeleted)
    #expect(ship.harbour === harbour)
  }
}
