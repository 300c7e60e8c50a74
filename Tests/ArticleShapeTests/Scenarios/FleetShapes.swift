import SwiftData

// Five releases of a program for a harbour master. Each changes the schema in a different way.

enum FleetV1: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] = [Ship.self, Port.self]

  @Model
  final class Ship {
    var name: String
    var captain: String
    var port: Port?

    init(name: String, captain: String, port: Port?) {
      self.name = name
      self.captain = captain
      self.port = port
    }
  }

  @Model
  final class Port {
    var name: String
    @Relationship(inverse: \Ship.port) var ships: [Ship] = []

    init(name: String) {
      self.name = name
    }
  }
}

/// Adds a property with a default, an optional property, and an entity with a relationship.
enum FleetV2: VersionedSchema {
  static var versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] = [Ship.self, Port.self, Berth.self]

  @Model
  final class Ship {
    var name: String
    var captain: String
    var flag: String = "none"
    var draught: Double?
    var port: Port?

    init(name: String, captain: String, flag: String, draught: Double?, port: Port?) {
      self.name = name
      self.captain = captain
      self.flag = flag
      self.draught = draught
      self.port = port
    }
  }

  @Model
  final class Port {
    var name: String
    @Relationship(inverse: \Ship.port) var ships: [Ship] = []
    @Relationship(deleteRule: .cascade, inverse: \Berth.port) var berths: [Berth] = []

    init(name: String) {
      self.name = name
    }
  }

  @Model
  final class Berth {
    var length: Int
    var port: Port?

    init(length: Int, port: Port?) {
      self.length = length
      self.port = port
    }
  }
}

/// Renames an attribute and both ends of a relationship.
enum FleetV3: VersionedSchema {
  static var versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] = [Ship.self, Port.self, Berth.self]

  @Model
  final class Ship {
    @Attribute(originalName: "name") var title: String
    var captain: String
    var flag: String = "none"
    var draught: Double?
    @Relationship(originalName: "port") var home: Port?

    init(title: String, captain: String, flag: String, draught: Double?, home: Port?) {
      self.title = title
      self.captain = captain
      self.flag = flag
      self.draught = draught
      self.home = home
    }
  }

  @Model
  final class Port {
    var name: String
    @Relationship(originalName: "ships", inverse: \Ship.home) var fleet: [Ship] = []
    @Relationship(deleteRule: .cascade, inverse: \Berth.port) var berths: [Berth] = []

    init(name: String) {
      self.name = name
    }
  }

  @Model
  final class Berth {
    var length: Int
    var port: Port?

    init(length: Int, port: Port?) {
      self.length = length
      self.port = port
    }
  }
}

/// Makes the relationship to the home port to-many. Both ends match, so the links are migrated
/// automatically.
enum FleetV4: VersionedSchema {
  static var versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] = [Ship.self, Port.self, Berth.self]

  @Model
  final class Ship {
    @Attribute(originalName: "name") var title: String
    var captain: String
    var flag: String = "none"
    var draught: Double?
    @Relationship(originalName: "home") var homes: [Port]

    init(title: String, captain: String, flag: String, draught: Double?, homes: [Port]) {
      self.title = title
      self.captain = captain
      self.flag = flag
      self.draught = draught
      self.homes = homes
    }
  }

  @Model
  final class Port {
    var name: String
    @Relationship(originalName: "ships", inverse: \Ship.homes) var fleet: [Ship] = []
    @Relationship(deleteRule: .cascade, inverse: \Berth.port) var berths: [Berth] = []

    init(name: String) {
      self.name = name
    }
  }

  @Model
  final class Berth {
    var length: Int
    var port: Port?

    init(length: Int, port: Port?) {
      self.length = length
      self.port = port
    }
  }
}

/// Splits the name of the captain into two properties and makes titles unique.
enum FleetV5: VersionedSchema {
  static var versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] = [Ship.self, Port.self, Berth.self]

  @Model
  final class Ship {
    @Attribute(.unique, originalName: "name") var title: String
    var forename: String
    var surname: String?
    var flag: String = "none"
    var draught: Double?
    @Relationship(originalName: "home") var homes: [Port]

    init(
      title: String, forename: String, surname: String?, flag: String, draught: Double?,
      homes: [Port]
    ) {
      self.title = title
      self.forename = forename
      self.surname = surname
      self.flag = flag
      self.draught = draught
      self.homes = homes
    }
  }

  @Model
  final class Port {
    var name: String
    @Relationship(originalName: "ships", inverse: \Ship.homes) var fleet: [Ship] = []
    @Relationship(deleteRule: .cascade, inverse: \Berth.port) var berths: [Berth] = []

    init(name: String) {
      self.name = name
    }
  }

  @Model
  final class Berth {
    var length: Int
    var port: Port?

    init(length: Int, port: Port?) {
      self.length = length
      self.port = port
    }
  }
}

var captains: [PersistentIdentifier: String] = [:]

/// The plan of a release, with all versions up to that of the release.
enum FleetPlan<Last: VersionedSchema>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    let all: [any VersionedSchema.Type] = [
      FleetV1.self, FleetV2.self, FleetV3.self, FleetV4.self, FleetV5.self,
    ]
    return all.filter { $0.versionIdentifier <= Last.versionIdentifier }
  }

  static var stages: [MigrationStage] {
    let all: [MigrationStage] = [
      .lightweight(fromVersion: FleetV1.self, toVersion: FleetV2.self),
      .lightweight(fromVersion: FleetV2.self, toVersion: FleetV3.self),
      .lightweight(fromVersion: FleetV3.self, toVersion: FleetV4.self),
      .custom(
        fromVersion: FleetV4.self, toVersion: FleetV5.self,
        willMigrate: { try makeTitlesUnique(in: $0) }, didMigrate: { try splitNames(in: $0) }),
    ]
    return Array(all.prefix(schemas.count - 1))
  }

  /// Makes the titles unique, and stores the name of each captain.
  private static func makeTitlesUnique(in context: ModelContext) throws {
    captains = [:]
    var counts: [String: Int] = [:]
    for ship in try context.fetch(FetchDescriptor<FleetV4.Ship>()) {
      captains[ship.persistentModelID] = ship.captain
      counts[ship.title, default: 0] += 1
      if let count = counts[ship.title], count > 1 { ship.title += " \(count)" }
    }
    try context.save()
  }

  private static func splitNames(in context: ModelContext) throws {
    defer { captains = [:] }
    for ship in try context.fetch(FetchDescriptor<FleetV5.Ship>()) {
      let parts = captains[ship.persistentModelID, default: ""].split(separator: " ", maxSplits: 1)
      ship.forename = parts.first.map(String.init) ?? ""
      ship.surname = parts.count > 1 ? String(parts[1]) : nil
    }
    try context.save()
  }
}
