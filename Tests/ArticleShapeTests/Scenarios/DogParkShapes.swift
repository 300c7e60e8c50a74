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
  /// A container in memory with a few dogs. Only the dogs are inserted, and nothing is saved.
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
