import SwiftData
import TestSupport
import Testing

private enum N1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var first: String
    var last: String
    var home: Town?
    @Relationship(inverse: \Town.fans) var likes: [Town] = []
    init(first: String, last: String) {
      self.first = first
      self.last = last
    }
  }

  @Model final class Town {
    var name: String
    @Relationship(inverse: \User.home) var people: [User] = []
    var fans: [User] = []
    init(name: String) { self.name = name }
  }
}

/// Two properties swap their names. The shape stays the same.
private enum N2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    @Attribute(originalName: "last") var first: String
    @Attribute(originalName: "first") var last: String
    var home: Town?
    @Relationship(inverse: \Town.fans) var likes: [Town] = []
    init(first: String, last: String) {
      self.first = first
      self.last = last
    }
  }

  @Model final class Town {
    var name: String
    @Relationship(inverse: \User.home) var people: [User] = []
    var fans: [User] = []
    init(name: String) { self.name = name }
  }
}

/// The relationships are renamed, and one property is renamed a second time. The declarations of
/// the swap stay.
private enum N3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    @Attribute(originalName: "last") var first: String
    @Attribute(originalName: "last") var family: String
    @Relationship(originalName: "home") var town: Town?
    @Relationship(originalName: "likes", inverse: \Town.admirers) var favourites: [Town] = []
    init(first: String, family: String) {
      self.first = first
      self.family = family
    }
  }

  @Model final class Town {
    var name: String
    @Relationship(originalName: "people", inverse: \User.town) var citizens: [User] = []
    @Relationship(originalName: "fans") var admirers: [User] = []
    init(name: String) { self.name = name }
  }
}

/// A class that relationships point to is renamed.
private enum N4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    @Attribute(originalName: "last") var first: String
    @Attribute(originalName: "last") var family: String
    @Relationship(originalName: "home") var town: Place?
    @Relationship(originalName: "likes", inverse: \Place.admirers) var favourites: [Place] = []
    init(first: String, family: String) {
      self.first = first
      self.family = family
    }
  }

  @Model(originalName: "Town") final class Place {
    var name: String
    @Relationship(originalName: "people", inverse: \User.town) var citizens: [User] = []
    @Relationship(originalName: "fans") var admirers: [User] = []
    init(name: String) { self.name = name }
  }
}

private enum RenamePlan<Last: VersionedSchema>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    let all: [any VersionedSchema.Type] = [N1.self, N2.self, N3.self, N4.self]
    return all.filter { $0.versionIdentifier <= Last.versionIdentifier }
  }
  static var stages: [MigrationStage] {
    let all: [MigrationStage] = [
      .lightweight(fromVersion: N1.self, toVersion: N2.self),
      .lightweight(fromVersion: N2.self, toVersion: N3.self),
      .lightweight(fromVersion: N3.self, toVersion: N4.self),
    ]
    return Array(all.prefix(schemas.count - 1))
  }
}

private enum RoundTripPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { RenamePlan<N4>.schemas }
  static var stages: [MigrationStage] {
    RenamePlan<N4>.stages + [
      .lightweight(fromVersion: N4.self, toVersion: N3.self),
      .lightweight(fromVersion: N3.self, toVersion: N2.self),
      .lightweight(fromVersion: N2.self, toVersion: N1.self),
    ]
  }
}

private enum MisspeltProperty: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    @Attribute(originalName: "frist") var given: String?
    var last: String
    init(last: String) { self.last = last }
  }
}

private enum MisspeltClass: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self] }

  @Model(originalName: "Usr") final class Person {
    var last: String
    init(last: String) { self.last = last }
  }
}

