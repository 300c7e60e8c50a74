import SwiftData
import TestSupport
import Testing

/// A class that is renamed while a new class gets the old name.
@Suite struct ClassRenameTests {
  enum Old: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [RoadTrip.self] }

    @Model final class RoadTrip {
      var name: String
      var groups: [Team] = []
      init(name: String) { self.name = name }
    }

    @Model final class Team {
      var name: String
      @Relationship(inverse: \RoadTrip.groups) var trips: [RoadTrip] = []
      init(name: String) { self.name = name }
    }
  }

  /// `RoadTrip` is renamed, and a new class is called `RoadTrip`.
  enum Contested: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Journey.self, RoadTrip.self] }

    @Model(originalName: "RoadTrip") final class Journey {
      var name: String
      init(name: String) { self.name = name }
    }

    @Model final class RoadTrip {
      var name: String
      var groups: [Team] = []
      init(name: String) { self.name = name }
    }

    @Model final class Team {
      var name: String
      @Relationship(inverse: \RoadTrip.groups) var trips: [RoadTrip] = []
      init(name: String) { self.name = name }
    }
  }

  enum NoWork: StageWork {}

  private func makeStore(_ url: URL) throws {
    try write(Old.self, url) { context in
      let team = Old.Team(name: "T")
      context.insert(team)
      for name in ["a", "b"] {
        let trip = Old.RoadTrip(name: name)
        context.insert(trip)
        trip.groups = [team]
      }
    }
  }

  @Test func `a rename is refused if another class still has the original name`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      for plan: any SchemaMigrationPlan.Type in [
        LightweightPlan<Old, Contested>.self, CustomPlan<Old, Contested, NoWork>.self,
      ] {
        let error = try expectRefusal(.possibleRename, at: url) {
          try open(Contested.self, url, plan)
        }
        #expect(error.entity == "Journey")
        #expect(error.message.contains("a class RoadTrip still exists"))
      }
    }
  }
}
