import SwiftData
import TestSupport
import Testing

@Suite struct DogParkScenarioTests {
  private static let version100 = Release(
    version: Schema.Version(1, 0, 0),
    open: {
      let schema = Schema(GoodDogSchema_V01_00_00.DogModel.self)
      return try ModelContainer(for: schema, configurations: [$0])
    },
    contents: { context in
      typealias V = GoodDogSchema_V01_00_00
      return try lines(V.DogModel.self, in: context) {
        "\($0.name) \($0.age) \($0.weight) \(bytes($0.image)) | breed "
          + "\(numbers($0.breed.map { [$0] })) | parks \(numbers($0.parks))"
      } + lines(V.BreedModel.self, in: context) { "\($0.name) | \(numbers($0.dogs))" }
        + lines(V.ParkModel.self, in: context) { "\($0.name) | \(numbers($0.dogs))" }
    })

  private static let version110 = Release(
    version: Schema.Version(1, 1, 0),
    open: {
      let schema = Schema([GoodDogSchema_V01_01_00.DogModel.self])
      return try ModelContainer(
        for: schema, migrationPlan: GoodDogLightPlan.self, configurations: [$0])
    },
    contents: { context in
      typealias V = GoodDogSchema_V01_01_00
      return try lines(V.DogModel.self, in: context) {
        "\($0.name) \($0.age) \($0.weight) \(bytes($0.image)) | breed "
          + "\(numbers($0.breed.map { [$0] })) | parks \(numbers($0.parks))"
      } + lines(V.BreedModel.self, in: context) { "\($0.name) | \(numbers($0.dogs))" }
        + lines(V.ParkModel.self, in: context) {
          "\($0.name) | \(numbers($0.dogs)) | \($0.city ?? "-")"
        }
    })

  private static func version200(_ plan: any SchemaMigrationPlan.Type) -> Release {
    Release(
      version: Schema.Version(2, 0, 0),
      open: {
        let schema = Schema(DogModel.self, BreedModel.self)
        return try ModelContainer(for: schema, migrationPlan: plan, configurations: [$0])
      },
      contents: { context in
        try lines(DogModel.self, in: context) {
          "\($0.name) \($0.age) \($0.weight) \(bytes($0.image)) | breed "
            + "\(numbers($0.breed.map { [$0] })) | parks \(numbers($0.parks))"
        } + lines(BreedModel.self, in: context) { "\($0.name) | \(numbers($0.dogs))" }
          + lines(ParkModel.self, in: context) {
            "\($0.name) | \(numbers($0.dogs)) | \(numbers($0.city.map { [$0] }))"
          }
          + lines(CityModel.self, in: context) { "\($0.name) | \(numbers($0.parks))" }
      })
  }

  private static func bytes(_ data: Data?) -> String {
    data.map { "\($0.count) bytes, \($0.map(Int.init).reduce(0, +))" } ?? "-"
  }

  // MARK: Stored rows

  private static let dogs = [
    "DogModel 1: Mac 11 90.5 - | breed 1 | parks 1 2",
    "DogModel 2: Kim 1 40.25 1024 bytes, 130560 | breed 2 | parks 2 3 4",
    "DogModel 3: Stray 7 0.1 - | breed  | parks ",
    "BreedModel 1: Labrador | 1", "BreedModel 2: Mixed | 2", "BreedModel 3: Pug | ",
  ]
  private static let parks = [
    "ParkModel 1: Riverside | 1", "ParkModel 2: Hill | 1 2", "ParkModel 3: Beach | 2",
    "ParkModel 4: Hill | 2", "ParkModel 5: Moor | ", "ParkModel 6: Quay | ",
  ]

  private static func parkRows(_ cities: [String]) -> [String] {
    zip(parks, cities).map { "\($0) | \($1)" }
  }

  private static let image = Data((0..<1_024).map { UInt8($0 % 256) })
  private static let links = [(0, [0, 1]), (1, [1, 2, 3])]
  private static let parkNames = ["Riverside", "Hill", "Beach", "Hill", "Moor", "Quay"]

  private static func write100(_ context: ModelContext) throws {
    typealias V = GoodDogSchema_V01_00_00
    let breeds = ["Labrador", "Mixed", "Pug"].map { V.BreedModel(name: $0) }
    for breed in breeds { context.insert(breed) }
    let parks = parkNames.map { V.ParkModel(name: $0) }
    for park in parks { context.insert(park) }
    let dogs = [
      V.DogModel(name: "Mac", age: 11, weight: 90.5),
      V.DogModel(name: "Kim", age: 1, weight: 40.25, image: image),
      V.DogModel(name: "Stray", age: 7, weight: 0.1),
    ]
    for dog in dogs { context.insert(dog) }
    for (dog, visited) in links {
      dogs[dog].breed = breeds[dog]
      dogs[dog].parks = visited.map { parks[$0] }
    }
  }

