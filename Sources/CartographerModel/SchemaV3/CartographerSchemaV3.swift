import SwiftData

/// Version 3 of the schema, the first released version. It adds GPX fields of items, the segments
/// of a path, colours of groups, the trash, and import records.
package enum CartographerSchemaV3: VersionedSchema {
  package static let versionIdentifier = Schema.Version(3, 0, 0)

  package static var models: [any PersistentModel.Type] {
    [Location.self, Path.self, Waypoint.self, AnnotationGroup.self, ImportRecord.self]
  }

  @Model
  package final class Location {
    package var name: String
    package var notes: String
    package var symbol: String?
    /// The colour, as `#RRGGBB`.
    package var colour: String?
    package var created: Date
    /// The text of the GPX `cmt` element.
    package var comment: String?
    /// The text of the GPX `desc` element.
    package var details: String?
    /// The text of the GPX `type` element.
    package var type: String?
    /// The time when the place was moved to the trash. Nil if the place is not in the trash.
    package var trashed: Date?
    package var groups: [AnnotationGroup]
    @Relationship(deleteRule: .cascade) package var waypoint: Waypoint

    package init(
      name: String, notes: String = "", symbol: String? = nil, colour: String? = nil,
      created: Date, comment: String? = nil, details: String? = nil, type: String? = nil,
      waypoint: Waypoint, groups: [AnnotationGroup] = []
    ) {
      self.name = name
      self.notes = notes
      self.symbol = symbol
      self.colour = colour
      self.created = created
      self.comment = comment
      self.details = details
      self.type = type
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
    /// The path's kind: `route` or `track`.
    package var kind: String = "track"
    /// The text of the GPX `cmt` element.
    package var comment: String?
    /// The text of the GPX `desc` element.
    package var details: String?
    /// The text of the GPX `type` element.
    package var type: String?
    /// The time when the path was moved to the trash. Nil if the path is not in the trash.
    package var trashed: Date?
    package var groups: [AnnotationGroup]
    @Relationship(deleteRule: .cascade, inverse: \Waypoint.path) package var waypoints: [Waypoint]

    package init(
      name: String, notes: String = "", symbol: String? = nil, colour: String? = nil,
      created: Date, kind: String, comment: String? = nil, details: String? = nil,
      type: String? = nil, waypoints: [Waypoint] = [], groups: [AnnotationGroup] = []
    ) {
      self.name = name
      self.notes = notes
      self.symbol = symbol
      self.colour = colour
      self.created = created
      self.kind = kind
      self.comment = comment
      self.details = details
      self.type = type
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
    /// The point's segment number, counted from 0. Segments are not connected.
    package var segment: Int = 0
    package var path: Path?

    package init(
      latitude: Double, longitude: Double, elevation: Double? = nil, timestamp: Date? = nil,
      index: Int = 0, segment: Int = 0
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.elevation = elevation
      self.timestamp = timestamp
      self.index = index
      self.segment = segment
    }
  }

  @Model
  package final class AnnotationGroup {
    package var name: String
    package var notes: String
    package var created: Date
    /// The colour, as `#RRGGBB`.
    package var colour: String?
    /// The time when the group was moved to the trash. Nil if the group is not in the trash.
    package var trashed: Date?
    @Relationship(inverse: \Location.groups) package var locations: [Location]
    @Relationship(inverse: \Path.groups) package var paths: [Path]

    package init(name: String, notes: String = "", created: Date, colour: String? = nil) {
      self.name = name
      self.notes = notes
      self.created = created
      self.colour = colour
      self.locations = []
      self.paths = []
    }
  }

  /// The record of a single file import.
  @Model
  package final class ImportRecord {
    /// The imported file's name, as specified by the user.
    package var source: String
    /// The imported file's SHA-256 hash, in lowercase hexadecimal.
    package var sha256: String
    package var time: Date

    package init(source: String, sha256: String, time: Date) {
      self.source = source
      self.sha256 = sha256
      self.time = time
    }
  }
}
