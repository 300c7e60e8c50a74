import SwiftData
import TestSupport
import Testing

@Suite struct CartographerScenarioTests {
  /// The program without a versioned schema, with a container for its two root models.
  private static let unversioned = Release(
    version: Schema.Version(1, 0, 0),
    open: {
      try ModelContainer(
        for: Persistence.CartographerSchemaV1.Location.self,
        Persistence.CartographerSchemaV1.Path.self, configurations: $0)
    }, contents: CartographerTrip.contentsV1)

  private static let version1 = Release(
    version: Persistence.CartographerSchemaV1.versionIdentifier,
    open: {
      let schema = Schema(versionedSchema: Persistence.CartographerSchemaV1.self)
      return try ModelContainer(for: schema, configurations: [$0])
    }, contents: CartographerTrip.contentsV1)

  private static let bridge = Release(
    version: Persistence.CartographerBridgeV2.versionIdentifier,
    open: {
      try ModelContainer(
        for: Persistence.CartographerBridgeV2.Location.self,
        Persistence.CartographerBridgeV2.Path.self,
        migrationPlan: CartographerBridgeStart.self, configurations: $0)
    }, contents: CartographerTrip.contentsBridge)

  private static func latest(
    _ version: Schema.Version, _ plan: any SchemaMigrationPlan.Type
  ) -> Release {
    Release(
      version: version,
      open: {
        let schema = Schema([Location.self, Path.self])
        return try ModelContainer(for: schema, migrationPlan: plan, configurations: [$0])
      }, contents: CartographerTrip.contentsV2)
  }

  private func scenario(_ old: Release, _ new: Release) -> Scenario {
    Scenario(
      old: old, write: CartographerTrip.writeV1, graph: CartographerTrip.graph, new: new,
      migrated: CartographerTrip.graph,
      sample: { context in
        let location = Location(
          name: "Home", notes: "", created: CartographerTrip.created,
          waypoint: Waypoint(latitude: 1, longitude: 2))
        context.insert(location)
        location.groups = ["a", "b"].map { AnnotationGroup(name: $0) }
        #expect(location.isGrouped)
      })
  }

  @Test func `a stash keeps the groups of a store without a versioned schema`() throws {
    let new = Self.latest(Schema.Version(2, 0, 0), CartographerMigrationPlan.self)
    let report = try scenario(Self.unversioned, new).run()
    #expect(report.stages.map(\.isCustom) == [true])
    let dropped = report.dropped.map { "\($0.name) \($0.count)" }.sorted()
    #expect(dropped == ["Location.group 4", "Path.group 2"])
    let memberships = report.links.filter { $0.name.hasPrefix("AnnotationGroup.") }
    #expect(memberships.map(\.after) == [4, 2])
    let owned = report.links.first { $0.name == "Waypoint.path" }
    #expect(owned?.before == 4 && owned?.after == 4)
  }

  @Test func `a stash keeps the groups of a store of version 1`() throws {
    let new = Self.latest(Schema.Version(2, 0, 0), CartographerMigrationPlan.self)
    try scenario(Self.version1, new).run()
  }

  @Test func `old objects in a stash can be read while new objects are written`() throws {
    let new = Self.latest(Schema.Version(2, 0, 0), ObjectStashPlan.self)
    try scenario(Self.unversioned, new).run()
  }

  @Test func `a bridge version gives the same rows and links as a stash`() throws {
    let new = Self.latest(Schema.Version(3, 0, 0), CartographerBridgePlan.self)
    let report = try scenario(Self.unversioned, new).run()
    #expect(report.stages.map(\.isCustom) == [false, true])
  }

  @Test func `a migration to the bridge version keeps all rows and links`() throws {
    var scenario = scenario(Self.version1, Self.bridge)
    scenario = Scenario(
      old: scenario.old, write: scenario.write, graph: scenario.graph, new: scenario.new,
      migrated: scenario.migrated,
      sample: { context in
        typealias Bridge = Persistence.CartographerBridgeV2
        let path = Bridge.Path(name: "New", waypoints: [])
        context.insert(path)
        path.groups = [Bridge.AnnotationGroup(name: "a")]
        path.group = Bridge.AnnotationGroup(name: "b")
      })
    try scenario.run()
  }

  @Test func `a store created with the bridge version migrates to the same rows`() throws {
    let new = Self.latest(Schema.Version(3, 0, 0), CartographerBridgePlan.self)
    let start = scenario(Self.bridge, new)
    let report = try Scenario(
      old: start.old, write: CartographerTrip.writeBridge, graph: start.graph, new: start.new,
      migrated: start.migrated, sample: start.sample
    ).run()
    #expect(report.stages.count == 1)
  }

  /// The failed stage leaves the stash filled and the store unchanged.
  @Test func `a stage that failed in didMigrate is repeated at the next launch`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "data.store")
      let old = try Self.unversioned.open(ModelConfiguration(url: url))
      let context = ModelContext(old)
      try CartographerTrip.writeV1(context)
      try context.save()
      try old.close()
      let bytes = try Data(contentsOf: url)
      let interrupted = Self.latest(Schema.Version(2, 0, 0), InterruptedPlan.self)
      let error = #expect(throws: SwiftDataError.stageFailed) {
        try interrupted.open(ModelConfiguration(url: url))
      }
      #expect(error?.underlying is InterruptionError)
      #expect(try Data(contentsOf: url) == bytes)
      #expect(StoreBackup.list(of: url).isEmpty)
      let new = Self.latest(Schema.Version(2, 0, 0), CartographerMigrationPlan.self)
      let container = try new.open(ModelConfiguration(url: url))
      #expect(try new.contents(ModelContext(container)) == CartographerTrip.graph)
      try container.close()
    }
  }

  /// Three releases open the store: version 1, the bridge version and the latest version.
  @Test func `a store at the bridge version migrates to the latest version later`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "data.store")
      let old = try Self.unversioned.open(ModelConfiguration(url: url))
      let context = ModelContext(old)
      try CartographerTrip.writeV1(context)
      try context.save()
      try old.close()
      try Self.bridge.open(ModelConfiguration(url: url)).close()
      let last = Self.latest(Schema.Version(3, 0, 0), CartographerBridgePlan.self)
      let container = try last.open(ModelConfiguration(url: url))
      #expect(container.migrationReport?.from == Schema.Version(2, 0, 0))
      #expect(try last.contents(ModelContext(container)) == CartographerTrip.graph)
      let backup = try #require(container.migrationReport?.backup)
      try container.close()
      let copy = folder.appending(path: "copy.store")
      try FileManager.default.copyItem(at: backup, to: copy)
      let restored = try Self.bridge.open(ModelConfiguration(url: copy))
      #expect(try Self.bridge.contents(ModelContext(restored)) == CartographerTrip.graph)
      try restored.close()
    }
  }
}
