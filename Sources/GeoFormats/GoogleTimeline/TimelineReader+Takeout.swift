import Foundation
import Geodesy

/// Functions that read files from Google Takeout: `Records.json` and the files in
/// `Semantic Location History`.
extension TimelineReader {
  /// Reads an element of `locations` in `Records.json`.
  func record() throws {
    var (latitude, longitude, accuracy): (Double?, Double?, Double?)
    var (elevation, speed, course): (Double?, Double?, Double?)
    var time: TimelineTime?
    while try reader.nextKey() {
      if reader.textIs("latitudeE7") {
        latitude = try number()
      } else if reader.textIs("longitudeE7") {
        longitude = try number()
      } else if reader.textIs("timestamp") {
        time = try self.time()
      } else if reader.textIs("timestampMs") {
        time = try millisecondsTime()
      } else if reader.textIs("accuracy") {
        accuracy = try number()
      } else if reader.textIs("altitude") {
        elevation = try number()
      } else if reader.textIs("velocity") {
        speed = try number()
      } else if reader.textIs("heading") {
        course = try number()
      } else {
        try leaveOut()
      }
    }
    guard latitude != nil || longitude != nil else {
      feed.report.counts.skipped.trackPoints += 1
      feed.diagnose(
        .coordinateMissing, .skipped, at: reader.place, "a record has no position")
      return
    }
    try addRaw(
      coordinate(latitude, longitude), time, accuracy, elevation: elevation, speed: speed,
      course: course)
  }

  func coordinate(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
    coordinate(
      TimelinePosition.degrees(latitude ?? .nan), TimelinePosition.degrees(longitude ?? .nan))
  }

  /// Reads an element of `timelineObjects`: a visit or a move.
  func timelineObject() throws {
    while try reader.nextKey() {
      if reader.textIs("placeVisit") {
        try placeVisit(isChild: false)
      } else if reader.textIs("activitySegment") {
        try activitySegment()
      } else {
        try leaveOut()
      }
    }
  }

  private func placeVisit(isChild: Bool) throws {
    var visit = Visit()
    try object { try visitMember(&visit, isChild: isChild) }
    try add(visit)
  }

  private func visitMember(_ visit: inout Visit, isChild: Bool) throws {
    if reader.textIs("location") {
      try object { try locationMember(&visit) }
    } else if reader.textIs("duration") {
      (visit.start, visit.end) = try duration()
    } else if reader.textIs("childVisits"), !isChild {
      try array {
        var child = Visit()
        while try reader.nextKey() { try visitMember(&child, isChild: true) }
        try add(child)
      }
    } else {
      try leaveOut()
    }
  }

  private func locationMember(_ visit: inout Visit) throws {
    if reader.textIs("latitudeE7") {
      visit.latitude = try number().map(TimelinePosition.degrees)
    } else if reader.textIs("longitudeE7") {
      visit.longitude = try number().map(TimelinePosition.degrees)
    } else if reader.textIs("name") {
      visit.name = try reader.nextString()
    } else if reader.textIs("address") {
      visit.address = try reader.nextString()?.replacing("\n", with: ", ")
    } else if reader.textIs("placeId") {
      visit.identifier = try reader.nextString()
    } else if reader.textIs("semanticType") {
      visit.meaning = try reader.nextString()
    } else {
      try leaveOut()
    }
  }

  /// Reads the start and end times of a visit or move.
  private func duration() throws -> (start: TimelineTime?, end: TimelineTime?) {
    var (start, end): (TimelineTime?, TimelineTime?)
    try object {
      if reader.textIs("startTimestamp") {
        start = try time()
      } else if reader.textIs("startTimestampMs") {
        start = try millisecondsTime()
      } else if reader.textIs("endTimestamp") {
        end = try time()
      } else if reader.textIs("endTimestampMs") {
        end = try millisecondsTime()
      } else {
        try leaveOut()
      }
    }
    return (start, end)
  }

