import SwiftData

/// Version 5 of the schema: a group has an itinerary, an ordered list of stops.
///
/// The properties named `kept` or `kept…` hold preserved markup: the XML of an element around its
/// values, with the positions of the values. Only `GeoFormats` interprets this text. It uses the
/// namespace prefixes and the templates of the import of its place or path.
package enum CartographerSchemaV5: VersionedSchema {
  package static let versionIdentifier = Schema.Version(5, 0, 0)

  package static var models: [any PersistentModel.Type] {
    [
      Location.self, Path.self, Waypoint.self, AnnotationGroup.self, ItineraryEntry.self,
      ImportRecord.self,
    ]
  }

  @Model
  package final class Location {
    package var name: String
    package var notes: String
    package var symbol: String?
    /// The colour, as `#RRGGBB`.
    package var colour: String?
    package var created: Date
    /// The GPX elements `cmt`, `desc` and `type`.
    package var comment: String?
    package var details: String?
    package var type: String?
    /// The time when the place was moved to the trash, or nil.
    package var trashed: Date?
    /// Whether the name was generated because the imported file had none.
    package var isNameless: Bool = false
    /// The record of the import that created the place, and the place's position among the items of
    /// the file, from 0.
    package var importRecord: ImportRecord?
    package var position: Int?
    /// A digest of the imported content, which is used to detect later edits.
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
    /// The kind of the path: `route` or `track`.
    package var kind: String = "track"
    /// The GPX elements `cmt`, `desc` and `type`.
    package var comment: String?
    package var details: String?
    package var type: String?
    /// The GPX elements `src` and `number`.
    package var source: String?
    package var number: Int?
    /// The links as a JSON array of objects with `href`, `text` and `type`.
    package var links: String?
    /// The number of segments in the file, including empty ones, or nil if the points' segment
    /// numbers show it.
    package var segments: Int?
    /// The preserved markup of the path's `rte` or `trk` element: the XML around its values.
    package var kept: String?
    /// The preserved markup of `trkseg` elements (the XML around the points), as a JSON object with
    /// the segment numbers as keys.
    package var keptSegments: String?
    /// The time when the path was moved to the trash, or nil.
    package var trashed: Date?
    /// Whether the name was generated because the imported file had none.
    package var isNameless: Bool = false
    /// The record of the import that created the path, and the path's position among the items of
    /// the file, from 0.
    package var importRecord: ImportRecord?
    package var position: Int?
    /// A digest of the imported content, which is used to detect later edits.
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
    /// The position in degrees, WGS 84.
    package var latitude: Double
    package var longitude: Double
    /// The elevation in metres.
    package var elevation: Double?
    package var timestamp: Date?
    /// The sort key of the point in its path. Sort keys increase strictly, with gaps, and are never
    /// displayed.
    package var index: Int
    /// The number of the point's segment, from 0; segments are not connected.
    package var segment: Int = 0
    /// The heart rate in beats per minute, and the cadence in revolutions per minute, or in steps of
    /// one leg per minute.
    package var heartRate: Double?
    package var cadence: Double?
    /// The temperatures of air and water in degrees Celsius.
    package var airTemperature: Double?
    package var waterTemperature: Double?
    /// The depth below the surface, in metres.
    package var depth: Double?
    /// The speed in metres per second.
    package var speed: Double?
    /// The direction of travel and the direction to a target, in degrees from true north.
    package var course: Double?
    package var bearing: Double?
    /// The power in watts.
    package var power: Double?
    /// The distance from the start, in metres, as counted by the device.
    package var distance: Double?
    /// The other GPX fields of a point, as JSON: `name`, `comment`, … `dgpsID`.
    package var fields: String?
    /// The notation of the point's numbers and time in the file, encoded as bits; nil if all have
    /// their shortest form.
    package var format: Int?
    /// The preserved markup of the point's `wpt`, `rtept` or `trkpt` element: the XML around its
    /// values.
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
    /// The time when the group was moved to the trash, or nil.
    package var trashed: Date?
    /// The date of the itinerary's day 1 as `YYYY-MM-DD`, without a time zone.
    package var firstDay: String?
    @Relationship(inverse: \Location.groups) package var locations: [Location]
    @Relationship(inverse: \Path.groups) package var paths: [Path]
    @Relationship(deleteRule: .cascade, inverse: \ItineraryEntry.group)
    package var entries: [ItineraryEntry]

    package init(name: String, notes: String = "", created: Date, colour: String? = nil) {
      self.name = name
      self.notes = notes
      self.created = created
      self.colour = colour
      self.locations = []
      self.paths = []
      self.entries = []
    }
  }

  /// A stop of an itinerary. The same place may have several stops.
  @Model
  package final class ItineraryEntry {
    /// The sort key of the stop in its itinerary. Sort keys increase strictly, with gaps, and are
    /// never displayed. Days never decrease in this order.
    package var index: Int
    /// The day of the stop, from 1.
    package var day: Int
    /// The title of the stop: the name that its place or path had when the stop was added or when
    /// the item was permanently deleted. A stop without an item has a title of its own.
    package var title: String
    package var note: String = ""
    /// The state of the stop: `planned` or `done`.
    package var state: String = "planned"
    package var group: AnnotationGroup?
    /// The stop's place or path; at most one of the two is set.
    package var location: Location?
    package var path: Path?

    package init(index: Int, day: Int, title: String) {
      self.index = index
      self.day = day
      self.title = title
    }
  }

  /// The record of one import of a file.
  @Model
  package final class ImportRecord {
    /// The name of the imported file, as passed to the import.
    package var source: String
    /// The SHA-256 hash of the file, in lowercase hexadecimal.
    package var sha256: String
    package var time: Date
    /// The format, its version and the program that wrote the file, as stated in the file.
    package var format: String?
    package var version: String?
    package var creator: String?
    /// The file's header as JSON: metadata, namespaces, templates, and the preserved markup of its
    /// root element.
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
