import SwiftData
import TestSupport
import Testing

private enum R1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Hut.self] }

  @Model final class Hut {
    var name: String
    var guide: Guide?
    init(name: String) { self.name = name }
  }

  @Model final class Guide {
    var name: String
    @Relationship(inverse: \Hut.guide) var huts: [Hut] = []
    init(name: String) { self.name = name }
  }
}

/// Renames a property and adds one with a default.
private enum R2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Hut.self] }

  @Model final class Hut {
    @Attribute(originalName: "name") var title: String
    var beds: Int = 5
    var guide: Guide?
    init(title: String) { self.title = title }
  }

  @Model final class Guide {
    var name: String
    @Relationship(inverse: \Hut.guide) var huts: [Hut] = []
    init(name: String) { self.name = name }
  }
}

/// A hut has several guides.
private enum R3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Hut.self] }

  @Model final class Hut {
    @Attribute(originalName: "name") var title: String
    var beds: Int = 5
    @Relationship(originalName: "guide") var guides: [Guide] = []
    init(title: String) { self.title = title }
  }

  @Model final class Guide {
    var name: String
    @Relationship(inverse: \Hut.guides) var huts: [Hut] = []
    init(name: String) { self.name = name }
  }
}

private enum ForwardPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [R1.self, R2.self, R3.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: R1.self, toVersion: R2.self),
      .lightweight(fromVersion: R2.self, toVersion: R3.self),
    ]
  }
}

private enum TwoWayPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { ForwardPlan.schemas }
  static var stages: [MigrationStage] {
    // The order does not matter, because the versions give the direction of each stage.
    [
      .lightweight(fromVersion: R3.self, toVersion: R2.self),
      .lightweight(fromVersion: R2.self, toVersion: R1.self),
    ] + ForwardPlan.stages
  }
}

private enum CustomBackPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { ForwardPlan.schemas }
  static var stages: [MigrationStage] {
    ForwardPlan.stages + [
      .custom(
        fromVersion: R3.self, toVersion: R2.self,
        willMigrate: { context in
          // Keeps the first guide by name.
          for hut in try context.fetch(FetchDescriptor<R3.Hut>()) {
            hut.guides = Array(hut.guides.sorted { $0.name < $1.name }.prefix(1))
          }
        }, didMigrate: nil),
      .custom(fromVersion: R2.self, toVersion: R1.self, willMigrate: nil) { context in
        for hut in try context.fetch(FetchDescriptor<R1.Hut>()) { hut.name += "!" }
      },
    ]
  }
}

private enum OneStepBackPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { ForwardPlan.schemas }
  static var stages: [MigrationStage] {
    ForwardPlan.stages + [.lightweight(fromVersion: R3.self, toVersion: R2.self)]
  }
}

/// Stages that migrate a store to an earlier version.
@Suite struct BackwardStageTests {
  private func makeStore(_ url: URL) throws {
    try write(R1.self, url) { context in
      let guide = R1.Guide(name: "G")
      for name in ["a", "b", "c"] {
        let hut = R1.Hut(name: name)
        context.insert(hut)
        if name != "c" { hut.guide = guide }
      }
    }
  }

  private func describe(_ context: ModelContext) throws -> [String] {
    try context.all(R1.Hut.self).map { "\($0.name) \($0.guide?.name ?? "-")" }
  }

