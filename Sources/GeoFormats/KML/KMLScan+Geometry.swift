import Foundation
import Geodesy

/// The geometries of a Placemark, which are collected until the Placemark ends.
struct KMLGeometry {
  enum Kind {
    case point
    case line
    case polygon
    case track
  }

  /// A geometry of one or more segments.
  struct Part {
    let kind: Kind
    var segments = 0
  }

  var parts: [Part] = []
  /// The number of points in each segment, in the order of ``points``.
  var segments: [Int] = []
  let points = SpooledPoints()
  /// The preserved elements of the geometry that is being read.
  var values = KMLGeometryValues()
  /// The preserved elements of the MultiTrack that is being read, which apply to its tracks.
  var multiTrackValues = KMLGeometryValues()
  /// The distinct sets of preserved elements in the geometries read so far.
  private var distinctValues: [KMLGeometryValues] = []
  /// The index in ``distinctValues`` of each segment's set of preserved elements, for all
  /// geometries read so far.
  private var valueIndices: [Int] = []
  /// Whether a position in the last segment was skipped because it was invalid.
  var hasSkippedPosition = false

  var isEmpty: Bool { parts.isEmpty }

  mutating func begin(_ kind: Kind) {
    parts.append(Part(kind: kind))
  }

  mutating func beginSegment() {
    if parts.isEmpty { parts.append(Part(kind: .line)) }
    parts[parts.count - 1].segments += 1
    segments.append(0)
    hasSkippedPosition = false
  }

  mutating func append(_ coordinate: Coordinate?, elevation: Double) throws {
    guard !segments.isEmpty else { return }
    segments[segments.count - 1] += 1
    // A row without a position keeps the following times and sensor values in step.
    try points.append(
      latitude: coordinate?.latitude ?? .nan, longitude: coordinate?.longitude ?? .nan,
      elevation: elevation)
  }

  /// Stores the preserved elements of the geometry that was read.
  ///
  /// - Returns: Whether equal elements of another geometry were already stored.
  mutating func endValues() -> Bool {
    guard valueIndices.count < segments.count else { return false }
    // Most geometries of a Placemark have the same elements.
    let known =
      distinctValues.count > 64
      ? distinctValues.indices.last.flatMap { distinctValues[$0] == values ? $0 : nil }
      : distinctValues.firstIndex(of: values)
    if known == nil { distinctValues.append(values) }
    let index = known ?? distinctValues.count - 1
    while valueIndices.count < segments.count { valueIndices.append(index) }
    return known != nil
  }

  /// Returns the preserved elements of each segment in the given range.
  func values(of range: Range<Int>) -> [KMLGeometryValues] {
    valueIndices[range.clamped(to: valueIndices.indices)].map { distinctValues[$0] }
  }

  /// Removes Point geometries without coordinates.
  mutating func removeEmptyPoints() {
    var kept: [Int] = []
    var keptIndices: [Int] = []
    var start = 0
    parts.removeAll { part in
      let own = segments[start..<(start + part.segments)]
      start += part.segments
      guard part.kind == .point, own.allSatisfy({ $0 == 0 }) else {
        kept += own
        let range = (start - part.segments)..<start
        keptIndices += valueIndices[range.clamped(to: valueIndices.indices)]
        return false
      }
      return true
    }
    segments = kept
    valueIndices = keptIndices
  }

  mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    points.removeAll()
    values = KMLGeometryValues()
    distinctValues.removeAll(keepingCapacity: true)
    valueIndices.removeAll(keepingCapacity: true)
  }
}

/// The first and last positions of the LinearRing that is being read.
struct KMLRing {
  private var first: (coordinate: Coordinate, elevation: Double)?
  private var last: Coordinate?

  mutating func add(_ coordinate: Coordinate, elevation: Double) {
    if first == nil { first = (coordinate, elevation) }
    last = coordinate
  }

