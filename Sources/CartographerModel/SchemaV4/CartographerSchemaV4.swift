import SwiftData

/// Version 4 of the schema, which stores the complete content of imported GPX files, including the
/// formats of numbers and times, so that files can be exported unchanged.
///
/// Properties whose names begin with `kept` hold preserved markup: the XML around an element's
/// values, and the positions of these values. Only `GeoFormats` interprets this text. It uses the
/// namespace prefixes and the templates from the import record of its place or path.
package enum CartographerSchemaV4: VersionedSchema {
  package static let versionIdentifier = Schema.Version(4, 0, 0)

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
    /// Whether the name was generated, because the place is unnamed in the imported file.
    package var isNameless: Bool = false
    /// The record of the import that created the place. Nil if no import created it.
    package var importRecord: ImportRecord?
    /// The place's index among the items of the imported file, starting at 0.
    package var position: Int?
    /// A digest of the place's imported content, used to detect later edits.
    package var digest: Int?
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
    /// The text of the GPX `src` element.
    package var source: String?
    /// The value of the GPX `number` element.
    package var number: Int?
    /// The links as a JSON array of objects with `href`, `text` and `type`.
    package var links: String?
    /// The number of segments in the imported file, including empty segments. Nil if the number
    /// follows from the points' segment numbers.
    package var segments: Int?
    /// The preserved markup of the path's `rte` or `trk` element: the XML around the element's
    /// values.
    package var kept: String?
    /// The preserved markup of the `trkseg` elements (the XML around the points), as a JSON object
    /// keyed by segment number.
    package var keptSegments: String?
    /// The time when the path was moved to the trash. Nil if the path is not in the trash.
    package var trashed: Date?
    /// Whether the name was generated, because the path is unnamed in the imported file.
    package var isNameless: Bool = false
    /// The record of the import that created the path. Nil if no import created it.
    package var importRecord: ImportRecord?
    /// The path's index among the items of the imported file, starting at 0.
    package var position: Int?
    /// A digest of the path's imported content, used to detect later edits.
    package var digest: Int?
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
    /// The heart rate in beats per minute.
    package var heartRate: Double?
    /// The cadence in crank revolutions per minute, or in strides (steps of one leg) per minute.
    package var cadence: Double?
    /// The air temperature in degrees Celsius.
    package var airTemperature: Double?
    /// The water temperature in degrees Celsius.
    package var waterTemperature: Double?
    /// The depth below the water surface, in metres.
    package var depth: Double?
    /// The speed in metres per second.
    package var speed: Double?
    /// The direction of travel, in degrees from true north.
    package var course: Double?
    /// The direction to a target, in degrees from true north.
    package var bearing: Double?
    /// The power in watts.
    package var power: Double?
    /// The distance travelled since the start, in metres, as measured by the recording device.
    package var distance: Double?
    /// The point's GPX fields for which this model has no property, as a JSON object with members
    /// such as `name`, `comment` and `dgpsID`.
    package var fields: String?
    /// The format of the point's numbers and time in the imported file, as a bit field. Nil if all
    /// values were in their shortest form.
    package var format: Int?
    /// The preserved markup of the point's `wpt`, `rtept` or `trkpt` element: the XML around the
    /// element's values.
    package var kept: String?
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
    /// The imported file's format.
    package var format: String?
    /// The format version, as stated in the imported file.
    package var version: String?
    /// The program that wrote the imported file, as stated in the file.
    package var creator: String?
    /// The imported file's header as JSON: metadata, namespaces, templates, and the preserved
    /// markup of the root element.
    package var header: String?
    @Relationship(inverse: \Location.importRecord) package var locations: [Location]
    @Relationship(inverse: \Path.importRecord) package var paths: [Path]

    package init(source: String, sha256: String, time: Date) {
      self.source = source
      self.sha256 = sha256
      self.time = time
      self.locations = []
      self.paths = []
    }
  }
}
