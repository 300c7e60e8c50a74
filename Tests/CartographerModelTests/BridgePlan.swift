import CartographerModel
import Foundation
import SwiftData

/// An intermediate version with both relationships, for an alternative migration to many groups.
enum BridgeSchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 5, 0)
  static var models: [any PersistentModel.Type] { [Location.self, Path.self] }

  @Model
  final class Location {
    var name: String
    var notes: String
    var symbol: String?
    /// `#RRGGBB`.
    var colour: String?
    var created: Date
    var group: AnnotationGroup?
    var groups: [AnnotationGroup] = []
    @Relationship(deleteRule: .cascade) var waypoint: Waypoint

    init(
      name: String, notes: String = "", symbol: String? = nil, colour: String? = nil,
      created: Date, waypoint: Waypoint, group: AnnotationGroup? = nil
    ) {
      self.name = name
      self.notes = notes
      self.symbol = symbol
      self.colour = colour
      self.created = created
      self.waypoint = waypoint
      self.group = group
    }
  }

  @Model
  final class Path {
    var name: String
    var notes: String
    var symbol: String?
    /// `#RRGGBB`.
    var colour: String?
    var created: Date
    var group: AnnotationGroup?
    var groups: [AnnotationGroup] = []
    @Relationship(deleteRule: .cascade, inverse: \Waypoint.path) var waypoints: [Waypoint]

    init(
      name: String, notes: String = "", symbol: String? = nil, colour: String? = nil,
      created: Date, waypoints: [Waypoint] = [], group: AnnotationGroup? = nil
    ) {
      self.name = name
      self.notes = notes
      self.symbol = symbol
      self.colour = colour
      self.created = created
      self.waypoints = waypoints
      self.group = group
    }
  }

  @Model
  final class Waypoint {
    /// Degrees, WGS 84.
    var latitude: Double
    var longitude: Double
    /// Metres.
    var elevation: Double?
    var timestamp: Date?
    /// The order in the path: strictly increasing, with gaps, never shown.
    var index: Int
    var path: Path?

    init(
      latitude: Double, longitude: Double, elevation: Double? = nil, timestamp: Date? = nil,
      index: Int = 0
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.elevation = elevation
      self.timestamp = timestamp
      self.index = index
    }
  }

  @Model
  final class AnnotationGroup {
    var name: String
    var notes: String
    var created: Date
    @Relationship(inverse: \Location.group) var formerLocations: [Location] = []
    @Relationship(inverse: \Path.group) var formerPaths: [Path] = []
    @Relationship(inverse: \Location.groups) var locations: [Location] = []
    @Relationship(inverse: \Path.groups) var paths: [Path] = []

    init(name: String, notes: String = "", created: Date) {
      self.name = name
      self.notes = notes
      self.created = created
    }
  }
}

/// A plan that copies the groups in a stage's `willMigrate`, where both relationships exist.
enum BridgePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [CartographerSchemaV1.self, BridgeSchema.self, CartographerSchemaV2.self]
  }

  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: CartographerSchemaV1.self, toVersion: BridgeSchema.self, willMigrate: nil,
        didMigrate: nil),
      .custom(
        fromVersion: BridgeSchema.self, toVersion: CartographerSchemaV2.self,
        willMigrate: { context in
          for place in try context.fetch(FetchDescriptor<BridgeSchema.Location>()) {
            if let group = place.group { place.groups.append(group) }
          }
          for path in try context.fetch(FetchDescriptor<BridgeSchema.Path>()) {
            if let group = path.group { path.groups.append(group) }
          }
          try context.save()
        }, didMigrate: nil),
    ]
  }
}
