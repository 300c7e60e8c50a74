import Foundation
import Testing

@testable import SwiftData

/// `#Unique`: saving an object with a combination of values that is already in use.
@Suite struct UniqueCombinationTests {
  typealias Trip = UniqueTrips.Trip

  private func container(
    _ policy: ModelConfiguration.UniquePolicy = .upsert
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.uniquePolicy = policy
    return try ModelContainer(
      for: Schema(versionedSchema: UniqueTrips.self), configurations: configuration)
  }

  @Test func `an object with a combination already in use replaces the stored object`() throws {
    let context = ModelContext(try container())
    let first = Trip("Alps", 2020)
    first.note = "old"
    context.insert(first)
    context.insert(Trip("Alps", 2021))
    try context.save()
    let key = first.persistentModelID
    let second = Trip("Alps", 2020)
    second.note = "new"
    context.insert(second)
    try context.save()
    #expect(second.persistentModelID == key)
    let all = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.year)]))
    #expect(all.map(\.year) == [2020, 2021])
    #expect(all.map(\.note) == ["new", ""])
  }

  @Test func `nil in one column conflicts with nothing`() throws {
    let context = ModelContext(try container())
    for year in 1...3 { context.insert(Trip("x", year, code: "same")) }
    context.insert(Trip("y", 1))
    context.insert(Trip("y", 2))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 5)
  }

  @Test func `a relationship is part of a combination`() throws {
    let context = ModelContext(try container())
    let (ann, bea) = (UniqueTrips.Guide("Ann"), UniqueTrips.Guide("Bea"))
    let trips = [Trip("a", 1, code: "c"), Trip("b", 2, code: "c")]
    trips[0].guide = ann
    trips[1].guide = bea
    for trip in trips { context.insert(trip) }
    try context.save()
    let key = trips[1].persistentModelID
    let third = Trip("z", 3, code: "c")
    third.guide = bea
    context.insert(third)
    try context.save()
    #expect(third.persistentModelID == key)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 2)
  }

  @Test func `the policy reject names the columns in its error`() throws {
    let context = ModelContext(try container(.reject))
    context.insert(Trip("Alps", 2020))
    try context.save()
    context.insert(Trip("Alps", 2020))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .uniqueViolation)
    #expect(error?.entity == "Trip")
    #expect(error?.property == "name, year")
    #expect(error?.message.contains("name, year") == true)
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func `changing a stored object to a combination already in use is refused`() throws {
    let context = ModelContext(try container())
    let (first, second) = (Trip("Alps", 2020), Trip("Alps", 2021))
    context.insert(first)
    context.insert(second)
    try context.save()
    second.year = 2020
    #expect(throws: SwiftDataError.uniqueViolation) { try context.save() }
    second.year = 2022
    try context.save()
  }

  @Test func `a deleted object's combination can be used in the same save`() throws {
    let context = ModelContext(try container())
    let first = Trip("Alps", 2020, code: "c")
    first.guide = UniqueTrips.Guide("Ann")
    context.insert(first)
    try context.save()
    let key = first.persistentModelID
    context.delete(first)
    let second = Trip("Alps", 2020, code: "c")
    second.guide = first.guide
    context.insert(second)
    try context.save()
    #expect(second.persistentModelID != key)
    #expect(second.guide?.name == "Ann")
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func `rows appended without objects obey the constraint`() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Trip("Alps", 2020))
    try context.save()
    let error = #expect(throws: SwiftDataError.self) {
      try context.append(
        Trip.self, count: 2,
        [.values(\.name, ["Andes", "Alps"]), .values(\.year, [2020, 2020])])
    }
    #expect(error == .uniqueViolation)
    #expect(error?.property == "name, year")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func `undo and redo keep the constraint`() throws {
    let container = try container()
    let context = ModelContext(container)
    let trip = Trip("Alps", 2020)
    context.insert(trip)
    try context.save()
    context.delete(trip)
    context.insert(Trip("Alps", 2020))
    try context.save()
    let identifier = {
      try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.persistentModelID)
    }
    let replaced = try identifier()
    try container.undo()
    let original = try identifier()
    #expect(original.count == 1 && original != replaced)
    try container.redo()
    #expect(try identifier() == replaced)
    try container.undo()
    #expect(try identifier() == original)
    context.insert(Trip("Alps", 2020))
    try context.save()
    #expect(try identifier().count == 1, "an equal trip still replaces the stored one")
  }

  @Test func `two objects can swap their combinations in one save`() throws {
    let context = ModelContext(try container())
    let guides = [UniqueTrips.Guide("Ann"), UniqueTrips.Guide("Bea")]
    let trips = [Trip("Alps", 1, code: "c"), Trip("Andes", 1, code: "c")]
    for (trip, guide) in zip(trips, guides) {
      trip.guide = guide
      context.insert(trip)
    }
    try context.save()
    (trips[0].name, trips[1].name) = ("Andes", "Alps")
    (trips[0].guide, trips[1].guide) = (guides[1], guides[0])
    try context.save()
    let other = ModelContext(context.container)
    let found = try other.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.map { "\($0.name) \($0.guide?.name ?? "")" } == ["Alps Ann", "Andes Bea"])
    #expect(found.map(\.persistentModelID) == trips.reversed().map(\.persistentModelID))
    try context.container.undo()
    let undone = try other.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(undone.map { "\($0.name) \($0.guide?.name ?? "")" } == ["Alps Ann", "Andes Bea"])
    #expect(undone.map(\.persistentModelID) == trips.map(\.persistentModelID))
  }

  enum Memberships {
    @Model final class Person {
      var name: String
      init(_ name: String) { self.name = name }
    }

    @Model final class Membership {
      #Unique<Membership>([\.person, \.club])
      var person: Person
      var club: Person?
      @Relationship(.unique) var badge: Person?
      init(_ person: Person, _ club: Person) {
        self.person = person
        self.club = club
      }
    }
  }

  @Test func `an object that is unique by two relationships can be replaced in one save`() throws {
    let container = try ModelContainer(
      for: Schema([Memberships.Membership.self]),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let (person, club) = (Memberships.Person("p"), Memberships.Person("c"))
    let first = Memberships.Membership(person, club)
    first.badge = club
    context.insert(first)
    try context.save()
    context.delete(first)
    let second = Memberships.Membership(person, club)
    second.badge = club
    context.insert(second)
    try context.save()
    let other = ModelContext(container)
    let all = try other.fetch(FetchDescriptor<Memberships.Membership>())
    #expect(all.map(\.person.name) == ["p"])
    #expect(all.map { $0.club?.name } == ["c"])
    let key = second.persistentModelID
    let third = Memberships.Membership(person, person)
    third.badge = club
    context.insert(third)
    try context.save()
    #expect(third.persistentModelID == key, "A badge must have only one membership.")
  }
}
