import SwiftData
import TestSupport
import Testing

/// Plans of five versions from each start: the end is the same.
@Suite struct FleetScenarioTests {
  /// What every start must lead to, in words.
  private static let end = [
    "Ship 1: Alba | Ida / van Dyk | none | - | 1",
    "Ship 2: Alba 2 | Jo / - | none | - | 1",
    "Ship 3: Cygnet |  / - | none | - | ",
    "Ship 4: Alba 3 | Æsa / Ó Néill | none | - | 3",
    "Port 1: Bergen | 1 2 | ", "Port 2: Cork |  | ", "Port 3: Bergen | 4 | ",
  ]

  /// Title, captain, place in the list of ports.
  private static let ships: [(String, String, Int?)] = [
    ("Alba", "Ida van Dyk", 0), ("Alba", "Jo", 0), ("Cygnet", "", nil), ("Alba", "Æsa Ó Néill", 2),
  ]
  private static let ports = ["Bergen", "Cork", "Bergen"]

  private static func start(_ attributes: String) -> [String] {
    ships.enumerated().map { index, ship in
      "Ship \(index + 1): \(ship.0) | \(ship.1)\(attributes) | \(ship.2.map { "\($0 + 1)" } ?? "")"
    } + ["Port 1: Bergen | 1 2", "Port 2: Cork | ", "Port 3: Bergen | 4"]
  }

  private static func release<Version: VersionedSchema>(
    _ version: Version.Type, _ tell: @escaping (ModelContext) throws -> [String]
  ) -> Release {
    Release(
      version: version.versionIdentifier,
      open: {
        try ModelContainer(
          for: Schema(versionedSchema: version), migrationPlan: FleetPlan<Version>.self,
          configurations: [$0])
      }, tell: tell)
  }

  private static let version1 = release(FleetV1.self) { context in
    try lines(FleetV1.Ship.self, in: context) {
      "\($0.name) | \($0.captain) | \(numbers($0.port.map { [$0] }))"
    } + lines(FleetV1.Port.self, in: context) { "\($0.name) | \(numbers($0.ships))" }
  }

  private static let version2 = release(FleetV2.self) { context in
    try lines(FleetV2.Ship.self, in: context) {
      "\($0.name) | \($0.captain) | \($0.flag) | \(text($0.draught)) | "
        + numbers($0.port.map { [$0] })
    } + lines(FleetV2.Port.self, in: context) { "\($0.name) | \(numbers($0.ships))" }
      + lines(FleetV2.Berth.self, in: context) {
        "\($0.length) | \(numbers($0.port.map { [$0] }))"
      }
  }

  private static let version3 = release(FleetV3.self) { context in
    try lines(FleetV3.Ship.self, in: context) {
      "\($0.title) | \($0.captain) | \($0.flag) | \(text($0.draught)) | "
        + numbers($0.home.map { [$0] })
    } + lines(FleetV3.Port.self, in: context) { "\($0.name) | \(numbers($0.fleet))" }
      + lines(FleetV3.Berth.self, in: context) {
        "\($0.length) | \(numbers($0.port.map { [$0] }))"
      }
  }

  private static let version4 = release(FleetV4.self) { context in
    try lines(FleetV4.Ship.self, in: context) {
      "\($0.title) | \($0.captain) | \($0.flag) | \(text($0.draught)) | \(numbers($0.homes))"
    } + lines(FleetV4.Port.self, in: context) { "\($0.name) | \(numbers($0.fleet))" }
      + lines(FleetV4.Berth.self, in: context) {
        "\($0.length) | \(numbers($0.port.map { [$0] }))"
      }
  }

  private static let version5 = release(FleetV5.self) { context in
    try lines(FleetV5.Ship.self, in: context) {
      "\($0.title) | \($0.forename) / \($0.surname ?? "-") | \($0.flag) | \(text($0.draught)) | "
        + numbers($0.homes)
    }
      + lines(FleetV5.Port.self, in: context) {
        "\($0.name) | \(numbers($0.fleet)) | \(numbers($0.berths))"
      }
      + lines(FleetV5.Berth.self, in: context) {
        "\($0.length) | \(numbers($0.port.map { [$0] }))"
      }
  }

