import SwiftData

/// The links carried over by the first stage: the identifiers of a club and of one of its places.
nonisolated(unsafe) private var memberships:
  [(club: PersistentIdentifier, place: PersistentIdentifier)] = []

/// A migration plan of two custom stages with a lightweight stage between them.
package enum TripPlan: SchemaMigrationPlan {
  package static var schemas: [any VersionedSchema.Type] {
    [TripV1.self, TripV2.self, TripV3.self, TripV4.self]
  }

  package static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: TripV1.self, toVersion: TripV2.self,
        willMigrate: { context in
          memberships = []
          for place in try context.fetch(FetchDescriptor<TripV1.Place>()) {
            guard let club = place.club else { continue }
            memberships.append((club.persistentModelID, place.persistentModelID))
          }
          try context.update(
            TripV1.Place.self, [.set(\.note, to: "none")], where: #Predicate { $0.note == nil })
        },
        didMigrate: { context in
          defer { memberships = [] }
          var clubs: [PersistentIdentifier: TripV2.Club] = [:]
          for club in try context.fetch(FetchDescriptor<TripV2.Club>()) {
            clubs[club.persistentModelID] = club
          }
          var places: [PersistentIdentifier: TripV2.Place] = [:]
          for place in try context.fetch(FetchDescriptor<TripV2.Place>()) {
            places[place.persistentModelID] = place
          }
          for (club, place) in memberships {
            guard let club = clubs[club] else { continue }
            places[place]?.clubs.append(club)
          }
          try context.save()
        }),
      .lightweight(fromVersion: TripV2.self, toVersion: TripV3.self),
      .custom(fromVersion: TripV3.self, toVersion: TripV4.self, willMigrate: nil) { context in
        let places = try context.fetch(
          FetchDescriptor<TripV4.Place>(sortBy: [SortDescriptor(\.name)]))
        for (index, place) in places.enumerated() { place.code = "P\(index)" }
        context.insert(TripV4.Mark(text: "\(places.count) places have a code"))
        try context.save()
      },
    ]
  }
}

/// Helpers that create and open stores of trips.
package enum TripStore {
  /// Creates a store of the first version with places, their points and some history.
  package static func createFirstVersion(_ url: URL, places: Int, pointsEach: Int = 10) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: TripV1.self), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let clubs = (0..<max(1, places / 10)).map { TripV1.Club(title: "Club \($0)") }
    for club in clubs { context.insert(club) }
    for index in 0..<places {
      context.insert(
        TripV1.Place(
          name: "Place \(index)", note: index % 3 == 0 ? nil : "note \(index)",
          club: index % 7 == 0 ? nil : clubs[index % clubs.count]))
    }
    try context.save()
    let stored = try context.fetchIdentifiers(FetchDescriptor<TripV1.Place>())
    try context.transaction(title: "Points") {
      for (index, place) in stored.enumerated() {
        let numbers = index * pointsEach..<(index + 1) * pointsEach
        try context.append(
          TripV1.Point.self, count: pointsEach,
          [
            .values(\.x, numbers.map { Double($0) / 7 }),
            .values(\.y, numbers.map { Double($0) / -3 }),
            .counting(\.index, from: 0, by: 1),
            .reference(\.place, place),
          ])
      }
    }
    try context.fetch(FetchDescriptor<TripV1.Club>()).first?.title = "Renamed"
    try context.save()
    try container.close()
  }

  /// Opens a store of any version and migrates it to the latest version.
  package static func open(
    _ url: URL, onEvent: (@Sendable (MigrationEvent) throws -> Void)? = nil
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: url)
    configuration.onMigrationEvent = onEvent
    return try ModelContainer(
      for: Schema(versionedSchema: TripV4.self), migrationPlan: TripPlan.self,
      configurations: configuration)
  }
}
