/// The elements of a TCX file that the reader distinguishes.
enum TCXElement: UInt8 {
  /// The parent of the root element.
  case document
  case database
  /// An element that contains only elements to be read, such as `Activities`.
  case list
  /// The folders of activities and courses, which are not read.
  case folders
  /// An activity, or a transition between two activities.
  case activity
  case course
  case lap
  case track
  case trackpoint
  case coursePoint
  case position
  case heartRate
  case creator
  case author
  case extensions
  /// The extensions of a course or course point.
  case itemExtensions
  /// The extension element with which the writer marks a name that it made up, because TCX requires a name.
  case unnamed
  /// An element whose text is read.
  case field
  /// An element that can be left out without losing data, such as a sensor's state.
  case irrelevant
  /// An element that is not read.
  case unread

  /// The child elements of each kind of element, with their names.
  private static let children: [TCXElement: [(name: StaticString, element: TCXElement)]] = [
    .database: [
      ("Activities", .list), ("Courses", .list), ("Author", .author), ("Folders", .folders),
    ],
    .list: [
      ("Activity", .activity), ("Course", .course), ("MultiSportSession", .list),
      ("FirstSport", .list), ("NextSport", .list), ("Transition", .activity), ("Id", .irrelevant),
    ],
    .activity: [
      ("Lap", .lap), ("Id", .field), ("Notes", .field), ("Creator", .creator),
      ("Track", .track),
    ],
    .course: [
      ("Lap", .lap), ("Track", .track), ("Name", .field), ("Notes", .field),
      ("CoursePoint", .coursePoint), ("Creator", .creator), ("Extensions", .itemExtensions),
    ],
    .lap: [
      ("Track", .track), ("Notes", .field), ("TotalTimeSeconds", .field),
      ("DistanceMeters", .field), ("MaximumSpeed", .field), ("Calories", .field),
      ("Intensity", .field), ("TriggerMethod", .field), ("Cadence", .field),
      ("AverageHeartRateBpm", .heartRate), ("MaximumHeartRateBpm", .heartRate),
      // The ends of a course's lap are those of its track.
      ("BeginPosition", .irrelevant), ("EndPosition", .irrelevant),
      ("BeginAltitudeMeters", .irrelevant), ("EndAltitudeMeters", .irrelevant),
    ],
    .track: [("Trackpoint", .trackpoint)],
    .trackpoint: [
      ("Time", .field), ("Position", .position), ("AltitudeMeters", .field),
      ("DistanceMeters", .field), ("HeartRateBpm", .heartRate), ("Cadence", .field),
      ("Extensions", .extensions), ("SensorState", .irrelevant),
    ],
    .coursePoint: [
      ("Name", .field), ("Time", .field), ("Position", .position), ("AltitudeMeters", .field),
      ("PointType", .field), ("Notes", .field), ("Extensions", .itemExtensions),
    ],
    .itemExtensions: [("Unnamed", .unnamed)],
    .position: [("LatitudeDegrees", .field), ("LongitudeDegrees", .field)],
    .heartRate: [("Value", .field)],
    .extensions: [
      ("TPX", .extensions), ("Speed", .field), ("Watts", .field), ("RunCadence", .field),
    ],
    .creator: [
      ("Name", .field), ("UnitId", .irrelevant), ("ProductID", .irrelevant),
      ("Version", .irrelevant),
    ],
    .author: [
      ("Name", .field), ("Build", .irrelevant), ("LangID", .irrelevant),
      ("PartNumber", .irrelevant),
    ],
  ]

  /// The child elements, indexed by their parent's raw value.
  static let tables: [[(name: StaticString, element: TCXElement)]] = (0..<32).map {
    TCXElement(rawValue: $0).flatMap { children[$0] } ?? []
  }
}

/// The fields that are read from the text of TCX elements.
enum TCXField {
  case latitude
  case longitude
  case altitude
  case distance
  case time
  case heartRate
  case cadence
  case runCadence
  case speed
  case power
  case name
  case notes
  case identifier
  case pointType
  /// One of a lap's totals, such as its distance.
  case total

  private static let names: [(name: StaticString, field: TCXField)] = [
    ("LatitudeDegrees", .latitude), ("LongitudeDegrees", .longitude),
    ("AltitudeMeters", .altitude), ("DistanceMeters", .distance), ("Time", .time),
    ("Value", .heartRate), ("Cadence", .cadence), ("RunCadence", .runCadence), ("Speed", .speed),
    ("Watts", .power), ("Name", .name), ("Notes", .notes), ("Id", .identifier),
    ("PointType", .pointType),
  ]

  init(_ tag: XMLTag) {
    self = Self.names.first { tag.isLocal($0.name) }?.field ?? .total
  }
}