  private static func write110(_ cities: [String?]) -> (ModelContext) throws -> Void {
    { context in
      typealias V = GoodDogSchema_V01_01_00
      let breeds = ["Labrador", "Mixed", "Pug"].map { V.BreedModel(name: $0) }
      for breed in breeds { context.insert(breed) }
      let parks = zip(parkNames, cities).map { V.ParkModel(name: $0, city: $1) }
      for park in parks { context.insert(park) }
      let dogs = [
        V.DogModel(name: "Mac", age: 11, weight: 90.5),
        V.DogModel(name: "Kim", age: 1, weight: 40.25, image: image),
        V.DogModel(name: "Stray", age: 7, weight: 0.1),
      ]
      for dog in dogs { context.insert(dog) }
      for (dog, visited) in links {
        dogs[dog].breed = breeds[dog]
        for park in visited { parks[park].dogs = (parks[park].dogs ?? []) + [dogs[dog]] }
      }
    }
  }

  private static func sample(_ context: ModelContext) {
    let park = ParkModel(name: "New", city: CityModel(name: "Bern"))
    let dog = DogModel(name: "Rex", age: 2, weight: 3)
    context.insert(dog)
    dog.parks = [park]
  }

  // MARK: Tests

  @Test func `a lightweight migration adds an empty city to every park`() throws {
    try Scenario(
      old: Self.version100, write: Self.write100, graph: Self.dogs + Self.parks,
      new: Self.version110, migrated: Self.dogs + Self.parkRows(Array(repeating: "-", count: 6)),
      sample: { $0.insert(GoodDogSchema_V01_01_00.ParkModel(name: "New", city: "Bern")) }
    ).run()
  }

  @Test func `cities become objects, linked through the plan's dictionary`() throws {
    let report = try Scenario(
      old: Self.version110, write: Self.write110(["Rome", "Oslo", "Rome", nil, nil, "Turin"]),
      graph: Self.dogs + Self.parkRows(["Rome", "Oslo", "Rome", "-", "-", "Turin"]),
      new: Self.version200(GoodDogMigrationPlan.self),
      migrated: Self.dogs + Self.parkRows(["2", "1", "2", "", "", "3"]) + [
        "CityModel 1: Oslo | 2", "CityModel 2: Rome | 1 3", "CityModel 3: Turin | 6",
      ], sample: Self.sample
    ).run()
    let cities = report.links.first { $0.name == "ParkModel.city" }
    #expect(cities?.before == 0 && cities?.after == 4)
    #expect(report.dropped.map(\.name) == ["ParkModel.city"])
    #expect(report.dropped.map(\.count) == [4])
    let kept = report.links.filter { $0.before > 0 }
    #expect(kept.count == 2)
    #expect(kept.map(\.before) == kept.map(\.after))
  }

  /// The dictionary has one entry for both parks named Hill. The city of the last one goes to the
  /// first one.
  @Test func `parks with equal names share one entry, and the report shows the loss`() throws {
    let report = try Scenario(
      old: Self.version110, write: Self.write110([nil, "Oslo", nil, "Rome", nil, nil]),
      graph: Self.dogs + Self.parkRows(["-", "Oslo", "-", "Rome", "-", "-"]),
      new: Self.version200(GoodDogMigrationPlan.self),
      migrated: Self.dogs + Self.parkRows(["", "1", "", "", "", ""]) + ["CityModel 1: Rome | 2"],
      sample: Self.sample
    ).run()
    let cities = report.links.first { $0.name == "ParkModel.city" }
    #expect(cities?.after == 1)
    #expect(report.dropped.map(\.name) == ["ParkModel.city"])
    #expect(report.dropped.map(\.count) == [2])
  }

  /// The stash must be empty afterwards, because ``Scenario`` also migrates the backup.
  @Test func `a stash keeps the city of every park`() throws {
    let report = try Scenario(
      old: Self.version110, write: Self.write110([nil, "Oslo", nil, "Rome", nil, "Oslo"]),
      graph: Self.dogs + Self.parkRows(["-", "Oslo", "-", "Rome", "-", "Oslo"]),
      new: Self.version200(StashedCityPlan.self),
      migrated: Self.dogs + Self.parkRows(["", "1", "", "2", "", "1"]) + [
        "CityModel 1: Oslo | 2 6", "CityModel 2: Rome | 4",
      ], sample: Self.sample
    ).run()
    #expect(report.links.first { $0.name == "ParkModel.city" }?.after == 3)
    #expect(StashedCityPlan.cityOfPark.isEmpty)
  }

