import SwiftData
import Testing

/// Objects that are inserted again after their deletion was saved.
@Suite struct ReinsertionTests {
  enum Tour {
    @Model final class Trip {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
      init(name: String) { self.name = name }
    }
    @Model final class Stop {
      var name: String
      var trip: Trip?
      init(name: String) { self.name = name }
    }
  }
  typealias Trip = Tour.Trip
  typealias Stop = Tour.Stop

  let container: ModelContainer
  let context: ModelContext
  let trip = Trip(name: "t")

  init() throws {
    container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    trip.stops = [Stop(name: "a"), Stop(name: "b")]
    context.insert(trip)
    try context.save()
  }

  @Test func `reinserting an object also reinserts its cascade-deleted objects`() throws {
    let stops = trip.stops
    let former = trip.persistentModelID
    context.delete(trip)
    try context.save()
    context.insert(trip)
    try context.save()
    #expect(trip.stops == stops)
    #expect(stops.allSatisfy { $0.modelContext === context && $0.trip === trip })
    #expect(trip.persistentModelID != former)
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(found.stops.map(\.name).sorted() == ["a", "b"])
  }

  @Test func `a deleted object keeps its identifier`() throws {
    let stop = trip.stops[0]
    let identifiers = [trip.persistentModelID, stop.persistentModelID]
    context.delete(trip)
    #expect([trip.persistentModelID, stop.persistentModelID] == identifiers)
    try context.save()
    #expect(trip.isDeleted)
    #expect([trip.persistentModelID, stop.persistentModelID] == identifiers)
    #expect(context.model(for: identifiers[0]) !== trip)
  }
}
