import SwiftData
import TestSupport
import Testing

private enum G1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var name: String
    var notes: String = ""
    init(name: String) { self.name = name }
  }
}

private enum G2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self, Place.self] }

  @Model final class Trip {
    @Attribute(originalName: "name") var title: String
    var notes: String?
    var days: Int = 3
    init(title: String) { self.title = title }
  }

  @Model final class Place {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum G3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self, Place.self] }

  @Model final class Trip {
    var title: String
    var notes: String?
    var days: Int = 3
    var colour: String?
    init(title: String) { self.title = title }
  }

  @Model final class Place {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// The schema without the class `Place`.
private enum GNoPlace: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var title: String
    var notes: String?
    var days: Int = 3
    init(title: String) { self.title = title }
  }
}

private enum GNoNotes: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum GType: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var name: String
    var notes: Int = 0
    init(name: String) { self.name = name }
  }
}

/// A plan without stages.
private enum PlanWithoutStages<A: VersionedSchema, B: VersionedSchema>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [A.self, B.self] }
  static var stages: [MigrationStage] { [] }
}

/// A plan of three versions with a stage for the second step only.
private enum PlanWithGap: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [G1.self, G2.self, G3.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: G2.self, toVersion: G3.self)] }
}

private enum LongPlanWithoutStages: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [G1.self, G2.self, G3.self] }
  static var stages: [MigrationStage] { [] }
}

/// A plan without a stage between two of its versions.
@Suite struct InferredStageTests {
  @Test(
    arguments: [PlanWithGap.self, LongPlanWithoutStages.self] as [any SchemaMigrationPlan.Type])
  func `a missing stage is inferred if no data is lost`(
    plan: any SchemaMigrationPlan.Type
  ) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(G1.self, url) { $0.insert(G1.Trip(name: "Alps")) }
      let container = try open(G3.self, url, plan)
      let report = try #require(container.migrationReport)
      #expect(report.stages.map(\.isCustom) == [false, false])
      #expect(report.renamedTexts == ["Trip.name → Trip.title"])
      #expect(report.notes.contains { $0.contains("no stage 1.0.0 → 2.0.0") })
      try container.close()
      try readStore(G3.self, url, plan) { context throws in
        let trip = try #require(try context.all(G3.Trip.self).first)
        #expect(trip.title == "Alps")
        #expect(trip.days == 3)
      }
    }
  }

  @Test func `a missing stage that would drop data is refused, and the store stays unchanged`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(G1.self, url) { $0.insert(G1.Trip(name: "Alps")) }
      let property = try expectRefusal(.invalidMigrationPlan, at: url) {
        try open(GNoNotes.self, url, PlanWithoutStages<G1, GNoNotes>.self)
      }
      #expect(property.message.contains("has no stage from 1.0.0 to 2.0.0"))
      #expect(property.message.contains("would drop Trip.notes"))
      let type = try expectRefusal(.invalidMigrationPlan, at: url) {
        try open(GType.self, url, PlanWithoutStages<G1, GType>.self)
      }
      #expect(type.message.contains("the type of Trip.notes changed"))
      let entity = try expectRefusal(.invalidMigrationPlan, at: url) {
        try open(GNoPlace.self, url, PlanWithoutStages<G2, GNoPlace>.self)
      }
      #expect(entity.message.contains("would drop Place"))
    }
  }
}
