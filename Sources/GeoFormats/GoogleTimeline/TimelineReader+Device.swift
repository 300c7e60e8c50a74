import Foundation
import Geodesy

/// Functions that read location history exported from Android and iOS devices.
extension TimelineReader {
  /// A position from a `timelinePath`, stored until the start time of its segment is known.
  private struct PathPoint {
    let coordinate: Coordinate
    var time: TimelineTime?
    /// The position's time in minutes since the start of the segment.
    var minutes: Double?
  }

  private struct Activity {
    var start: Coordinate?
    var end: Coordinate?
    var type: String?
    var metres: Double?
  }

  /// Reads a segment: a visit, a move, or a sequence of positions. Its members can be in any order.
  func segment() throws {
    var start: TimelineTime?
    var end: TimelineTime?
    var minutes: (start: Double?, end: Double?) = (nil, nil)
    var visit: Visit?
    var activity: Activity?
    var path: [PathPoint] = []
    while try reader.nextKey() {
      if reader.textIs("startTime") {
        start = try time()
      } else if reader.textIs("endTime") {
        end = try time()
      } else if reader.textIs("visit") {
        visit = try self.visit()
      } else if reader.textIs("activity") {
        activity = try self.activity()
      } else if reader.textIs("timelinePath") {
        try array {
          if let point = try pathPoint(), hasRoom(after: path.count) { path.append(point) }
        }
      } else if reader.textIs("startTimeTimezoneUtcOffsetMinutes") {
        minutes.start = try number()
      } else if reader.textIs("endTimeTimezoneUtcOffsetMinutes") {
        minutes.end = try number()
      } else {
        try leaveOut()
      }
    }
    setOffset(minutes.start, of: &start, "startTimeTimezoneUtcOffsetMinutes")
    setOffset(minutes.end, of: &end, "endTimeTimezoneUtcOffsetMinutes")
    if var visit {
      (visit.start, visit.end) = (start, end)
      try add(visit)
    }
    try add(path, from: start)
    if let activity { try add(activity, from: start, to: end) }
  }

  /// Sets the UTC offset of a time to the given number of minutes. If the time already has a
  /// different offset, or the given offset is not valid, counts an omitted value with the given
  /// name.
  private func setOffset(_ minutes: Double?, of time: inout TimelineTime?, _ name: String) {
    guard let minutes, let stated = time else { return }
    let offset = abs(minutes) <= 1_440 ? Int(minutes) * 60 : nil
    if stated.offset == nil, let offset {
      time?.offset = offset
    } else if stated.offset != offset || offset == nil {
      leaveOut(Array(name.utf8))
    }
  }

  private func add(_ path: [PathPoint], from start: TimelineTime?) throws {
    let times = path.map { point in
      point.time?.seconds
        ?? start.map { $0.seconds + (point.minutes ?? 0) * 60 }.flatMap {
          Timestamp.writable.contains($0) ? $0 : nil
        } ?? .nan
    }
    guard let first = start ?? path.first?.time else {
      if !path.isEmpty { leaveOutUntimed(path.count) }
      return
    }
    // A segment of two hours can pass midnight.
    var points: [TimelineDay.TimedPosition] = []
    var last = first
    for (point, seconds) in zip(path, times) {
      let time = TimelineTime(
        seconds: seconds.isFinite ? seconds : last.seconds,
        offset: point.time?.offset ?? first.offset)
      if time.day != last.day {
        try add(points, from: last)
        points = []
      }
      last = time
      points.append(
        TimelineDay.TimedPosition(point.coordinate, seconds.isFinite ? time : nil))
    }
    try add(points, from: last)
  }

  private func add(_ activity: Activity, from start: TimelineTime?, to end: TimelineTime?) throws {
    let points = [
      activity.start.map { TimelineDay.TimedPosition($0, start) },
      activity.end.map { TimelineDay.TimedPosition($0, end) },
    ].compactMap { $0 }
    guard let start = start ?? end else { return leaveOutUntimed(points.count) }
    try add(
      TimelineDay.Move(
        start: start, end: end ?? start, type: activity.type, metres: activity.metres,
        points: points))
  }

