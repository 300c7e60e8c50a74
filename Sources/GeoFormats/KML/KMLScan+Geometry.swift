import Foundation
import Geodesy

/// The geometries of a Placemark that are collected until the Placemark ends.
struct KMLGeometry {
  enum Kind {
    case point
    case line
    case polygon
    case track
  }

  /// A geometry, which consists of one or more segments.
  struct Part {
    let kind: Kind
    var segments = 0
  }

  var parts: [Part] = []
  /// The number of rows of each segment in ``points``.
  var segments: [Int] = []
  let points = SpooledPoints()

  var isEmpty: Bool { parts.isEmpty }

  mutating func begin(_ kind: Kind) {
    parts.append(Part(kind: kind))
  }

  mutating func beginSegment() {
    if parts.isEmpty { parts.append(Part(kind: .line)) }
    parts[parts.count - 1].segments += 1
    segments.append(0)
  }

  mutating func append(_ coordinate: Coordinate?, elevation: Double) throws {
    guard !segments.isEmpty else { return }
    segments[segments.count - 1] += 1
    // A row without a position keeps the following times and sensor values in step.
    try points.append(
      latitude: coordinate?.latitude ?? .nan, longitude: coordinate?.longitude ?? .nan,
      elevation: elevation)
  }

  /// Removes points without coordinates.
  mutating func removeEmptyPoints() {
    var kept: [Int] = []
    var start = 0
    parts.removeAll { part in
      let own = segments[start..<(start + part.segments)]
      start += part.segments
      guard part.kind == .point, own.allSatisfy({ $0 == 0 }) else {
        kept += own
        return false
      }
      return true
    }
    segments = kept
  }

  mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    points.removeAll()
  }
}

/// The track that is being read.
struct KMLTrackState {
  /// The index of the track's first row.
  var start = 0
  var angleCount = 0
  /// The array of sensor values that is being read.
  var arrayName = ""
  var sensor: GeoSensor?
  var valueCount = 0
  var hasUnequalCounts = false
}

extension KMLScan {
  /// Handles the start of a geometry in a Placemark or MultiGeometry.
  ///
  /// - Returns: Whether the element is a geometry.
  func startGeometry(_ tag: XMLTag, _ attributes: XMLAttributes) throws -> Bool {
    if tag.isLocal("LineString") || tag.isLocal("LinearRing") {
      try beginLine()
    } else if tag.isLocal("Point") {
      try beginCollected(.point)
      geometry.beginSegment()
      stack.append(.point)
    } else if tag.isLocal("Track") {
      if stack.last != .multiTrack { try beginCollected(.track) }
      beginTrack()
    } else if tag.isLocal("MultiTrack") {
      try beginCollected(.track)
      stack.append(.multiTrack)
    } else if tag.isLocal("Polygon") {
      tally.add(.polygon, "Polygon") { stream.place("Polygon") }
      try beginCollected(.polygon)
      stack.append(.polygon)
    } else if tag.isLocal("MultiGeometry") || tag.isLocal("GeometryCollection") {
      try endStreamedPath()
      stack.append(.multiGeometry)
    } else if tag.isLocal("Model") {
      tally.add(.model, "Model") { stream.place("Model") }
      item.hasModel = true
      depthLeftOut = 1
    } else {
      return false
    }
    return true
  }

  private func beginCollected(_ kind: KMLGeometry.Kind) throws {
    try endStreamedPath()
    geometry.begin(kind)
  }

  /// Begins a LineString or LinearRing. If it is the Placemark's first geometry, its points go to the
  /// feed at once.
  private func beginLine() throws {
    try endStreamedPath()
    if stack.last == .placemark, geometry.isEmpty {
      try feed.beginPath(item.kind ?? .route)
      streamedSegments = 1
      isStreaming = true
    } else {
      geometry.begin(.line)
      geometry.beginSegment()
    }
    stack.append(.line)
  }

  /// Handles an element inside a geometry other than a track.
  func startInGeometry(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    switch stack.last {
    case .multiGeometry:
      if !(try startGeometry(tag, attributes)) { record(tag, attributes) }
    case .multiTrack where tag.isLocal("Track"): beginTrack()
    case .polygon where tag.isLocal("outerBoundaryIs") || tag.isLocal("innerBoundaryIs"):
      stack.append(.boundary)
    case .boundary where tag.isLocal("LinearRing"), .polygon where tag.isLocal("LinearRing"):
      geometry.beginSegment()
      stack.append(.ring)
    case .point where tag.isLocal("coordinates"), .line where tag.isLocal("coordinates"),
      .ring where tag.isLocal("coordinates"):
      coordinates = KMLCoordinates()
      begin(.coordinates)
    case .trackData where tag.isLocal("SchemaData"): stack.append(.trackSchemaData)
    case .trackSchemaData where tag.isLocal("SimpleArrayData"):
      beginArray(attributes)
    case .trackData, .trackSchemaData, .boundary: leaveOut(tag)
    default:
      if tag.isLocal("altitudeMode") { begin(.altitudeMode) } else { record(tag, attributes) }
    }
  }

