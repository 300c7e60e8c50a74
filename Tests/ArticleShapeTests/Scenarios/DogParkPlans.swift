import SwiftData

/// The plan up to version 1.1.0.
enum GoodDogLightPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [GoodDogSchema_V01_00_00.self, GoodDogSchema_V01_01_00.self]
  }

  static var stages: [MigrationStage] {
    [migration_V1_0_0_to_V1_1_0]
  }

  static let migration_V1_0_0_to_V1_1_0 = MigrationStage.lightweight(
    fromVersion: GoodDogSchema_V01_00_00.self,
    toVersion: GoodDogSchema_V01_01_00.self)
}

enum GoodDogMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    GoodDogLightPlan.schemas + [GoodDogSchema_V02_00_00.self]
  }

  static var stages: [MigrationStage] {
    [GoodDogLightPlan.migration_V1_0_0_to_V1_1_0, migration_V1_1_0_to_V2_0_0]
  }

  /// The name of each park's city, by the park's name. Parks with equal names share an entry.
  static var parkToCityDictionary: [String: String] = [:]

  static let migration_V1_1_0_to_V2_0_0 = MigrationStage.custom(
    fromVersion: GoodDogSchema_V01_01_00.self,
    toVersion: GoodDogSchema_V02_00_00.self,
    willMigrate: { context in
      collectCities(context)
    },
    didMigrate: { context in
      for city in Set(parkToCityDictionary.values).sorted() {
        context.insert(GoodDogSchema_V02_00_00.CityModel(name: city))
      }
      try? context.save()
      linkParks(context)
      parkToCityDictionary = [:]
    }
  )

  static func collectCities(_ context: ModelContext) {
    parkToCityDictionary = [:]
    guard
      let parks = try? context.fetch(
        FetchDescriptor<GoodDogSchema_V01_01_00.ParkModel>()
      )
    else {
      return
    }
    for park in parks {
      if let city = park.city { parkToCityDictionary[park.name] = city }
    }
  }

  /// Links the parks to their cities, and returns early if a park or city is missing.
  static func linkParks(_ context: ModelContext) {
    guard
      let parks = try? context.fetch(
        FetchDescriptor<GoodDogSchema_V02_00_00.ParkModel>()
      )
    else {
      return
    }
    guard
      let cities = try? context.fetch(
        FetchDescriptor<GoodDogSchema_V02_00_00.CityModel>()
      )
    else {
      return
    }
    for parkToCity in parkToCityDictionary.sorted(by: { $0.key < $1.key }) {
      guard let parkModel = parks.first(where: { $0.name == parkToCity.key }) else {
        return
      }
      guard let cityModel = cities.first(where: { $0.name == parkToCity.value }) else {
        return
      }
      parkModel.city = cityModel
      try? context.save()
    }
  }
}

/// A plan that creates only two of the cities.
enum TwoCityPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    GoodDogMigrationPlan.schemas
  }

  static var stages: [MigrationStage] {
    [
      GoodDogLightPlan.migration_V1_0_0_to_V1_1_0,
      MigrationStage.custom(
        fromVersion: GoodDogSchema_V01_01_00.self,
        toVersion: GoodDogSchema_V02_00_00.self,
        willMigrate: { context in
          GoodDogMigrationPlan.collectCities(context)
        },
        didMigrate: { context in
          for city in ["Oslo", "Rome"] {
            context.insert(GoodDogSchema_V02_00_00.CityModel(name: city))
          }
          GoodDogMigrationPlan.linkParks(context)
          GoodDogMigrationPlan.parkToCityDictionary = [:]
        }),
    ]
  }
}

/// A plan with a stash of cities by the identifiers of the parks.
///
/// The stash needs no clearing, and parks with equal names keep their own cities.
enum StashedCityPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    GoodDogMigrationPlan.schemas
  }

  static var stages: [MigrationStage] {
    [GoodDogLightPlan.migration_V1_0_0_to_V1_1_0, migration_V1_1_0_to_V2_0_0]
  }

  @MigrationStashed static var cityOfPark: [PersistentIdentifier: String] = [:]

  static let migration_V1_1_0_to_V2_0_0 = MigrationStage.custom(
    fromVersion: GoodDogSchema_V01_01_00.self,
    toVersion: GoodDogSchema_V02_00_00.self,
    willMigrate: { context in
      for park in try context.fetch(FetchDescriptor<GoodDogSchema_V01_01_00.ParkModel>()) {
        if let city = park.city { cityOfPark[park.persistentModelID] = city }
      }
    },
    didMigrate: { context in
      var cities: [String: GoodDogSchema_V02_00_00.CityModel] = [:]
      for name in Set(cityOfPark.values).sorted() {
        let city = GoodDogSchema_V02_00_00.CityModel(name: name)
        context.insert(city)
        cities[name] = city
      }
      for park in try context.fetch(FetchDescriptor<GoodDogSchema_V02_00_00.ParkModel>()) {
        park.city = cityOfPark[park.persistentModelID].flatMap { cities[$0] }
      }
      try context.save()
    })
}
