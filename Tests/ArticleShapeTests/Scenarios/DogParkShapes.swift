import SwiftData

enum GoodDogSchema_V01_00_00: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] {
    [DogModel.self, BreedModel.self, ParkModel.self]
  }

  @Model
  class DogModel {
    var name: String
    var age: Int
    var weight: Double
    @Attribute(.externalStorage) var image: Data?
    var breed: BreedModel?
    var parks: [ParkModel]?

    init(name: String, age: Int, weight: Double, image: Data? = nil) {
      self.name = name
      self.age = age
      self.weight = weight
      self.image = image
    }
  }

  @Model
  class BreedModel {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \DogModel.breed) var dogs: [DogModel]?

    init(name: String) {
      self.name = name
    }
  }

  @Model
  class ParkModel {
    var name: String
    @Relationship(inverse: \DogModel.parks) var dogs: [DogModel]?

    init(name: String, dogs: [DogModel]? = nil) {
      self.name = name
      self.dogs = dogs
    }
  }
}

enum GoodDogSchema_V01_01_00: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 1, 0)
  static var models: [any PersistentModel.Type] {
    [DogModel.self, BreedModel.self, ParkModel.self]
  }

  @Model
  class DogModel {
    var name: String
    var age: Int
    var weight: Double
    @Attribute(.externalStorage) var image: Data?
    var breed: BreedModel?
    var parks: [ParkModel]?

    init(name: String, age: Int, weight: Double, image: Data? = nil) {
      self.name = name
      self.age = age
      self.weight = weight
      self.image = image
    }
  }

  @Model
  class BreedModel {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \DogModel.breed) var dogs: [DogModel]?

    init(name: String) {
      self.name = name
    }
  }

  @Model
  class ParkModel {
    var name: String
    @Relationship(inverse: \DogModel.parks) var dogs: [DogModel]?
    var city: String?

    init(name: String, dogs: [DogModel]? = nil, city: String?) {
      self.name = name
      self.dogs = dogs
      self.city = city
    }
  }
}

enum GoodDogSchema_V02_00_00: VersionedSchema {
  static var versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] {
    [DogModel.self, BreedModel.self, ParkModel.self, CityModel.self]
  }

  @Model
  class DogModel {
    var name: String
    var age: Int
    var weight: Double
    @Attribute(.externalStorage) var image: Data?
    var breed: BreedModel?
    var parks: [ParkModel]?

    init(name: String, age: Int, weight: Double, image: Data? = nil) {
      self.name = name
      self.age = age
      self.weight = weight
      self.image = image
    }
  }

  @Model
  class BreedModel {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \DogModel.breed) var dogs: [DogModel]?

    init(name: String) {
      self.name = name
    }
  }

  @Model
  class ParkModel {
    var name: String
    @Relationship(inverse: \DogModel.parks) var dogs: [DogModel]?
    var city: CityModel?

    init(name: String, dogs: [DogModel]? = nil, city: CityModel?) {
      self.name = name
      self.dogs = dogs
      self.city = city
    }
  }

  @Model
  class CityModel {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \ParkModel.city) var parks: [ParkModel]?

    init(name: String) {
      self.name = name
    }
  }
}

typealias DogModel = GoodDogSchema_V02_00_00.DogModel
typealias BreedModel = GoodDogSchema_V02_00_00.BreedModel
typealias ParkModel = GoodDogSchema_V02_00_00.ParkModel
typealias CityModel = GoodDogSchema_V02_00_00.CityModel

extension GoodDogSchema_V02_00_00.DogModel {
  /// A container in memory of a few dogs: only they are inserted, and nothing is saved.
  @MainActor
  static var preview: ModelContainer {
    get throws {
      let container = try ModelContainer(
        for: DogModel.self,
        configurations: ModelConfiguration(
          isStoredInMemoryOnly: true)
      )
      let collie = BreedModel(name: "Collie")
      let pug = BreedModel(name: "Pug")
      let rome = CityModel(name: "Rome")
      let meadow = ParkModel(name: "Meadow", city: rome)
      let shore = ParkModel(name: "Shore", city: rome)
      let yard = ParkModel(name: "Yard", city: nil)
      let ada = DogModel(name: "Ada", age: 3, weight: 20.5)
      let bo = DogModel(name: "Bo", age: 1, weight: 7)
      container.mainContext.insert(ada)
      ada.breed = collie
      ada.parks = [meadow, shore]
      container.mainContext.insert(bo)
      bo.breed = pug
      bo.parks = [shore, yard]
      return container
    }
  }
}

/// The releases up to 1.1.0.
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

  /// The city of each park, by the names of both: parks of one name share an entry.
  static var parkToCityDictionary: [String: String] = [:]

  static let migration_V1_1_0_to_V2_0_0 = MigrationStage.custom(
    fromVersion: GoodDogSchema_V01_01_00.self,
    toVersion: GoodDogSchema_V02_00_00.self,
    willMigrate: { context in
      noteCities(context)
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

  static func noteCities(_ context: ModelContext) {
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

  /// Returns at the first park or city that it does not find.
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

/// A later hand knows two cities only and never noticed that there are more.
enum GazetteerPlan: SchemaMigrationPlan {
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
          GoodDogMigrationPlan.noteCities(context)
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

/// The dictionary as a guarded stash, by the parks' identifiers: it needs no clearing, and parks of
/// one name each keep their city.
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