  /// The points of a move between two places, read from several JSON members. The properties are in
  /// order of increasing detail.
  private struct MovePoints {
    var ends: [Coordinate?] = [nil, nil]
    var stops: [TimelineDay.TimedPosition] = []
    var waypoints: [TimelineDay.TimedPosition] = []
    var raw: [TimelineDay.TimedPosition] = []
  }

  private func activitySegment() throws {
    var found = MovePoints()
    var ends: (start: String?, end: String?) = (nil, nil)
    var (start, end): (TimelineTime?, TimelineTime?)
    var (type, metres): (String?, Double?)
    try object {
      if reader.textIs("startLocation") {
        (found.ends[0], ends.start) = try endLocation()
      } else if reader.textIs("endLocation") {
        (found.ends[1], ends.end) = try endLocation()
      } else if reader.textIs("duration") {
        (start, end) = try duration()
      } else if reader.textIs("activityType") {
        type = try reader.nextString()
      } else if reader.textIs("distance") {
        metres = try number()
      } else if reader.textIs("waypointPath") {
        found.waypoints = try readPoints(in: "waypoints")
      } else if reader.textIs("simplifiedRawPath") {
        found.raw = try readPoints(in: "points")
      } else if reader.textIs("transitPath") {
        found.stops = try readPoints(in: "transitStops")
      } else {
        try leaveOut()
      }
    }
    let sources = [
      ("simplifiedRawPath", found.raw), ("waypointPath", found.waypoints),
      ("transitPath", found.stops),
    ].filter { !$0.1.isEmpty }
    let inner = sources.first?.1 ?? []
    // The most detailed source describes the whole move; the points of the others are counted.
    for (name, points) in sources.dropFirst() {
      leaveOut(Array("positions in \(name)".utf8), count: points.count)
    }
    var points = inner
    if let first = found.ends[0] {
      points.insert(TimelineDay.TimedPosition(first, start), at: 0)
    }
    if let last = found.ends[1] {
      points.append(TimelineDay.TimedPosition(last, end))
    }
    guard let start = start ?? end else { return leaveOutUntimed(points.count) }
    try add(
      TimelineDay.Move(
        start: start, end: end ?? start, type: type, metres: metres, points: points, ends: ends))
  }

  /// Reads the place where a move starts or ends. Returns its position, and its name, address and
  /// identifier as one string.
  private func endLocation() throws -> (Coordinate?, text: String?) {
    var visit = Visit()
    try object { try locationMember(&visit) }
    let words = [visit.name, visit.address, visit.meaning, visit.identifier].compactMap { $0 }
    let text = words.isEmpty ? nil : words.joined(separator: ", ")
    guard visit.latitude != nil || visit.longitude != nil else { return (nil, text) }
    return (coordinate(visit.latitude ?? .nan, visit.longitude ?? .nan), text)
  }

  /// Reads the next value as an object with an array of points.
  private func readPoints(in name: StaticString) throws -> [TimelineDay.TimedPosition] {
    var points: [TimelineDay.TimedPosition] = []
    try object {
      guard reader.textIs(name) else { return try leaveOut() }
      try array {
        if let point = try movePoint(), hasRoom(after: points.count) { points.append(point) }
      }
    }
    return points
  }

  private func movePoint() throws -> TimelineDay.TimedPosition? {
    var (latitude, longitude, accuracy): (Double?, Double?, Double?)
    var time: TimelineTime?
    while try reader.nextKey() {
      if reader.textIs("latE7") || reader.textIs("latitudeE7") {
        latitude = try number()
      } else if reader.textIs("lngE7") || reader.textIs("longitudeE7") {
        longitude = try number()
      } else if reader.textIs("timestamp") {
        time = try self.time()
      } else if reader.textIs("timestampMs") {
        time = try millisecondsTime()
      } else if reader.textIs("accuracyMeters") {
        accuracy = try number()
      } else {
        try leaveOut()
      }
    }
    guard let coordinate = coordinate(latitude, longitude), isAccurate(accuracy) else { return nil }
    return TimelineDay.TimedPosition(coordinate, time, accuracy: accuracy)
  }
}
