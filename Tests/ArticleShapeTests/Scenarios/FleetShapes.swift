import SwiftData

// Five releases of a harbour master's program. Each changes the shape in another way.

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

/// Adds: a default, an optional, an entity with a relationship.
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

/// Makes one home many: both ends match, so the links come along by themselves.
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

/// Splits the captain's name in two and makes titles unique.
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

/// The plan as a release had it: the versions up to its own.
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
        willMigrate: { try separate(in: $0) }, didMigrate: { try split(in: $0) }),
    ]
    return Array(all.prefix(schemas.count - 1))
  }

  /// Gives ships of one title different ones, and notes their captains.
  private static func separate(in context: ModelContext) throws {
    captains = [:]
    var counts: [String: Int] = [:]
    for ship in try context.fetch(FetchDescriptor<FleetV4.Ship>()) {
      captains[ship.persistentModelID] = ship.captain
      counts[ship.title, default: 0] += 1
      if let count = counts[ship.title], count > 1 { ship.title += " \(count)" }
    }
    try context.save()
  }

  private static func split(in context: ModelContext) throws {
    defer { captains = [:] }
    for ship in try context.fetch(FetchDescriptor<FleetV5.Ship>()) {
      let parts = captains[ship.persistentModelID, default: ""].split(separator: " ", maxSplits: 1)
      ship.forename = parts.first.map(String.init) ?? ""
      ship.surname = parts.count > 1 ? String(parts[1]) : nil
    }
    try context.save()
  }
}