  /// Counts positions that are omitted because they have no valid time.
  func leaveOutUntimed(_ count: Int) {
    if untimed.count == 0 { untimed.place = reader.place }
    untimed.count += count
  }

  private func pathPoint() throws -> PathPoint? {
    var coordinate: Coordinate?
    var time: TimelineTime?
    var minutes: Double?
    while try reader.nextKey() {
      if reader.textIs("point") {
        coordinate = try position()
      } else if reader.textIs("time") {
        time = try self.time()
      } else if reader.textIs("durationMinutesOffsetFromStartTime") {
        minutes = try number().flatMap { abs($0) < 1e7 ? $0 : nil }
      } else {
        try leaveOut()
      }
    }
    return coordinate.map { PathPoint(coordinate: $0, time: time, minutes: minutes) }
  }

  private func visit() throws -> Visit {
    var visit = Visit()
    try object {
      if reader.textIs("topCandidate") {
        try object {
          if reader.textIs("placeId") || reader.textIs("placeID") {
            visit.identifier = try reader.nextString()
          } else if reader.textIs("semanticType") {
            visit.meaning = try reader.nextString()
          } else if reader.textIs("placeLocation") {
            let position = try location()
            (visit.latitude, visit.longitude) = (position?.latitude, position?.longitude)
          } else {
            try leaveOut()
          }
        }
      } else {
        try leaveOut()
      }
    }
    return visit
  }

  private func activity() throws -> Activity {
    var activity = Activity()
    try object {
      if reader.textIs("start") {
        activity.start = try location().flatMap { coordinate($0.latitude, $0.longitude) }
      } else if reader.textIs("end") {
        activity.end = try location().flatMap { coordinate($0.latitude, $0.longitude) }
      } else if reader.textIs("distanceMeters") {
        activity.metres = try number()
      } else if reader.textIs("topCandidate") {
        try object {
          if reader.textIs("type") {
            activity.type = try reader.nextString()
          } else {
            try leaveOut()
          }
        }
      } else {
        try leaveOut()
      }
    }
    return activity
  }

  /// Reads the next value as a position. On iOS the value is text; on Android it is an object that
  /// contains the position.
  private func location() throws -> Degrees? {
    switch try reader.next() {
    case .string: return textDegrees
    case .objectStart:
      var found: Degrees?
      while try reader.nextKey() {
        if reader.textIs("latLng") { found = try degrees() } else { try leaveOut() }
      }
      return found
    default:
      try reader.skipValue()
      return nil
    }
  }

  /// Reads an element of `rawSignals`: a position, or a measurement without a position.
  func rawSignal() throws {
    while try reader.nextKey() {
      guard reader.textIs("position") else {
        try leaveOut()
        continue
      }
      var coordinate: Coordinate?
      var time: TimelineTime?
      var (accuracy, elevation, speed): (Double?, Double?, Double?)
      try object {
        if reader.textIs("LatLng") || reader.textIs("latLng") {
          coordinate = try position()
        } else if reader.textIs("timestamp") {
          time = try self.time()
        } else if reader.textIs("accuracyMeters") {
          accuracy = try number()
        } else if reader.textIs("altitudeMeters") {
          elevation = try number()
        } else if reader.textIs("speedMetersPerSecond") {
          speed = try number()
        } else {
          try leaveOut()
        }
      }
      try addRaw(coordinate, time, accuracy, elevation: elevation, speed: speed, course: nil)
    }
  }

  /// Passes a raw position to the ``GeoSink`` if the position is complete and accurate enough.
  func addRaw(
    _ coordinate: Coordinate?, _ time: TimelineTime?, _ accuracy: Double?, elevation: Double?,
    speed: Double?, course: Double?
  ) throws {
    guard let coordinate, isAccurate(accuracy) else { return }
    guard let time else { return leaveOutUntimed(1) }
    try addRaw(
      coordinate, time, accuracy: accuracy, elevation: elevation, speed: speed, course: course)
  }
}
