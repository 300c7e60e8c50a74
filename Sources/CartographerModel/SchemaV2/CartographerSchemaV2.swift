import SwiftData

/// Version 2 of the schema, in which a place or path can be in many groups. All else is as in
/// version 1.
package enum CartographerSchemaV2: VersionedSchema {
  package static let versionIdentifier = Schema.Version(2, 0, 0)

  package static var models: [any PersistentModel.Type] {
    [Location.self, Path.self, Waypoint.self, AnnotationGroup.self]
  }

  @Model
  package final class Location {
    package var name: String
    package var notes: String
    package var symbol: String?
    /// The colour, as `#RRGGBB`.
    package var colour: String?
    package var created: Date
    package var groups: [AnnotationGroup]
    @Relationship(deleteRule: .cascade) package var waypoint: Waypoint

    package init(
      name: String, notes: String = "", symbol: String? = nil, colour: String? = nil,
      created: Date, waypoint: Waypoint, groups: [AnnotationGroup] = []
    ) {
      self.name = name
      self.notes = notes
      self.symbol = symbol
      self.colour = colour
      self.created = created
      self.waypoint = waypoint
      self.groups = groups
    }
  }

  @Model
  package final class Path {
    package var name: String
    package var notes: String
    package var symbol: String?
    /// The colour, as `#RRGGBB`.
    package var colour: String?
    package var created: Date
    package var groups: [AnnotationGroup]
    @Relationship(deleteRule: .cascade, inverse: \Waypoint.path) package var waypoints: [Waypoint]

    package init(
      name: String, notes: String = "", symbol: String? = nil, colour: String? = nil,
      created: Date, waypoints: [Waypoint] = [], groups: [AnnotationGroup] = []
    ) {
      self.name = name
      self.notes = notes
      self.symbol = symbol
      self.colour = colour
      self.created = created
      self.waypoints = waypoints
      self.groups = groups
    }
  }

  @Model
  package final class Waypoint {
    /// The latitude in degrees (WGS 84).
    package var latitude: Double
    /// The longitude in degrees (WGS 84).
    package var longitude: Double
    /// The elevation in metres.
    package var elevation: Double?
    package var timestamp: Date?
    /// The point's sort key within its path. Sort keys increase strictly, with gaps, and are never
    /// displayed.
    package var index: Int
    package var path: Path?

    package init(
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
  package final class AnnotationGroup {
    package var name: String
    package var notes: String
    package var created: Date
    @Relationship(inverse: \Location.groups) package var locations: [Location]
    @Relationship(inverse: \Path.groups) package var paths: [Path]

    package init(name: String, notes: String = "", created: Date) {
      self.name = name
      self.notes = notes
      self.created = created
      self.locations = []
      self.paths = []
    }
  }
}
