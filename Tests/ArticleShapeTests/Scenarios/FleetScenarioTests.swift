import SwiftData
import TestSupport
import Testing

/// Tests of migrations from each of five versions, which must all give the same rows.
@Suite struct FleetScenarioTests {
  /// The rows that every migration must produce.
  private static let latestRows = [
    "Ship 1: Alba | Ida / van Dyk | none | - | 1",
    "Ship 2: Alba 2 | Jo / - | none | - | 1",
    "Ship 3: Cygnet |  / - | none | - | ",
    "Ship 4: Alba 3 | Æsa / Ó Néill | none | - | 3",
    "Port 1: Bergen | 1 2 | ", "Port 2: Cork |  | ", "Port 3: Bergen | 4 | ",
  ]

  /// The title, the captain and the index of the port of each ship.
  private static let ships: [(String, String, Int?)] = [
    ("Alba", "Ida van Dyk", 0), ("Alba", "Jo", 0), ("Cygnet", "", nil), ("Alba", "Æsa Ó Néill", 2),
  ]
  private static let ports = ["Bergen", "Cork", "Bergen"]

  private static func oldRows(_ attributes: String) -> [String] {
    ships.enumerated().map { index, ship in
      "Ship \(index + 1): \(ship.0) | \(ship.1)\(attributes) | \(ship.2.map { "\($0 + 1)" } ?? "")"
    } + ["Port 1: Bergen | 1 2", "Port 2: Cork | ", "Port 3: Bergen | 4"]
  }

  private static func release<Version: VersionedSchema>(
    _ version: Version.Type, _ contents: @escaping (ModelContext) throws -> [String]
  ) -> Release {
    Release(
      version: version.versionIdentifier,
      open: {
        try ModelContainer(
          for: Schema(versionedSchema: version), migrationPlan: FleetPlan<Version>.self,
          configurations: [$0])
      }, contents: contents)
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

  private func migrateToLatest(
    _ old: Release, _ write: @escaping (ModelContext) throws -> Void, _ attributes: String
  ) throws -> MigrationReport {
    try Scenario(
      old: old, write: write, graph: Self.oldRows(attributes), new: Self.version5,
      migrated: Self.latestRows, sample: Self.sample5
    ).run()
  }

  @Test func `a store of version 1 migrates to the latest version`() throws {
    let report = try migrateToLatest(Self.version1, Self.write1, "")
    #expect(report.stages.map(\.isCustom) == [false, false, false, true])
    #expect(report.filled.map(\.property) == ["Ship.forename"])
  }

  @Test func `a store of version 2 migrates to the latest version`() throws {
    #expect(try migrateToLatest(Self.version2, Self.write2, " | none | -").stages.count == 3)
  }

  @Test func `a store of version 3 migrates to the latest version`() throws {
    #expect(try migrateToLatest(Self.version3, Self.write3, " | none | -").stages.count == 2)
  }

  @Test func `a store of version 4 migrates to the latest version`() throws {
    #expect(try migrateToLatest(Self.version4, Self.write4, " | none | -").stages.count == 1)
  }

  /// Each backup must be a store of the previous release.
  @Test func `a store opened by each release in turn migrates one version at a time`() throws {
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
          release.version == Self.version5.version ? Self.latestRows : Self.oldRows(" | none | -")
        #expect(try release.contents(ModelContext(container)) == expected)
        try container.close()
        let copy = folder.appending(path: "copy-\(former.version).store")
        try FileManager.default.copyItem(at: #require(report.backup), to: copy)
        let restored = try former.open(ModelConfiguration(url: copy))
        #expect(restored.migrationReport == nil)
        #expect(try former.contents(ModelContext(restored)).count == Self.latestRows.count)
        try restored.close()
      }
    }
  }

  @Test func `a store of the latest version is not migrated again`() throws {
    try TemporaryDirectory.with { folder in
      let configuration = ModelConfiguration(url: folder.appending(path: "data.store"))
      let created = try Self.version5.open(configuration)
      let context = ModelContext(created)
      Self.sample5(context)
      try context.save()
      let rows = try Self.version5.contents(ModelContext(created))
      #expect(
        rows == [
          "Ship 1: Dory | F / - | none | 1.5 | 1", "Port 1: Hull | 1 | 1", "Berth 1: 20 | 1",
        ])
      try created.close()
      let again = try Self.version5.open(configuration)
      #expect(again.migrationReport == nil)
      #expect(try Self.version5.contents(ModelContext(again)) == rows)
      try again.close()
    }
  }

  @Test func `every older release refuses a store of the latest version`() throws {
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
