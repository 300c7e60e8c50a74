import SwiftData

/// The namespace of the program's schemas.
struct Persistence {}

extension Persistence {
  /// A version in which a place or path is in at most one group.
  enum CartographerSchemaV1: VersionedSchema {
    static var versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] = [Location.self, Path.self]

    @Model
    final class Location: Hashable {
      var name: String
      var notes: String
      var created: Date
      var group: AnnotationGroup?
      @Relationship(deleteRule: .cascade) var waypoint: Waypoint
      @Transient var isSelected: Bool = false

      init(name: String, notes: String, created: Date, waypoint: Waypoint) {
        self.name = name
        self.notes = notes
        self.created = created
        self.waypoint = waypoint
      }
    }

    @Model
    final class Path: Hashable {
      var name: String
      var group: AnnotationGroup?
      @Relationship(deleteRule: .cascade, inverse: \Waypoint.path) var waypoints: [Waypoint]

      init(name: String, waypoints: [Waypoint]) {
        self.name = name
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
      @Relationship(inverse: \Location.group) var locations: [Location]
      @Relationship(inverse: \Path.group) var paths: [Path]

      init(name: String) {
        self.name = name
        self.locations = []
        self.paths = []
      }
    }
  }

  /// A version in which a place or path can be in many groups.
  enum CartographerSchemaV2: VersionedSchema {
    static var versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] = [Location.self, Path.self]

    @Model
    final class Location: Hashable {
      var name: String
      var notes: String
      var created: Date
      var groups: [AnnotationGroup]
      @Relationship(deleteRule: .cascade) var waypoint: Waypoint
      @Transient var isSelected: Bool = false

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
}

typealias Location = Persistence.CartographerSchemaV2.Location
typealias Path = Persistence.CartographerSchemaV2.Path
typealias Waypoint = Persistence.CartographerSchemaV2.Waypoint
typealias AnnotationGroup = Persistence.CartographerSchemaV2.AnnotationGroup

extension Location {
  var isGrouped: Bool { !groups.isEmpty }
}

/// The members of an old group, kept until the new group can be fetched.
final class GroupItem {
  let group: PersistentIdentifier
  var locations: [PersistentIdentifier] = []
  var paths: [PersistentIdentifier] = []

  init(group: PersistentIdentifier) {
    self.group = group
  }
}

var groupItems: [GroupItem] = []

enum CartographerMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = [
    Persistence.CartographerSchemaV1.self, Persistence.CartographerSchemaV2.self,
  ]
  static var stages: [MigrationStage] = [migrateV1toV2]

  static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: Persistence.CartographerSchemaV1.self,
    toVersion: Persistence.CartographerSchemaV2.self,
    willMigrate: { context in
      groupItems = []
      typealias Old = Persistence.CartographerSchemaV1
      for group in try context.fetch(FetchDescriptor<Old.AnnotationGroup>()) {
        groupItems.append(GroupItem(group: group.persistentModelID))
      }
      for location in try context.fetch(FetchDescriptor<Old.Location>()) {
        let item = groupItems.first { $0.group == location.group?.persistentModelID }
        item?.locations.append(location.persistentModelID)
      }
      for path in try context.fetch(FetchDescriptor<Old.Path>()) {
        let item = groupItems.first { $0.group == path.group?.persistentModelID }
        item?.paths.append(path.persistentModelID)
      }
      try context.save()
    },
    didMigrate: { context in
      defer { groupItems = [] }
      let groups = try context.fetch(FetchDescriptor<AnnotationGroup>())
      let locations = try context.fetch(FetchDescriptor<Location>())
      let paths = try context.fetch(FetchDescriptor<Path>())
      for item in groupItems {
        guard let group = groups.first(where: { $0.persistentModelID == item.group }) else {
          continue
        }
        for location in locations where item.locations.contains(location.persistentModelID) {
          location.groups.append(group)
        }
        for path in paths where item.paths.contains(path.persistentModelID) {
          group.paths.append(path)
        }
      }
      try context.save()
    })
}

/// The old locations, by the key of their group.
var locationsByGroup: [Int64: [Persistence.CartographerSchemaV1.Location]] = [:]
var oldPaths: [Persistence.CartographerSchemaV1.Path] = []

/// A plan whose stash contains old objects instead of their identifiers.
///
/// The old objects and their relationships can be read while the new objects are written.
enum ObjectStashPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = CartographerMigrationPlan.schemas
  static var stages: [MigrationStage] = [migrateV1toV2]

  static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: Persistence.CartographerSchemaV1.self,
    toVersion: Persistence.CartographerSchemaV2.self,
    willMigrate: { context in
      typealias Old = Persistence.CartographerSchemaV1
      for location in try context.fetch(FetchDescriptor<Old.Location>()) {
        guard let group = location.group else { continue }
        locationsByGroup[number(group), default: []].append(location)
      }
      oldPaths = try context.fetch(FetchDescriptor<Old.Path>())
    },
    didMigrate: { context in
      defer {
        locationsByGroup = [:]
        oldPaths = []
      }
      let paths = try context.fetch(FetchDescriptor<Path>())
      for group in try context.fetch(FetchDescriptor<AnnotationGroup>()) {
        for old in locationsByGroup[number(group)] ?? [] {
          let new = try context.fetch(FetchDescriptor<Location>())
            .first { $0.waypoint.latitude == old.waypoint.latitude }
          new?.groups = [group]
        }
        for old in oldPaths where old.group?.persistentModelID == group.persistentModelID {
          let path = paths.first {
            $0.persistentModelID == old.persistentModelID
              && $0.waypoints.map(\.index) == old.waypoints.map(\.index)
          }
          path?.groups.append(group)
        }
      }
      try context.save()
    })
}

struct InterruptionError: Error {}

/// A plan whose stage fails in `didMigrate`, after the stash was filled.
enum InterruptedPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = CartographerMigrationPlan.schemas
  static var stages: [MigrationStage] = [migrateV1toV2]

  static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: Persistence.CartographerSchemaV1.self,
    toVersion: Persistence.CartographerSchemaV2.self,
    willMigrate: { context in
      let groups = try context.fetch(
        FetchDescriptor<Persistence.CartographerSchemaV1.AnnotationGroup>())
      groupItems = groups.map { GroupItem(group: $0.persistentModelID) }
      for group in groups { context.delete(group) }
      try context.save()
    },
    didMigrate: { context in
      for path in try context.fetch(FetchDescriptor<Path>()) { path.waypoints = [] }
      try context.save()
      throw InterruptionError()
    })
}
