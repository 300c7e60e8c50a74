import SwiftData

extension Persistence {
  /// A version with the old to-one and the new to-many relationship to groups.
  enum CartographerBridgeV2: VersionedSchema {
    static var versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] = [Location.self, Path.self]

    @Model
    final class Location: Hashable {
      var name: String
      var notes: String
      var created: Date
      var group: AnnotationGroup?
      var groups: [AnnotationGroup]
      @Relationship(deleteRule: .cascade) var waypoint: Waypoint

      init(name: String, notes: String, created: Date, waypoint: Waypoint) {
        self.name = name
        self.notes = notes
        self.created = created
        self.groups = []
        self.waypoint = waypoint
      }
    }

    @Model
    final class Path: Hashable {
      var name: String
      var group: AnnotationGroup?
      var groups: [AnnotationGroup]
      @Relationship(deleteRule: .cascade, inverse: \Waypoint.path) var waypoints: [Waypoint]

      init(name: String, waypoints: [Waypoint]) {
        self.name = name
        self.groups = []
        self.waypoints = waypoints
      }
    }

    @Model
    final class Waypoint: Hashable {
      var latitude: Double
      var longitude: Double
      var elevation: Double?
      var index: Int
      var path: Path?

      init(latitude: Double, longitude: Double, elevation: Double? = nil, index: Int = 0) {
        self.latitude = latitude
        self.longitude = longitude
        self.elevation = elevation
        self.index = index
      }
    }

    @Model
    final class AnnotationGroup: Hashable {
      var name: String
      @Relationship(inverse: \Location.groups) var locations: [Location]
      @Relationship(inverse: \Path.groups) var paths: [Path]

      init(name: String) {
        self.name = name
        self.locations = []
        self.paths = []
      }
    }
  }

  /// The final version after the bridge, with the same models as version 2 of the stash plan.
  enum CartographerBridgeV3: VersionedSchema {
    static var versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] = CartographerSchemaV2.models
  }
}

/// The plan of the release that only adds the new relationship.
enum CartographerBridgeStart: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = [
    Persistence.CartographerSchemaV1.self, Persistence.CartographerBridgeV2.self,
  ]
  static var stages: [MigrationStage] = [addGroups]

  static let addGroups = MigrationStage.lightweight(
    fromVersion: Persistence.CartographerSchemaV1.self,
    toVersion: Persistence.CartographerBridgeV2.self)
}

/// The plan that copies the old groups into the new relationship and drops the old one.
enum CartographerBridgePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = [
    Persistence.CartographerSchemaV1.self, Persistence.CartographerBridgeV2.self,
    Persistence.CartographerBridgeV3.self,
  ]
  static var stages: [MigrationStage] = [CartographerBridgeStart.addGroups, dropGroup]

  static let dropGroup = MigrationStage.custom(
    fromVersion: Persistence.CartographerBridgeV2.self,
    toVersion: Persistence.CartographerBridgeV3.self,
    willMigrate: { context in
      typealias Bridge = Persistence.CartographerBridgeV2
      for location in try context.fetch(FetchDescriptor<Bridge.Location>()) {
        if let group = location.group, !location.groups.contains(group) {
          location.groups.append(group)
        }
      }
      for path in try context.fetch(FetchDescriptor<Bridge.Path>()) {
        if let group = path.group {
          path.groups.append(group)
        }
      }
      try context.save()
    }, didMigrate: nil)
}
