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

/// A rename, and something new with a default.
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

/// Many guides for a hut.
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

private enum Forward: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [R1.self, R2.self, R3.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: R1.self, toVersion: R2.self),
      .lightweight(fromVersion: R2.self, toVersion: R3.self),
    ]
  }
}

private enum BothWays: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { Forward.schemas }
  static var stages: [MigrationStage] {
    // In any order: the versions say which way each goes.
    [
      .lightweight(fromVersion: R3.self, toVersion: R2.self),
      .lightweight(fromVersion: R2.self, toVersion: R1.self),
    ] + Forward.stages
  }
}

private enum CustomBack: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { Forward.schemas }
  static var stages: [MigrationStage] {
    Forward.stages + [
      .custom(
        fromVersion: R3.self, toVersion: R2.self,
        willMigrate: { context in
          // The first guide by name is the one who stays.
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

private enum HalfWayBack: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { Forward.schemas }
  static var stages: [MigrationStage] {
    Forward.stages + [.lightweight(fromVersion: R3.self, toVersion: R2.self)]
  }
}

/// Stages that lead from a version to the one before it.
@Suite struct BackwardStageTests {
  private func make(_ url: URL) throws {
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

  @Test func `several stages back give the earlier store again`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      try reading(R3.self, url, BothWays.self) { context throws in
        #expect(try context.all(R3.Hut.self).map { $0.guides.count } == [1, 1, 0])
      }
      let container = try open(R1.self, url, BothWays.self)
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
      try reading(R1.self, url) { context throws in
        #expect(try describe(context) == ["a G", "b G", "c -"])
      }
      let again = try open(R1.self, url, BothWays.self)
      #expect(again.migrationReport == nil)
      try again.close()
    }
  }

  @Test func `a container of a middle version is reached from both sides`() throws {
    try TemporaryDirectory.with { folder in
      let (older, newer) = (folder.appending(path: "1.store"), folder.appending(path: "3.store"))
      try make(older)
      try make(newer)
      try open(R3.self, newer, BothWays.self).close()
      for url in [older, newer] {
        try reading(R2.self, url, BothWays.self) { context throws in
          #expect(try context.all(R2.Hut.self).map(\.title) == ["a", "b", "c"])
          #expect(try context.all(R2.Hut.self).map { $0.guide?.name } == ["G", "G", nil])
        }
        #expect(try ModelContainer.inspect(url: url).version == R2.versionIdentifier)
      }
    }
  }

  @Test func `closures of backward stages get the later then the earlier types`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      let latest = try open(R3.self, url, CustomBack.self)
      let context = ModelContext(latest)
      let hut = try #require(try context.all(R3.Hut.self).first)
      hut.guides.append(R3.Guide(name: "A"))
      hut.beds = 7
      try context.save()
      try latest.close()
      try reading(R1.self, url, CustomBack.self) { context throws in
        #expect(try describe(context) == ["a! A", "b! G", "c! -"])
      }
    }
  }

  @Test func `a lightweight stage back refuses to drop values and links`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      var container = try open(R3.self, url, BothWays.self)
      var context = ModelContext(container)
      let hut = try #require(try context.all(R3.Hut.self).first)
      hut.guides.append(R3.Guide(name: "A"))
      try context.save()
      try container.close()
      let links = try refused(.linksNotCarried, at: url) {
        try open(R2.self, url, BothWays.self)
      }
      #expect(links.entity == "Hut")
      #expect(links.property == "guides")
      #expect(links.count == 2)
      container = try open(R3.self, url, BothWays.self)
      context = ModelContext(container)
      for hut in try context.all(R3.Hut.self) {
        hut.guides = []
        if hut.title == "b" { hut.beds = 9 }
      }
      try context.save()
      try container.close()
      let values = try refused(.valuesNotCarried, at: url) {
        try open(R1.self, url, BothWays.self)
      }
      #expect(values.entity == "Hut")
      #expect(values.property == "beds")
      #expect(values.count == 1)
      #expect(values.message.contains(".allowingDataLoss"))
    }
  }

  @Test func `without stages back the plan or the store is refused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try make(url)
      try open(R3.self, url, Forward.self).close()
      for plan in [Forward.self, HalfWayBack.self] as [any SchemaMigrationPlan.Type] {
        let error = try refused(.schemaNotLastInPlan, at: url) { try open(R1.self, url, plan) }
        #expect(error.message.contains("1.0.0") && error.message.contains("3.0.0"))
      }
      try refused(.backwardMigration, at: url) { try open(R1.self, url) }
      // Half the way is enough for who goes half the way.
      try open(R2.self, url, HalfWayBack.self).close()
      #expect(try ModelContainer.inspect(url: url).version == R2.versionIdentifier)
    }
  }

  @Test func `a new store of an earlier version bears its number`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try ModelContainer(
        for: R2.Hut.self, migrationPlan: BothWays.self, configurations: ModelConfiguration(url: url)
      ).close()
      #expect(try ModelContainer.inspect(url: url).version == R2.versionIdentifier)
      try open(R3.self, url, BothWays.self).close()
      #expect(try ModelContainer.inspect(url: url).version == R3.versionIdentifier)
    }
  }
}