  private static func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "-" }

  private static func write1(_ context: ModelContext) throws {
    let ports = ports.map { FleetV1.Port(name: $0) }
    for port in ports { context.insert(port) }
    for (name, captain, port) in ships {
      context.insert(FleetV1.Ship(name: name, captain: captain, port: port.map { ports[$0] }))
    }
  }

  private static func write2(_ context: ModelContext) throws {
    let ports = ports.map { FleetV2.Port(name: $0) }
    for port in ports { context.insert(port) }
    for (name, captain, port) in ships {
      context.insert(
        FleetV2.Ship(
          name: name, captain: captain, flag: "none", draught: nil, port: port.map { ports[$0] }))
    }
  }

  private static func write3(_ context: ModelContext) throws {
    let ports = ports.map { FleetV3.Port(name: $0) }
    for port in ports { context.insert(port) }
    for (title, captain, port) in ships {
      context.insert(
        FleetV3.Ship(
          title: title, captain: captain, flag: "none", draught: nil, home: port.map { ports[$0] }))
    }
  }

  private static func write4(_ context: ModelContext) throws {
    let ports = ports.map { FleetV4.Port(name: $0) }
    for port in ports { context.insert(port) }
    for (title, captain, port) in ships {
      context.insert(
        FleetV4.Ship(
          title: title, captain: captain, flag: "none", draught: nil,
          homes: port.map { [ports[$0]] } ?? []))
    }
  }

  private static func sample5(_ context: ModelContext) {
    let port = FleetV5.Port(name: "Hull")
    context.insert(FleetV5.Berth(length: 20, port: port))
    port.fleet = [
      FleetV5.Ship(
        title: "Dory", forename: "F", surname: nil, flag: "none", draught: 1.5, homes: [])
    ]
  }

  private func toEnd(
    _ old: Release, _ write: @escaping (ModelContext) throws -> Void, _ attributes: String
  ) throws -> MigrationReport {
    try Scenario(
      old: old, write: write, graph: Self.start(attributes), new: Self.version5,
      migrated: Self.end, sample: Self.sample5
    ).run()
  }

  @Test func `version one reaches the end`() throws {
    let report = try toEnd(Self.version1, Self.write1, "")
    #expect(report.stages.map(\.isCustom) == [false, false, false, true])
    #expect(report.filled.map(\.property) == ["Ship.forename"])
  }

  @Test func `version two reaches the end`() throws {
    #expect(try toEnd(Self.version2, Self.write2, " | none | -").stages.count == 3)
  }

  @Test func `version three reaches the end`() throws {
    #expect(try toEnd(Self.version3, Self.write3, " | none | -").stages.count == 2)
  }

  @Test func `version four reaches the end`() throws {
    #expect(try toEnd(Self.version4, Self.write4, " | none | -").stages.count == 1)
  }

  /// One launch of every release: each backup is a store of the release before.
  @Test func `every release in turn reaches the end`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "data.store")
      let first = try Self.version1.open(ModelConfiguration(url: url))
      let context = ModelContext(first)
      try Self.write1(context)
      try context.save()
      try first.close()
      let releases = [Self.version1, Self.version2, Self.version3, Self.version4, Self.version5]
      for (former, release) in zip(releases, releases.dropFirst()) {
        let container = try release.open(ModelConfiguration(url: url))
        let report = try #require(container.migrationReport)
        #expect(report.from == former.version)
        #expect(report.stages.count == 1)
        let expected =
          release.version == Self.version5.version ? Self.end : Self.start(" | none | -")
        #expect(try release.tell(ModelContext(container)) == expected)
        try container.close()
        let copy = folder.appending(path: "copy-\(former.version).store")
        try FileManager.default.copyItem(at: #require(report.backup), to: copy)
        let restored = try former.open(ModelConfiguration(url: copy))
        #expect(restored.migrationReport == nil)
        #expect(try former.tell(ModelContext(restored)).count == Self.end.count)
        try restored.close()
      }
    }
  }

  @Test func `a store of the end stays`() throws {
    try TemporaryDirectory.with { folder in
      let configuration = ModelConfiguration(url: folder.appending(path: "data.store"))
      let made = try Self.version5.open(configuration)
      let context = ModelContext(made)
      Self.sample5(context)
      try context.save()
      let told = try Self.version5.tell(ModelContext(made))
      #expect(
        told == [
          "Ship 1: Dory | F / - | none | 1.5 | 1", "Port 1: Hull | 1 | 1", "Berth 1: 20 | 1",
        ])
      try made.close()
      let again = try Self.version5.open(configuration)
      #expect(again.migrationReport == nil)
      #expect(try Self.version5.tell(ModelContext(again)) == told)
      try again.close()
    }
  }

  @Test func `every older release refuses the end`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "data.store")
      try Self.version5.open(ModelConfiguration(url: url)).close()
      let bytes = try Data(contentsOf: url)
      for release in [Self.version1, Self.version2, Self.version3, Self.version4] {
        #expect(throws: SwiftDataError.backwardMigration) {
          try release.open(ModelConfiguration(url: url))
        }
        #expect(try Data(contentsOf: url) == bytes)
      }
    }
  }
}
