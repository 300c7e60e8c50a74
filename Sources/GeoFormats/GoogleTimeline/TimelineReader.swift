import Foundation
import Geodesy

/// A reader for the files of Google's location history. Visits become places. Moves and raw
/// positions become paths, one for each local day.
final class TimelineReader {
  let reader: JSONReader
  let feed: GeoFeed
  /// The maximum number of positions in memory for a single move, or for all moves on one day.
  private static let pointsAtMost = 200_000
  /// The maximum time between consecutive raw positions in a segment, in seconds.
  private static let pause = 1_800.0

  private var day: TimelineDay?
  /// The day whose raw positions form the current path. Nil before the first position.
  private var rawDay: Int?
  private var rawSegment = 0
  private var rawTime = Double.nan
  private var inaccurateCount = 0
  private var inaccuratePlace = Diagnostic.Place()
  /// The number of positions without a valid time, and the location of the first one in the file.
  var untimed = (count: 0, place: Diagnostic.Place())
  private var utcDays: Set<Int> = []
  /// The names of the omitted values, each with its number of occurrences.
  private var leftOut: [(name: [UInt8], count: Int)] = []
  private var otherLeftOutCount = 0
  private var leftOutPlace = Diagnostic.Place()
  /// A cache of the preserved markup for each accuracy value in the file. A timeline contains few
  /// distinct accuracy values.
  private var keptAccuracies: [Double: String] = [:]

  init(_ reader: JSONReader, _ feed: GeoFeed) {
    self.reader = reader
    self.feed = feed
  }

  func read() throws {
    switch try reader.next() {
    case .arrayStart: try elements { try segment() }
    case .objectStart:
      while try reader.nextKey() {
        if reader.textIs("semanticSegments") {
          try endRaw()
          try array { try segment() }
        } else if reader.textIs("timelineObjects") {
          try endRaw()
          try array { try timelineObject() }
        } else if reader.textIs("rawSignals") {
          try flushDay()
          try array { try rawSignal() }
        } else if reader.textIs("locations") {
          try array { try record() }
        } else {
          try leaveOut()
        }
      }
    default: break
    }
  }

  func finish(_ fault: JSONFault?) throws -> GeoReadReport {
    try flushDay()
    try endRaw()
    if inaccurateCount > 0 {
      feed.report.counts.skipped.trackPoints += inaccurateCount
      feed.diagnose(
        .timelineInaccurate, .skipped, at: inaccuratePlace,
        "positions that are less accurate than requested were left out (\(Numbers.grouped(inaccurateCount)))"
      )
    }
    if untimed.count > 0 {
      feed.report.counts.skipped.trackPoints += untimed.count
      feed.diagnose(
        .timelineLeftOut, .skipped, at: untimed.place,
        """
        \(Numbers.counted(untimed.count, "position")) without a valid time \
        \(untimed.count == 1 ? "was left out, because its" : "were left out, because their") day \
        is unknown
        """)
    }
    if !utcDays.isEmpty {
      feed.diagnose(
        .timelineInUTC, .kept,
        """
        the times of \(Numbers.counted(utcDays.count, "day")) have no offset, so these \
        days begin at midnight UTC instead of local time
        """)
    }
    if !leftOut.isEmpty {
      let others = otherLeftOutCount > 0 ? ", others (\(Numbers.grouped(otherLeftOutCount)))" : ""
      let names =
        leftOut.sorted { $0.count > $1.count }
        .map { "\($0.name.withUnsafeBufferPointer(Excerpt.of)) (\(Numbers.grouped($0.count)))" }
        .joined(separator: ", ") + others
      feed.diagnose(
        .timelineLeftOut, .skipped, at: leftOutPlace,
        "values that the library cannot represent were left out: \(names)")
    }
    return try feed.finish(reader, fault)
  }

  // MARK: JSON

  /// Calls a closure for each object in the current array. The closure is called after the object's
  /// opening brace has been read, and must read the rest of the object.
  func elements(_ body: () throws -> Void) throws {
    while true {
      switch try reader.next() {
      case .arrayEnd: return
      case .objectStart: try body()
      default: try reader.skipValue()
      }
    }
  }

