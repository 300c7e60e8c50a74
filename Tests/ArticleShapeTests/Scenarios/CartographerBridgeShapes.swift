import SwiftData

extension Persistence {
  /// Both the one group and the many, for as long as the one is copied into the many.
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

  /// The shape the stash leads to, as the third version: the same models.
  enum CartographerBridgeV3: VersionedSchema {
    static var versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] = CartographerSchemaV2.models
  }
}

/// The first half, as its users had it before the second was released.
enum CartographerBridgeStart: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = [
    Persistence.CartographerSchemaV1.self, Persistence.CartographerBridgeV2.self,
  ]
  static var stages: [MigrationStage] = [addGroups]

  static let addGroups = MigrationStage.lightweight(
    fromVersion: Persistence.CartographerSchemaV1.self,
    toVersion: Persistence.CartographerBridgeV2.self)
}

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