  // MARK: Coordinates

  func readCoordinates(_ piece: UnsafeBufferPointer<UInt8>) throws {
    try coordinates.read(piece) { try add($0) }
  }

  func endCoordinates() throws {
    try coordinates.finish { try add($0) }
  }

  @inline(__always)
  private func add(_ tuple: KMLCoordinates.Tuple) throws {
    guard let coordinate = feed.coordinate(
      latitude: tuple.latitude, longitude: tuple.longitude, at: stream.place("coordinates"))
    else {
      countSkipped()
      return
    }
    if tuple.count > 2, tuple.altitude.isNaN || tuple.count > 3 { diagnoseAltitude(tuple) }
    if isStreaming {
      try feed.point(coordinate, elevation: tuple.altitude)
    } else {
      try geometry.append(coordinate, elevation: tuple.altitude)
    }
  }

  private func diagnoseAltitude(_ tuple: KMLCoordinates.Tuple) {
    if tuple.altitude.isNaN {
      feed.diagnose(
        .elevationUnreadable, .repaired, at: stream.place("coordinates"),
        "an altitude is not a number; the point has no elevation")
    }
    if tuple.count > 3 {
      feed.diagnose(
        .valueInvalid, .repaired, at: stream.place("coordinates"),
        "a position has \(tuple.count) numbers; only the first three were read")
    }
  }

  private func countSkipped() {
    switch (stack.last, isStreaming) {
    case (.point, _): feed.report.counts.skipped.waypoints += 1
    case (.line, true) where feed.openPath == .route: feed.report.counts.skipped.routePoints += 1
    default: feed.report.counts.skipped.trackPoints += 1
    }
  }

  func endGeometry(_ context: KMLContext) throws {
    switch context {
    case .line: isStreaming = false
    case .track: try endTrack()
    default: break
    }
  }

  // MARK: Tracks

  private func beginTrack() {
    geometry.beginSegment()
    track = KMLTrackState(start: geometry.points.count)
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
      record(tag, attributes)
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
          "the time \(Excerpt.of(written)) cannot be read; the point has no time")
      }
    } else if !time.isNaN, Timestamp.hasNoZone(text.start, count: text.count) {
      feed.diagnose(
        .timeZoneMissing, .kept, at: stream.place("when"),
        "a time has no time zone; it is read as UTC")
    }
    try times.append(time)
  }

  func endTrackCoordinate() throws {
    let tuple = KMLCoordinates.tuple(text)
    guard tuple.count > 0 else { return try geometry.append(nil, elevation: .nan) }
    let coordinate = feed.coordinate(
      latitude: tuple.latitude, longitude: tuple.longitude, at: stream.place("gx:coord"))
    if coordinate == nil { feed.report.counts.skipped.trackPoints += 1 }
    if tuple.count > 2, tuple.altitude.isNaN { diagnoseAltitude(tuple) }
    try geometry.append(coordinate, elevation: tuple.altitude)
  }

  /// Reads the heading from `gx:angles` (heading, tilt and roll) as the course.
  func endTrackAngles() throws {
    let index = track.start + track.angleCount
    track.angleCount += 1
    let tuple = KMLCoordinates.tuple(text)
    guard tuple.longitude.isFinite, index < geometry.points.count else { return }
    let heading = tuple.longitude.truncatingRemainder(dividingBy: 360)
    try geometry.points.set(.course, heading < 0 ? heading + 360 : heading, at: index)
  }

  private func beginArray(_ attributes: XMLAttributes) {
    track.arrayName = attributes.text("name") ?? ""
    track.sensor = KMLSensor.sensor(track.arrayName)
    track.valueCount = 0
    stack.append(.trackArray)
  }

  func endTrackValue() throws {
    let index = track.start + track.valueCount
    track.valueCount += 1
    guard let sensor = track.sensor else {
      if text.count > 0 {
        tally.add(.sensor, track.arrayName) { stream.place("gx:SimpleArrayData") }
      }
      return
    }
    guard index < geometry.points.count else {
      track.hasUnequalCounts = true
      return
    }
    let value = DecimalNumber.parse(text.start, count: text.count)
    if value.isNaN {
      guard let written = trimmedText, written.lowercased() != "nan" else { return }
      feed.diagnose(
        .valueInvalid, .repaired, at: stream.place("gx:value"),
        "the sensor value \(Excerpt.of(written)) is not a number and was left out")
    } else {
      try geometry.points.set(sensor, value, at: index)
    }
  }

  func endTrack() throws {
    let points = geometry.points
    let timeCount = points.times.count - track.start
    let count = points.count - track.start
    if timeCount > 0, timeCount != count { track.hasUnequalCounts = true }
    // Times without a position cannot be removed from the column, so they get empty rows.
    for _ in 0..<max(0, timeCount - count) { try geometry.append(nil, elevation: .nan) }
    if track.hasUnequalCounts { tally.add(.unequalCounts, "gx:Track") { stream.place("gx:Track") } }
  }
}
