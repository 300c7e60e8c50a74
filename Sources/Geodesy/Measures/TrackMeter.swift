import Foundation

/// A calculator for a track's measurements, to which points are added in order.
struct TrackMeter {
  private let thresholdMetres: Double
  private var climb: ClimbCounter
  private var motion = MotionMeter()
  private var order = TimeOrder()
  private var extent = CoordinateExtent()
  private var elevations = Span()
  private var elevationCount = 0
  private var times = Span()
  private var points = 0
  private var segments = 0
  private var lengthMetres = 0.0
  private var segmentPoints = 0
  private var segmentLength = 0.0
  private var segmentTimes = Span()
  private var previous = Coordinate(latitude: 0, longitude: 0)

  init(thresholdMetres: Double = 5) {
    self.thresholdMetres = thresholdMetres
    climb = ClimbCounter(threshold: thresholdMetres)
  }

  /// Adds the next point of the current segment. Elevation and time are NaN if the point has none.
  ///
  /// - Returns: The distance in metres from the segment's previous point, or 0 for its first point.
  @discardableResult
  mutating func add(
    latitude: Double, longitude: Double, elevation: Double, time: Double
  ) -> Double {
    extent.include(latitude: latitude, longitude: longitude)
    var leg = 0.0
    if segmentPoints > 0 {
      leg = Geodesic.distanceMetres(
        latitude: previous.latitude, longitude: previous.longitude, toLatitude: latitude,
        longitude: longitude)
    }
    segmentLength += leg
    segmentPoints += 1
    previous = Coordinate(latitude: latitude, longitude: longitude)
    if !elevation.isNaN {
      elevations.include(elevation)
      elevationCount += 1
      climb.add(elevation)
    }
    if !time.isNaN { segmentTimes.include(time) }
    motion.add(leg: leg, time: time)
    order.add(time)
    return leg
  }

  /// Ends the current segment, which may be empty, and returns its measurements.
  @discardableResult
  mutating func endSegment() -> SegmentMeasures {
    climb.endSegment()
    motion.endSegment()
    order.endSegment()
    times.include(segmentTimes)
    points += segmentPoints
    segments += 1
    lengthMetres += segmentLength
    defer {
      segmentPoints = 0
      segmentLength = 0
      segmentTimes = Span()
    }
    return SegmentMeasures(
      points: segmentPoints, lengthMetres: segmentLength, timeFirst: segmentTimes.firstDate,
      timeLast: segmentTimes.lastDate)
  }

  /// Returns the track's measurements, computed from the segments that have ended.
  func measures(_ segmentMeasures: [SegmentMeasures] = []) -> TrackMeasures {
    let hasDuration = !times.isEmpty && order.isAscending
    return TrackMeasures(
      points: points, segments: segments, lengthMetres: lengthMetres,
      ascentMetres: elevations.isEmpty ? nil : climb.ascent,
      descentMetres: elevations.isEmpty ? nil : climb.descent,
      elevationMin: elevations.isEmpty ? nil : elevations.low,
      elevationMax: elevations.isEmpty ? nil : elevations.high,
      elevationCount: elevations.isEmpty ? nil : elevationCount, timeFirst: times.firstDate,
      timeLast: times.lastDate,
      durationSeconds: hasDuration ? times.high - times.low : nil,
      movingSeconds: hasDuration ? motion.movingSeconds : nil,
      speedMean: hasDuration && motion.movingSeconds > 0
        ? motion.movingMetres / motion.movingSeconds : nil,
      speedMax: hasDuration ? motion.speedMax : nil, thresholdMetres: thresholdMetres,
      segmentMeasures: segmentMeasures, bounds: extent.bounds)
  }
}

/// The minimum and maximum of the numbers added so far.
private struct Span {
  private(set) var low = Double.infinity
  private(set) var high = -Double.infinity

  var isEmpty: Bool { low > high }
  var firstDate: Date? { isEmpty ? nil : Date(timeIntervalSinceReferenceDate: low) }
  var lastDate: Date? { isEmpty ? nil : Date(timeIntervalSinceReferenceDate: high) }

  mutating func include(_ value: Double) {
    low = min(low, value)
    high = max(high, value)
  }

  mutating func include(_ other: Span) {
    low = min(low, other.low)
    high = max(high, other.high)
  }
}