  /// The point to add at the end to close the ring. Nil if the ring is already closed.
  var closingPoint: (coordinate: Coordinate, elevation: Double)? {
    guard let first, let last, first.coordinate != last else { return nil }
    return first
  }
}

extension KMLScan {
  /// Handles the start of a geometry in a Placemark or MultiGeometry.
  ///
  /// - Returns: Whether the element is a geometry.
  func startGeometry(_ tag: XMLTag, _ attributes: XMLAttributes) throws -> Bool {
    try checkGeometries()
    altitudeMode = item.hasPartialElevations ? .absolute : .clampToGround
    hasAltitudes = false
    if tag.isLocal("LineString") || tag.isLocal("LinearRing") {
      try beginLine()
      ring = tag.isLocal("LinearRing") ? KMLRing() : nil
    } else if tag.isLocal("Point") {
      try beginCollected(.point)
      geometry.beginSegment()
      stack.append(.point)
    } else if tag.isLocal("Track") {
      if stack.last != .multiTrack { try beginCollected(.track) }
      beginTrack()
    } else if tag.isLocal("MultiTrack") {
      try beginCollected(.track)
      geometry.multiTrackValues = KMLGeometryValues()
      multiTrackMode = altitudeMode
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

  /// Throws an error, which stops reading, if the number of geometries in the Placemark exceeds the
  /// limit.
  private func checkGeometries() throws {
    let limit = feed.input.options.limits.geometries
    guard max(geometry.parts.count, geometry.segments.count) >= limit else { return }
    throw refusal(.limitFragment, "a Placemark has more than \(Numbers.grouped(limit)) geometries")
  }

  private func beginCollected(_ kind: KMLGeometry.Kind) throws {
    try endStreamedPath()
    geometry.begin(kind)
    beginValues()
  }

  /// Starts an empty set of preserved elements for a geometry.
  func beginValues() {
    geometry.values = KMLGeometryValues()
    item.geometryIndex = item.geometryIndex ?? item.kept.count
  }

  /// Changes the preserved elements of the current geometry, and updates the size of the preserved
  /// XML.
  func keepInGeometry(_ change: (inout KMLGeometryValues) -> Void) {
    let byteCount = geometry.values.byteCount
    change(&geometry.values)
    item.keptBytes += geometry.values.byteCount - byteCount
  }

  /// Stores the preserved elements of the geometry that has just ended.
  ///
  /// - Parameter isInMultiTrack: Whether the geometry is a track of a MultiTrack.
  func endValues(isInMultiTrack: Bool) {
    if isInMultiTrack { geometry.values.inheritMode(of: geometry.multiTrackValues) }
    let byteCount = geometry.values.byteCount
    if geometry.endValues() { item.keptBytes -= byteCount }
  }

  /// Handles the start of a LineString or LinearRing. If the line is the Placemark's first
  /// geometry, its points go to the feed as they are read.
  private func beginLine() throws {
    try endStreamedPath()
    beginValues()
    if stack.last == .placemark, geometry.isEmpty {
      try feed.beginPath(item.kind ?? .route)
      streamedSegments = 1
      passed = (0, 0)
      isStreaming = true
    } else {
      geometry.begin(.line)
      geometry.beginSegment()
    }
    stack.append(.line)
  }

  /// Handles an element inside a geometry other than a track.
  func startInGeometry(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    try checkGeometries()
    switch stack.last {
    case .multiGeometry:
      if !(try startGeometry(tag, attributes)) { recordInGeometry(tag, attributes) }
    case .multiTrack where tag.isLocal("Track"):
      beginTrack()
    case .polygon where tag.isLocal("outerBoundaryIs") || tag.isLocal("innerBoundaryIs"):
      stack.append(.boundary)
    case .boundary where tag.isLocal("LinearRing"),
      .polygon where tag.isLocal("LinearRing"):
      geometry.beginSegment()
      ring = KMLRing()
      stack.append(.ring)
    case .point where tag.isLocal("coordinates"),
      .line where tag.isLocal("coordinates"),
      .ring where tag.isLocal("coordinates"):
      coordinates = KMLCoordinates()
      begin(.coordinates)
    case .trackData where tag.isLocal("SchemaData"): stack.append(.trackSchemaData)
    case .trackSchemaData where tag.isLocal("SimpleArrayData"):
      beginArray(attributes)
    case .trackData, .trackSchemaData, .boundary: leaveOut(tag)
    default:
      if tag.isLocal("altitudeMode") {
        begin(.altitudeMode)
      } else {
        recordInGeometry(tag, attributes)
      }
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
    guard
      let coordinate = feed.coordinate(
        latitude: tuple.latitude, longitude: tuple.longitude, at: stream.place("coordinates"))
    else {
      countSkipped()
      return
    }
    if tuple.count > 2, tuple.altitude.isNaN || tuple.count > 3 { diagnoseAltitude(tuple) }
    let elevation = elevation(tuple.altitude)
    ring?.add(coordinate, elevation: elevation)
    try append(coordinate, elevation: elevation)
  }

  @inline(__always)
  private func append(_ coordinate: Coordinate, elevation: Double) throws {
    if isStreaming {
      notePassed(elevation)
      try feed.point(coordinate, elevation: elevation)
    } else {
      try geometry.append(coordinate, elevation: elevation)
    }
  }

  /// Adds the first point of a LinearRing at the ring's end, unless the ring is already closed.
  private func closeRing() throws {
    defer { ring = nil }
    guard let (coordinate, elevation) = ring?.closingPoint else { return }
    tally.add(.openRing, "LinearRing") { stream.place("LinearRing") }
    try append(coordinate, elevation: elevation)
  }

  /// Converts an altitude in the current altitude mode to an elevation.
  ///
  /// In any altitude mode except `absolute`, an altitude of 0 can be a placeholder. An altitude of
  /// 0 is read as an elevation only if the same geometry already had an altitude other than 0;
  /// otherwise, the result is NaN. Other altitudes are read as elevations in every mode, because
  /// programs also write real elevations in geometries on the ground, whose altitudes KML ignores.
  @inline(__always)
  func elevation(_ altitude: Double) -> Double {
    if altitudeMode == .absolute || altitude.isNaN { return altitude }
    if altitude != 0 {
      hasAltitudes = true
      if altitudeMode == .clampToGround { geometry.values.hasGroundAltitude = true }
    } else if !hasAltitudes {
      tally.addZeroAltitude(stream)
      return .nan
    }
    return altitude
  }

  func diagnoseAltitude(_ tuple: KMLCoordinates.Tuple) {
    let element = stack.last == .track ? "gx:coord" : "coordinates"
    if tuple.altitude.isNaN {
      feed.diagnose(
        .elevationUnreadable, .repaired, at: stream.place(element),
        "an altitude is not a number, so the point has no elevation")
    }
    if tuple.count > 3 {
      feed.diagnose(
        .valueInvalid, .repaired, at: stream.place(element),
        "a position has \(tuple.count) numbers; only the first three were used")
    }
  }

  private func countSkipped() {
    geometry.hasSkippedPosition = true
    switch (stack.last, isStreaming) {
    case (.point, _): feed.report.counts.skipped.waypoints += 1
    case (.line, true) where feed.openPath == .route: feed.report.counts.skipped.routePoints += 1
    default: feed.report.counts.skipped.trackPoints += 1
    }
  }

  func endGeometry(_ context: KMLContext) throws {
    switch context {
    case .line:
      try closeRing()
      isStreaming = false
    case .ring: try closeRing()
    case .point where geometry.segments.last == 0 && !geometry.hasSkippedPosition:
      tally.add(.emptyPoint, "Point") { stream.place("Point") }
    case .track: try endTrack()
    default: break
    }
    if context != .ring, context != .multiTrack {
      endValues(isInMultiTrack: stack.last == .multiTrack)
    }
  }
}
