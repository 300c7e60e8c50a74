import Foundation
import Geodesy

/// The state of the `gx:Track` that is being read.
struct KMLTrackState {
  /// The index of the track's first point.
  var start = 0
  var angleCount = 0
  /// The name of the array of sensor values that is being read.
  var arrayName = ""
  var sensor: GeoSensor?
  /// The column in which the values of the current array's sensor are stored. Nil for an unknown
  /// sensor, and until the array's first number has been stored.
  var column: SpooledValues<Double>?
  var valueCount = 0
  /// The numbers of sensor values and headings that are left out because they have no corresponding
  /// position.
  var surplus = (values: 0, headings: 0)
}

extension KMLScan {
  func beginTrack() {
    geometry.beginSegment()
    track = KMLTrackState(start: geometry.points.count)
    if stack.last == .multiTrack {
      beginValues()
      altitudeMode = multiTrackMode
    }
    stack.append(.track)
  }

  @inline(__always)
  func startInTrack(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    if tag.isLocal("when") {
      begin(.trackTime)
    } else if tag.isLocal("coord") {
      begin(.trackCoordinate)
    } else if tag.isLocal("angles") {
      begin(.trackAngles)
    } else if tag.isLocal("altitudeMode") {
      begin(.altitudeMode)
    } else if tag.isLocal("ExtendedData") {
      stack.append(.trackData)
    } else if tag.isLocal("Model") {
      tally.add(.model, "Model") { stream.place("Model") }
      depthLeftOut = 1
    } else {
      recordInGeometry(tag, attributes)
    }
  }

  func endTrackTime() throws {
    let times = geometry.points.times
    // The times of an earlier segment can be fewer than its positions.
    try times.pad(to: track.start)
    guard text.count > 0 else { return try times.append(.nan) }
    var time = Timestamp.parse(text.start, count: text.count)
    if time.isNaN, let written = trimmedText {
      time = Self.time(written)
      if time.isNaN {
        feed.diagnose(
          .timeUnreadable, .repaired, at: stream.place("when"),
          "the time \(Excerpt.of(written)) cannot be read, so the point has no time")
      } else {
        feed.diagnose(
          .timeZoneMissing, .kept, at: stream.place("when"),
          "a time consists of a date without a time of day; it is read as midnight UTC")
      }
    } else if !time.isNaN, Timestamp.hasNoZone(text.start, count: text.count) {
      feed.diagnose(
        .timeZoneMissing, .kept, at: stream.place("when"),
        "a time has no time zone; it is read as UTC")
    }
    try times.append(time)
  }

  func endTrackCoordinate() throws {
    var tuple = KMLCoordinates.tuple(text.start, count: text.count)
    guard tuple.count > 0 else {
      tally.add(.noPosition, "gx:coord") { stream.place("gx:coord") }
      return try geometry.append(nil, elevation: .nan)
    }
    if tuple.hasComma {
      guard let read = readCommas(tuple) else {
        feed.report.counts.skipped.trackPoints += 1
        return try geometry.append(nil, elevation: .nan)
      }
      tuple = read
    }
    let coordinate = feed.coordinate(
      latitude: tuple.latitude, longitude: tuple.longitude, at: stream.place("gx:coord"))
    if coordinate == nil { feed.report.counts.skipped.trackPoints += 1 }
    if tuple.count > 2, tuple.altitude.isNaN || tuple.count > 3 { diagnoseAltitude(tuple) }
    try geometry.append(coordinate, elevation: elevation(tuple.altitude))
  }

  /// Sets a point's course to the heading, the first value in `gx:angles`.
  func endTrackAngles() throws {
    let index = track.start + track.angleCount
    track.angleCount += 1
    let tuple = KMLCoordinates.tuple(text.start, count: text.count)
    for (name, angle) in [("tilt", tuple.latitude), ("roll", tuple.altitude)]
    where angle.isFinite && angle != 0 {
      tally.add(.angles, name) { stream.place("gx:angles") }
    }
    guard tuple.longitude.isFinite else { return }
    guard index < geometry.points.count else {
      track.surplus.headings += 1
      return
    }
    let heading = tuple.longitude.truncatingRemainder(dividingBy: 360)
    try geometry.points.set(.course, heading < 0 ? heading + 360 : heading, at: index)
  }

  func beginArray(_ attributes: XMLAttributes) {
    track.arrayName = attributes.text("name") ?? ""
    track.sensor = KMLSensor.sensor(track.arrayName)
    track.column = nil
    track.valueCount = 0
    stack.append(.trackArray)
  }

  func endTrackValue() throws {
    let index = track.start + track.valueCount
    track.valueCount += 1
    guard let sensor = track.sensor else { return try endUnknownValue(at: index) }
    guard index < geometry.points.count else {
      if !text.isBlank { track.surplus.values += 1 }
      return
    }
    let value = DecimalNumber.parse(text.start, count: text.count)
    if value.isNaN {
      guard let written = trimmedText, written.lowercased() != "nan" else { return }
      feed.diagnose(
        .valueInvalid, .repaired, at: stream.place("gx:value"),
        "the sensor value \(Excerpt.of(written)) is not a number and was left out")
    } else if let column = track.column, column.count == index {
      try column.append(value)
    } else {
      try geometry.points.set(sensor, value, at: index)
      track.column = geometry.points.sensors[sensor]
    }
  }

  /// Preserves a number from an unknown sensor's array. A value that is not a number is counted but
  /// not preserved.
  private func endUnknownValue(at index: Int) throws {
    guard text.count > 0 else { return }
    let value = DecimalNumber.parse(text.start, count: text.count)
    if value.isFinite, !track.arrayName.isEmpty, index < geometry.points.count,
      try geometry.points.set(track.arrayName, value, at: index)
    {
      return
    }
    tally.add(.sensor, track.arrayName) { stream.place("gx:SimpleArrayData") }
  }

  func endTrack() throws {
    let points = geometry.points
    let timeCount = points.times.count - track.start
    let count = points.count - track.start
    let surplusTimes = max(0, timeCount - count)
    reportUnequalCounts(
      surplusTimes: surplusTimes, untimedPositions: timeCount > 0 ? max(0, count - timeCount) : 0)
    // Times without a position cannot be removed from the column, so they get empty rows.
    for _ in 0..<surplusTimes { try geometry.append(nil, elevation: .nan) }
  }

  /// Reports how many values of the current track have no position, and how many positions have no
  /// time.
  private func reportUnequalCounts(surplusTimes: Int, untimedPositions: Int) {
    let counts = [
      (surplusTimes, "time", "without a position", "left out"),
      (track.surplus.values, "sensor value", "without a position", "left out"),
      (track.surplus.headings, "heading", "without a position", "left out"),
      (untimedPositions, "position", "without a time", "kept"),
    ].filter { $0.0 > 0 }
    guard !counts.isEmpty else { return }
    let list = counts.map { count, name, lack, action in
      "\(Numbers.counted(count, name)) \(lack) \(count == 1 ? "was" : "were") \(action)"
    }.joined(separator: ", ")
    feed.diagnose(
      .arrayLength, .repaired, at: stream.place("gx:Track"),
      """
      the numbers of times, positions and sensor values in a Track are unequal; they were assigned in order: \(list)
      """)
  }
}