  /// Reads the next value as an array of objects, or skips the value if it is not an array.
  func array(_ body: () throws -> Void) throws {
    if try reader.next() == .arrayStart { try elements(body) } else { try reader.skipValue() }
  }

  /// Reads the next value as an object, or skips the value if it is not an object. The closure is
  /// called for each key.
  func object(_ body: () throws -> Void) throws {
    guard try reader.next() == .objectStart else { return try reader.skipValue() }
    while try reader.nextKey() { try body() }
  }

  /// The maximum number of names listed in the diagnostic about omitted values.
  private static let namesAtMost = 20

  /// Skips the value of the key just read, and counts it as omitted.
  func leaveOut() throws {
    leaveOut(reader.bytes)
    try reader.skipNext()
  }

  /// Increases the count of omitted values with the given name.
  func leaveOut(_ name: some Collection<UInt8>, count: Int = 1) {
    if leftOut.isEmpty { leftOutPlace = reader.place }
    if let index = leftOut.firstIndex(where: { $0.name.elementsEqual(name) }) {
      leftOut[index].count += count
    } else if leftOut.count < Self.namesAtMost {
      leftOut.append((Array(name.prefix(200)), count))
    } else {
      otherLeftOutCount += count
    }
  }

  /// Reads the next value as a number, even if it is written as a string.
  func number() throws -> Double? {
    switch try reader.next() {
    case .number: return reader.number.isFinite ? reader.number : nil
    case .string:
      let number = DecimalNumber.parse(reader.bytes)
      return number.isFinite ? number : nil
    default:
      try reader.skipValue()
      return nil
    }
  }

  /// Reads the next value as a time in ISO 8601. Text that is not a time is reported.
  func time() throws -> TimelineTime? {
    guard try reader.next() == .string else {
      try reader.skipValue()
      return nil
    }
    if let time = TimelineTime(reader.bytes) { return time }
    feed.diagnose(
      .timeUnreadable, .repaired, at: reader.place,
      "the time “\(Excerpt.of(reader.bytes))” is not valid")
    return nil
  }

  /// Reads the next value as a time in milliseconds since 1970. A number or text that is not a time
  /// is reported.
  func millisecondsTime() throws -> TimelineTime? {
    if let time = try number().flatMap({ TimelineTime(milliseconds: $0) }) { return time }
    guard reader.lastToken == .number || reader.lastToken == .string else { return nil }
    feed.diagnose(
      .timeUnreadable, .repaired, at: reader.place,
      "the time “\(Excerpt.of(reader.bytes))” is not valid")
    return nil
  }

  /// A latitude and a longitude in degrees, before their ranges are checked.
  typealias Degrees = (latitude: Double, longitude: Double)

  /// Reads the next value as a position such as `46.5°, 7.9°`.
  func degrees() throws -> Degrees? {
    guard try reader.next() == .string else {
      try reader.skipValue()
      return nil
    }
    return textDegrees
  }

  /// The position parsed from the text of the current token.
  var textDegrees: Degrees {
    reader.hasEscapes
      ? TimelinePosition.parse(Array(reader.string.utf8)) : TimelinePosition.parse(reader.bytes)
  }

  /// Reads the next value as the position of a point in a path. Returns nil if the position is
  /// missing or not valid.
  func position() throws -> Coordinate? {
    try degrees().flatMap { coordinate($0.latitude, $0.longitude) }
  }

  /// Returns the position of a point in a path, given its latitude and longitude. Returns nil if
  /// the latitude or longitude is not valid. An invalid position is reported at the current token
  /// and counted.
  func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate? {
    let found = feed.coordinate(
      latitude: latitude, longitude: longitude, at: reader.place)
    if found == nil { feed.report.counts.skipped.trackPoints += 1 }
    return found
  }

  // MARK: Items

  /// Returns whether a position is accurate enough to be imported.
  func isAccurate(_ metres: Double?) -> Bool {
    guard let maximum = feed.input.options.maximumAccuracy, let metres, metres > maximum else {
      return true
    }
    if inaccurateCount == 0 { inaccuratePlace = reader.place }
    inaccurateCount += 1
    return false
  }