/// Renamed classes, properties and relationships keep their values and links.
@Suite struct RenameTests {
  private func makeStore(_ url: URL) throws {
    try write(N1.self, url) { context in
      let (bern, thun) = (N1.Town(name: "Bern"), N1.Town(name: "Thun"))
      context.insert(bern)
      context.insert(thun)
      for (first, last) in [("Ada", "Arn"), ("Bea", "Berg"), ("Cid", "Cor")] {
        let user = N1.User(first: first, last: last)
        context.insert(user)
        if first != "Cid" { user.home = first == "Ada" ? bern : thun }
        user.likes = first == "Ada" ? [bern, thun] : first == "Bea" ? [thun] : []
      }
    }
  }

  private static let users = ["Arn Ada Bern [Bern, Thun]", "Berg Bea Thun [Thun]", "Cor Cid - []"]

  @Test func `two properties swap their names exactly once`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      try readStore(N2.self, url, RenamePlan<N2>.self) { context throws in
        #expect(try context.all(N2.User.self).map(\.first) == ["Arn", "Berg", "Cor"])
        #expect(try context.all(N2.User.self).map(\.last) == ["Ada", "Bea", "Cid"])
      }
      let again = try open(N2.self, url, RenamePlan<N2>.self)
      #expect(again.migrationReport == nil)
      try again.close()
    }
  }

  @Test func `a chain of renames works in one launch and in several`() throws {
    try TemporaryDirectory.with { folder in
      let (once, stepwise) = (folder.appending(path: "1.store"), folder.appending(path: "3.store"))
      try makeStore(once)
      try makeStore(stepwise)
      try open(N2.self, stepwise, RenamePlan<N2>.self).close()
      try open(N3.self, stepwise, RenamePlan<N3>.self).close()
      for url in [once, stepwise] {
        try readStore(N4.self, url, RenamePlan<N4>.self) { context throws in
          let users = try context.all(N4.User.self).map { user in
            "\(user.first) \(user.family) \(user.town?.name ?? "-") "
              + "[\(user.favourites.map(\.name).sorted().joined(separator: ", "))]"
          }
          #expect(users == Self.users)
          let places = try context.all(N4.Place.self).map { place in
            "\(place.name) \(place.citizens.count) \(place.admirers.count)"
          }
          #expect(places == ["Bern 1 1", "Thun 1 2"])
        }
      }
    }
  }

  @Test func `a renamed class keeps its keys and is reported`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let container = try open(N4.self, url, RenamePlan<N4>.self)
      let report = try #require(container.migrationReport)
      #expect(
        report.entityTexts == [
          "Place: 2 → 2", "User: 3 → 3",
        ])
      #expect(report.links.map(\.before) == [3, 2])
      #expect(report.links.map(\.after) == [3, 2])
      #expect(report.renamedTexts.contains("Town → Place"))
      #expect(report.dropped.isEmpty)
      let context = ModelContext(container)
      let place = N4.Place(name: "Spiez")
      context.insert(place)
      try context.save()
      #expect(place.persistentModelID.primaryKey == 3)
      try container.undo()
      try container.close()
    }
  }

  @Test func `backward stages reverse renames`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let before = try readStore(N1.self, url) { try $0.all(N1.User.self).map(\.first) }
      try open(N4.self, url, RoundTripPlan.self).close()
      try readStore(N1.self, url, RoundTripPlan.self) { context throws in
        #expect(try context.all(N1.User.self).map(\.first) == before)
        #expect(try context.all(N1.User.self).map { $0.home?.name } == ["Bern", "Thun", nil])
        #expect(try context.all(N1.Town.self).map { $0.fans.count } == [1, 2])
      }
    }
  }

  @Test func `an unknown original name makes the plan invalid`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let property = try expectRefusal(.invalidMigrationPlan, at: url) {
        try open(MisspeltProperty.self, url, LightweightPlan<N1, MisspeltProperty>.self)
      }
      #expect(property.entity == "User")
      #expect(property.property == "given")
      #expect(property.message.contains("frist"))
      let entity = try expectRefusal(.invalidMigrationPlan, at: url) {
        try open(MisspeltClass.self, url, LightweightPlan<N1, MisspeltClass>.self)
      }
      #expect(entity.entity == "Person")
      #expect(entity.message.contains("Usr"))
    }
  }
}