  @Test func `a store of version 1.0 migrates to 2.0 in one launch, without cities`() throws {
    let report = try Scenario(
      old: Self.version100, write: Self.write100, graph: Self.dogs + Self.parks,
      new: Self.version200(GoodDogMigrationPlan.self),
      migrated: Self.dogs + Self.parkRows(Array(repeating: "", count: 6)), sample: Self.sample
    ).run()
    #expect(report.stages.map(\.isCustom) == [false, true])
  }

  @Test func `cities added between two migrations are kept`() throws {
    try TemporaryDirectory.with { folder in
      let configuration = ModelConfiguration(url: folder.appending(path: "data.store"))
      let first = try Self.version100.open(configuration)
      let context = ModelContext(first)
      try Self.write100(context)
      try context.save()
      try first.close()

      let second = try Self.version110.open(configuration)
      #expect(second.migrationReport?.to == Schema.Version(1, 1, 0))
      let edit = ModelContext(second)
      for park in try edit.fetch(FetchDescriptor<GoodDogSchema_V01_01_00.ParkModel>())
      where park.name != "Hill" {
        park.city = number(park) == 5 ? nil : "Rome"
      }
      try edit.save()
      try second.close()

      let last = Self.version200(GoodDogMigrationPlan.self)
      let third = try last.open(configuration)
      #expect(third.migrationReport?.from == Schema.Version(1, 1, 0))
      #expect(
        try last.contents(ModelContext(third)) == Self.dogs
          + Self.parkRows(["1", "", "1", "", "", "1"]) + ["CityModel 1: Rome | 1 3 6"])
      try third.close()
    }
  }

  @Test func `the report shows the cities lost by an early return in the plan`() throws {
    let report = try Scenario(
      old: Self.version110, write: Self.write110(["Rome", "Oslo", "Rome", nil, "Ulm", "Oslo"]),
      graph: Self.dogs + Self.parkRows(["Rome", "Oslo", "Rome", "-", "Ulm", "Oslo"]),
      new: Self.version200(TwoCityPlan.self),
      migrated: Self.dogs + Self.parkRows(["", "1", "2", "", "", ""]) + [
        "CityModel 1: Oslo | 2", "CityModel 2: Rome | 3",
      ], sample: Self.sample
    ).run()
    let cities = report.links.first { $0.name == "ParkModel.city" }
    #expect(cities?.after == 2)
    #expect(report.dropped.map(\.name) == ["ParkModel.city"])
    #expect(report.dropped.map(\.count) == [5])
    #expect("\(report)".contains("ParkModel.city: 0 → 2"))
    #expect("\(report)".contains("ParkModel.city: 5 values"))
  }

  @Test @MainActor func `a preview container has the dogs and their related objects`() throws {
    let container = try DogModel.preview
    let expected = [
      "DogModel Ada of Collie in Meadow, Rome; Shore, Rome",
      "DogModel Bo of Pug in Shore, Rome; Yard, ?",
    ]
    func rows(_ context: ModelContext) throws -> [String] {
      try context.fetch(FetchDescriptor<DogModel>(sortBy: [SortDescriptor(\.name)])).map { dog in
        let parks = (dog.parks ?? []).sorted { $0.name < $1.name }
          .map { "\($0.name), \($0.city?.name ?? "?")" }
        return "DogModel \(dog.name) of \(dog.breed?.name ?? "?") in "
          + parks.joined(separator: "; ")
      }
    }
    #expect(try rows(container.mainContext) == expected)
    let shore = try container.mainContext.fetch(
      FetchDescriptor<ParkModel>(predicate: #Predicate { $0.name == "Shore" }))
    #expect(shore.count == 1)
    #expect(shore.first?.dogs?.count == 2)
    try container.mainContext.save()
    let other = ModelContext(container)
    #expect(try rows(other) == expected)
    #expect(try other.fetchCount(FetchDescriptor<ParkModel>()) == 3)
    #expect(try other.fetchCount(FetchDescriptor<CityModel>()) == 1)
    #expect(try other.fetchCount(FetchDescriptor<BreedModel>()) == 2)
    try container.close()
  }
}