  @Test func `several backward stages restore the first version`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      try readStore(R3.self, url, TwoWayPlan.self) { context throws in
        #expect(try context.all(R3.Hut.self).map { $0.guides.count } == [1, 1, 0])
      }
      let container = try open(R1.self, url, TwoWayPlan.self)
      let report = try #require(container.migrationReport)
      #expect(report.from == R3.versionIdentifier)
      #expect(report.to == R1.versionIdentifier)
      #expect(report.stages.map(\.to) == [R2.versionIdentifier, R1.versionIdentifier])
      #expect(report.renamedTexts.contains("Hut.title → Hut.name"))
      #expect(
        report.droppedTexts == ["property Hut.beds: 3"])
      #expect(report.linkTexts == ["Hut.guide: 2 → 2"])
      #expect(try describe(ModelContext(container)) == ["a G", "b G", "c -"])
      try container.close()
      let backup = try #require(report.backup)
      #expect(try ModelContainer.inspect(url: backup).version == R3.versionIdentifier)
      try readStore(R1.self, url) { context throws in
        #expect(try describe(context) == ["a G", "b G", "c -"])
      }
      let again = try open(R1.self, url, TwoWayPlan.self)
      #expect(again.migrationReport == nil)
      try again.close()
    }
  }

  @Test func `a store migrates to a middle version from both sides`() throws {
    try TemporaryDirectory.with { folder in
      let (older, newer) = (folder.appending(path: "1.store"), folder.appending(path: "3.store"))
      try makeStore(older)
      try makeStore(newer)
      try open(R3.self, newer, TwoWayPlan.self).close()
      for url in [older, newer] {
        try readStore(R2.self, url, TwoWayPlan.self) { context throws in
          #expect(try context.all(R2.Hut.self).map(\.title) == ["a", "b", "c"])
          #expect(try context.all(R2.Hut.self).map { $0.guide?.name } == ["G", "G", nil])
        }
        #expect(try ModelContainer.inspect(url: url).version == R2.versionIdentifier)
      }
    }
  }

  @Test func `a backward stage passes the later types to willMigrate, the earlier to didMigrate`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let latest = try open(R3.self, url, CustomBackPlan.self)
      let context = ModelContext(latest)
      let hut = try #require(try context.all(R3.Hut.self).first)
      hut.guides.append(R3.Guide(name: "A"))
      hut.beds = 7
      try context.save()
      try latest.close()
      try readStore(R1.self, url, CustomBackPlan.self) { context throws in
        #expect(try describe(context) == ["a! A", "b! G", "c! -"])
      }
    }
  }

  @Test func `a lightweight backward stage refuses to drop values and links`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      var container = try open(R3.self, url, TwoWayPlan.self)
      var context = ModelContext(container)
      let hut = try #require(try context.all(R3.Hut.self).first)
      hut.guides.append(R3.Guide(name: "A"))
      try context.save()
      try container.close()
      let links = try expectRefusal(.linksNotCarried, at: url) {
        try open(R2.self, url, TwoWayPlan.self)
      }
      #expect(links.entity == "Hut")
      #expect(links.property == "guides")
      #expect(links.count == 2)
      container = try open(R3.self, url, TwoWayPlan.self)
      context = ModelContext(container)
      for hut in try context.all(R3.Hut.self) {
        hut.guides = []
        if hut.title == "b" { hut.beds = 9 }
      }
      try context.save()
      try container.close()
      let values = try expectRefusal(.valuesNotCarried, at: url) {
        try open(R1.self, url, TwoWayPlan.self)
      }
      #expect(values.entity == "Hut")
      #expect(values.property == "beds")
      #expect(values.count == 1)
      #expect(values.message.contains(".allowingDataLoss"))
    }
  }

  @Test func `opening a newer store without backward stages is refused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      try open(R3.self, url, ForwardPlan.self).close()
      for plan in [ForwardPlan.self, OneStepBackPlan.self] as [any SchemaMigrationPlan.Type] {
        let error = try expectRefusal(.schemaNotLastInPlan, at: url) {
          try open(R1.self, url, plan)
        }
        #expect(error.message.contains("1.0.0") && error.message.contains("3.0.0"))
      }
      try expectRefusal(.backwardMigration, at: url) { try open(R1.self, url) }
      // The plan is enough to go back one version.
      try open(R2.self, url, OneStepBackPlan.self).close()
      #expect(try ModelContainer.inspect(url: url).version == R2.versionIdentifier)
    }
  }

  @Test func `a new store for an earlier version records that version`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try ModelContainer(
        for: R2.Hut.self, migrationPlan: TwoWayPlan.self,
        configurations: ModelConfiguration(url: url)
      ).close()
      #expect(try ModelContainer.inspect(url: url).version == R2.versionIdentifier)
      try open(R3.self, url, TwoWayPlan.self).close()
      #expect(try ModelContainer.inspect(url: url).version == R3.versionIdentifier)
    }
  }
}