  private func note(_ time: TimelineTime) {
    if time.offset == nil, utcDays.count < 100_000 { utcDays.insert(time.day) }
  }

  func add(_ move: TimelineDay.Move) throws {
    guard !move.points.isEmpty else {
      leaveOut(Array("movements without positions".utf8))
      return
    }
    try begin(move.start)
    day?.add(move)
  }

  func add(_ points: [TimelineDay.TimedPosition], from start: TimelineTime) throws {
    guard !points.isEmpty else { return }
    try begin(start)
    day?.add(points)
  }

  /// Returns whether another point can be added to a move that has the given number of points.
  /// Reports the move if it is full.
  func hasRoom(after count: Int) -> Bool {
    guard count >= Self.pointsAtMost else { return true }
    feed.report.counts.skipped.trackPoints += 1
    feed.diagnose(
      .timelineLeftOut, .skipped, at: reader.place,
      """
      a movement has more than \(Self.pointsAtMost) positions; the remaining positions were left out
      """)
    return false
  }

  private func begin(_ time: TimelineTime) throws {
    note(time)
    if day?.day != time.day || (day?.count ?? 0) > Self.pointsAtMost { try flushDay() }
    if day == nil { day = TimelineDay(time.day) }
  }

  /// Passes the current day's moves to the ``GeoSink``.
  private func flushDay() throws {
    guard var day else { return }
    self.day = nil
    guard !day.isEmpty else { return }
    try endRaw()
    let segments = day.segments()
    try feed.beginPath(.track)
    for (index, points) in segments.enumerated() {
      for point in points {
        try feed.point(point.coordinate, time: point.time, segment: index)
        feed.set(point.format)
        keep(accuracy: point.accuracy)
      }
    }
    var header = GeoPathHeader(kind: .track, name: TimelineTime.date(day.day))
    header.segments = segments.count
    let moves = day.moves.map(\.summary)
    if !moves.isEmpty { header.details = moves.joined(separator: "\n") }
    header.kept = PreservedMarkup.keeping(day.ends)
    try feed.endPath(header)
  }

  /// The maximum number of accuracy values whose markup is cached.
  private static let accuraciesAtMost = 10_000

  /// Stores the accuracy of the last point in the point's preserved markup.
  private func keep(accuracy: Double?) {
    guard let accuracy else { return }
    let kept =
      keptAccuracies[accuracy]
      ?? PreservedMarkup.keeping([
        ForeignValue(
          format: GoogleTimelineCodec.id, name: "accuracy",
          value: OutputBuffer.plainDecimal(accuracy))
      ])
    if keptAccuracies.count < Self.accuraciesAtMost { keptAccuracies[accuracy] = kept }
    feed.set(kept: kept)
  }

  /// Passes a raw position to the ``GeoSink``. Such a position was recorded independently of visits
  /// and moves.
  func addRaw(
    _ coordinate: Coordinate, _ time: TimelineTime, accuracy: Double?, elevation: Double?,
    speed: Double?, course: Double?
  ) throws {
    note(time)
    if rawDay != time.day {
      try endRaw()
      try feed.beginPath(.track)
      rawDay = time.day
      rawSegment = 0
      rawTime = time.seconds
    }
    if abs(time.seconds - rawTime) > Self.pause { rawSegment += 1 }
    rawTime = time.seconds
    try feed.point(
      coordinate, elevation: elevation ?? .nan, time: time.seconds, segment: rawSegment)
    feed.set(time.format)
    if let speed { feed.set(.speed, speed) }
    if let course { feed.set(.course, course) }
    keep(accuracy: accuracy)
  }

  private func endRaw() throws {
    guard let day = rawDay else { return }
    rawDay = nil
    var header = GeoPathHeader(
      kind: .track, name: "\(TimelineTime.date(day)), raw positions", type: "raw positions")
    header.segments = rawSegment + 1
    try feed.endPath(header)
  }
}
