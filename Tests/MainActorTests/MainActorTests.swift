import Foundation
import SwiftData
import TestSupport
import Testing

// This module is compiled with `-default-isolation MainActor` in Swift 6 mode. Declarations without
// explicit isolation are isolated to the main actor, except models.

enum TripSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

  @Model final class Trip {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    init(name: String) { self.name = name }
  }

  @Model final class Stop {
    var place: String
    var trip: Trip?
    init(place: String) { self.place = place }
  }
}

enum TripSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

  @Model final class Trip {
    #Index<Trip>([\.nights])
    @Attribute(.unique) var name: String
    var nights = 0 { didSet { changes += 1 } }
    var mood = Mood.calm
    @Transient var changes: Int = 0
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    init(name: String) { self.name = name }
  }

  @Model final class Stop {
    let place: String
    var trip: Trip?
    init(place: String) { self.place = place }
  }
}

enum Mood: String, Codable { case calm, wild }

enum TripPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TripSchemaV1.self, TripSchemaV2.self] }
  static var stages: [MigrationStage] { [countNights] }
  static let countNights = MigrationStage.custom(
    fromVersion: TripSchemaV1.self, toVersion: TripSchemaV2.self,
    willMigrate: { context in
      for trip in try context.fetch(FetchDescriptor<TripSchemaV1.Trip>()) {
        nights[trip.name] = trip.stops.count
      }
    },
    didMigrate: { context in
      for trip in try context.fetch(FetchDescriptor<TripSchemaV2.Trip>()) {
        trip.nights = nights[trip.name] ?? 0
      }
      try context.save()
    })
  @MigrationStashed static var nights: [String: Int] = [:]
}

typealias Trip = TripSchemaV2.Trip
typealias Stop = TripSchemaV2.Stop

@ModelActor actor TripWriter {
  func add(_ name: String) throws -> PersistentIdentifier {
    let trip = Trip(name: name)
    modelContext.insert(trip)
    trip.stops.append(Stop(place: "hut"))
    try modelContext.save()
    return trip.persistentModelID
  }

  func nights(of id: PersistentIdentifier) -> Int? { self[id, as: Trip.self]?.nights }
}

@Observable final class TripList {
  private(set) var trips: [Trip] = []
  private let container: ModelContainer

  init(_ container: ModelContainer) { self.container = container }

  func load() throws {
    trips = try container.mainContext.fetch(
      FetchDescriptor<Trip>(
        predicate: #Predicate { $0.nights >= 0 && $0.stops.contains { $0.place == "hut" } },
        sortBy: [SortDescriptor(\.name)]))
  }
}

struct MainActorTests {
  @Test func `in Swift 6 mode, models work on the main actor, in a model actor and in a plan`()
    async throws
  {
    try await TemporaryDirectory.with { folder in
      let configuration = ModelConfiguration(url: folder.appending(path: "trips.store"))
      let old = try ModelContainer(
        for: Schema(versionedSchema: TripSchemaV1.self), configurations: configuration)
      let trip = TripSchemaV1.Trip(name: "Alps")
      trip.stops = [TripSchemaV1.Stop(place: "hut"), TripSchemaV1.Stop(place: "town")]
      old.mainContext.insert(trip)
      try old.mainContext.save()
      try old.close()

      let container = try ModelContainer(
        for: Trip.self, migrationPlan: TripPlan.self, configurations: configuration)
      let writer = TripWriter(modelContainer: container)
      let id = try await writer.add("Pyrenees")
      #expect(await writer.nights(of: id) == 0)

      let list = TripList(container)
      try list.load()
      let nights = list.trips.map(\.nights)
      #expect(nights == [2, 0])
      list.trips[1].nights += 1
      #expect(list.trips[1].changes == 1)
      try container.mainContext.save()
      #expect(container.mainContext.hasChanges == false)
      try container.close()
    }
  }
}
