import Geodesy

/// The state of a path whose points are being passed to the ``GeoFeed``. It joins lines that were
/// cut at the antimeridian (RFC 7946 requires such cuts), and closes rings.
struct GeoJSONPath {
  struct PathPoint {
    var position: GeoJSONPosition
    /// The time in seconds since 2001-01-01T00:00:00Z, or NaN if it is unknown.
    var time = Double.nan
    var sensors: [(sensor: GeoSensor, value: Double)] = []

    init(_ position: GeoJSONPosition) { self.position = position }

    /// Copies the values that this point lacks from another point with the same position.
    mutating func add(valuesOf other: PathPoint) {
      if time.isNaN { time = other.time }
      if position.elevation.isNaN { position.elevation = other.position.elevation }
      for value in other.sensors where !sensors.contains(where: { $0.sensor == value.sensor }) {
        sensors.append(value)
      }
    }
  }

  private let feed: GeoFeed
  private let kind: GeoPathHeader.Kind
  private let isRing: Bool
  private var segment = -1
  /// The last point that was passed to the ``GeoFeed``.
  private var last: GeoJSONPosition?
  private var ringStart: PathPoint?
  /// A point on the antimeridian that is held back until the next point arrives.
  private var held: PathPoint?
  /// Whether the point in ``held`` is both the end of a line and the start of the next line.
  private var isJoint = false
  /// The second point of a line if it equals the first point, otherwise nil. The point is not
  /// passed on until the next point arrives.
  private var twin: PathPoint?
  /// The number of points passed to the ``GeoFeed`` for the current line.
  private var lineCount = 0
  /// Whether the next point must start a line, because the line's original first point was omitted.
  private var startsLine = false
  /// The number of lines that consist of two identical positions. Each such line is imported as one
  /// point.
  private(set) var repeatedPositions = 0
  /// The number of rings that are open: their last position differs from their first.
  private(set) var openRings = 0
  /// The number of joints between two lines that were cut at the antimeridian.
  private(set) var joints = 0

  init(_ feed: GeoFeed, kind: GeoPathHeader.Kind, isRing: Bool) {
    self.feed = feed
    self.kind = kind
    self.isRing = isRing
  }

  /// The number of segments in the path.
  var segments: Int { segment + 1 }

  /// Adds the next point. An invalid point is not added, but can mark the start of a line.
  mutating func add(_ point: PathPoint) throws {
    startsLine = startsLine || point.position.startsLine
    guard point.position.isValid else { return }
    var point = point
    if startsLine { point.position.bits |= GeoJSONPosition.lineStart }
    startsLine = false
    if let repeated = twin {
      twin = nil
      if point.position.startsLine { repeatedPositions += 1 } else { try pass(repeated) }
    } else if isTwin(point) {
      twin = point
      return
    }
    if let joint = held {
      if !isRing, !isJoint, point.position.startsLine, Self.meet(joint, point) {
        held?.add(valuesOf: point)
        isJoint = true
        joints += 1
        return
      }
      let isCut = isJoint && !point.position.startsLine && isInterpolated(joint, before: point)
      held = nil
      isJoint = false
      if !isCut { try pass(joint) }
    }
    if abs(point.position.longitude) == 180 {
      held = point
    } else {
      try pass(point)
    }
  }

  /// Ends the path. Passes the points that are still held back to the ``GeoFeed``, and closes an
  /// open ring.
  mutating func end() throws {
    if twin != nil { repeatedPositions += 1 }
    twin = nil
    if let held { try pass(held) }
    held = nil
    try closeRing()
  }

  /// Returns whether a point repeats the first point of its line and contains no additional values.
  /// The writer repeats the only point of a segment, because a line needs two.
  private func isTwin(_ point: PathPoint) -> Bool {
    guard !isRing, lineCount == 1, held == nil, !point.position.startsLine, let last else {
      return false
    }
    return point.time.isNaN && point.sensors.isEmpty
      && point.position.latitude == last.latitude && point.position.longitude == last.longitude
      && (point.position.elevation == last.elevation
        || point.position.elevation.isNaN && last.elevation.isNaN)
  }

  /// Returns whether two points on the antimeridian, one at 180° and the other at −180°, have the
  /// same position, and agree in each value that both of them have.
  private static func meet(_ first: PathPoint, _ second: PathPoint) -> Bool {
    let (start, end) = (first.position, second.position)
    guard start.longitude == -end.longitude, abs(end.longitude) == 180,
      abs(start.latitude - end.latitude) < 1e-9, agree(first.time, second.time),
      agree(start.elevation, end.elevation)
    else { return false }
    return second.sensors.allSatisfy { value in
      first.sensors.allSatisfy { $0.sensor != value.sensor || $0.value == value.value }
    }
  }

  private static func agree(_ first: Double, _ second: Double) -> Bool {
    first == second || first.isNaN || second.isNaN
  }

  /// Returns whether a point on the antimeridian lies on the straight line between its neighbours.
  /// Such a point was inserted when the line was cut.
  private func isInterpolated(_ joint: PathPoint, before next: PathPoint) -> Bool {
    guard let last, joint.time.isNaN, joint.sensors.isEmpty, !joint.position.startsLine else {
      return false
    }
    let side = joint.position.longitude
    let start = side - last.longitude
    let end = next.position.longitude + (side > 0 ? 360 : -360) - side
    guard start * side > 0, end * side > 0, abs(start) <= 180, abs(end) <= 180 else { return false }
    let share = start / (start + end)
    let latitude = last.latitude + share * (next.position.latitude - last.latitude)
    let elevation = last.elevation + share * (next.position.elevation - last.elevation)
    return abs(latitude - joint.position.latitude) < 1e-6
      && (joint.position.elevation.isNaN || abs(elevation - joint.position.elevation) < 0.01)
  }

  private mutating func pass(_ point: PathPoint) throws {
    let position = point.position
    if position.startsLine || segment < 0 {
      try closeRing()
      segment += 1
      lineCount = 0
      ringStart = isRing ? point : nil
    }
    last = position
    lineCount += 1
    try feed.point(
      Coordinate(latitude: position.latitude, longitude: position.longitude),
      elevation: position.elevation, time: point.time, segment: kind == .route ? 0 : segment)
    let format = position.bits & ~GeoJSONPosition.lineStart
    if format != 0 { feed.set(GeoPointFormat(rawValue: format)) }
    for (sensor, value) in point.sensors { feed.set(sensor, value) }
  }

  private mutating func closeRing() throws {
    guard isRing, let last, var first = ringStart else { return }
    ringStart = nil
    guard first.position.latitude != last.latitude || first.position.longitude != last.longitude
    else { return }
    openRings += 1
    first.position.bits &= ~GeoJSONPosition.lineStart
    try pass(first)
  }
}
