import SwiftData

/// The fifth shape: a group has an itinerary, an ordered list of entries of its own.
///
/// The texts called *kept* are what an element of a file holds besides the values, and where; only
/// the module that reads files understands them. They name prefixes, and refer to the templates, of
/// the import that the place or path came by.
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
    /// `#RRGGBB`.
    package var colour: String?
    package var created: Date
    /// GPX `cmt`, `desc` and `type`.
    package var comment: String?
    package var details: String?
    package var type: String?
    /// When it was moved to the trash.
    package var trashed: Date?
    /// Whether the name was made here, since the file gave none.
    package var isNameless: Bool = false
    /// The import it came by, and its place among the items of the file, from 0.
    package var importRecord: ImportRecord?
    package var position: Int?
    /// A digest of what was imported, to know whether it was edited since.
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
    /// `#RRGGBB`.
    package var colour: String?
    package var created: Date
    /// `route` or `track`.
    package var kind: String = "track"
    /// GPX `cmt`, `desc` and `type`.
    package var comment: String?
    package var details: String?
    package var type: String?
    /// GPX `src` and `number`.
    package var source: String?
    package var number: Int?
    /// The links, as JSON: an array of `href`, `text` and `type`.
    package var links: String?
    /// How many segments the file had, empty ones too, where that is more than the points say.
    package var segments: Int?
    /// Kept of `rte` or `trk`.
    package var kept: String?
    /// Kept of `trkseg`, as JSON: an object of texts by the segment's number.
    package var keptSegments: String?
    /// When it was moved to the trash.
    package var trashed: Date?
    /// Whether the name was made here, since the file gave none.
    package var isNameless: Bool = false
    /// The import it came by, and its place among the items of the file, from 0.
    package var importRecord: ImportRecord?
    package var position: Int?
    /// A digest of what was imported, to know whether it was edited since.
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
    /// Degrees, WGS 84.
    package var latitude: Double
    package var longitude: Double
    /// Metres.
    package var elevation: Double?
    package var timestamp: Date?
    /// The order in the path: strictly increasing, with gaps, never shown.
    package var index: Int
    /// The segment of the path, from 0; a path never runs on from one to the next.
    package var segment: Int = 0
    /// Beats, and revolutions or steps of one foot, a minute.
    package var heartRate: Double?
    package var cadence: Double?
    /// Degrees Celsius.
    package var airTemperature: Double?
    package var waterTemperature: Double?
    /// Metres below the surface.
    package var depth: Double?
    /// Metres a second.
    package var speed: Double?
    /// The direction of travel and that to a target, degrees from true north.
    package var course: Double?
    package var bearing: Double?
    /// Watts.
    package var power: Double?
    /// Metres from the start, as the device counted them.
    package var distance: Double?
    /// What else GPX says of a point, as JSON: `name`, `comment`, … `dgpsID`.
    package var fields: String?
    /// How the numbers and the time were written, as bits; nil for the shortest forms.
    package var format: Int?
    /// Kept of `wpt`, `rtept` or `trkpt`.
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
    /// `#RRGGBB`.
    package var colour: String?
    /// When it was moved to the trash.
    package var trashed: Date?
    /// The date of the itinerary's day 1, as `YYYY-MM-DD`: a day of the calendar, in no time zone.
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

  /// What an itinerary says of one stop or stretch of a trip. The same place may have several.
  @Model
  package final class ItineraryEntry {
    /// The order in the itinerary: strictly increasing, with gaps, never shown. Days never decrease
    /// along it.
    package var index: Int
    /// From 1.
    package var day: Int
    /// The name of the place or path as it was when it was added or deleted for good, so that
    /// the entry still says what it was; the whole of an entry that has neither.
    package var title: String
    package var note: String = ""
    /// `planned` or `done`.
    package var state: String = "planned"
    package var group: AnnotationGroup?
    /// The place or the path, at most one of the two.
    package var location: Location?
    package var path: Path?

    package init(index: Int, day: Int, title: String) {
      self.index = index
      self.day = day
      self.title = title
    }
  }

  /// One import of one file.
  @Model
  package final class ImportRecord {
    /// The file's name as it was given.
    package var source: String
    /// The file's SHA-256, in lowercase hexadecimal.
    package var sha256: String
    package var time: Date
    /// The format, its version and the program that wrote the file, as the file states them.
    package var format: String?
    package var version: String?
    package var creator: String?
    /// What the file says as a whole, as JSON: metadata, namespaces, templates, and what is kept of
    /// its root.
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
