/// A track point whose position is stored both in steps of 10⁻⁷ degrees and on the Web Mercator
/// plane.
struct DetailPoint {
  /// The number of coordinate steps in a degree.
  static let stepsPerDegree = 1e7
  private static let stepsPerTurn: Int64 = 3_600_000_000

  let index: Int
  let latitude: Int64
  /// The unwrapped longitude, in steps of 10⁻⁷ degrees. The longitude continues beyond ±180° where
  /// the track crosses the 180° meridian.
  let longitude: Int64
  let x: Double
  let y: Double
  var startsSegment: Bool

  /// Creates a track point that follows the given point. If the latitude or longitude is not
  /// finite, the given point's position is used.
  init(
    index: Int, latitude: Double, longitude: Double, startsSegment: Bool,
    after previous: DetailPoint?
  ) {
    self.index = index
    self.startsSegment = startsSegment
    guard latitude.isFinite, longitude.isFinite else {
      self.latitude = previous?.latitude ?? 0
      self.longitude = previous?.longitude ?? 0
      x = previous?.x ?? 0.5
      y = previous?.y ?? 0.5
      return
    }
    self.latitude = Int64((min(max(latitude, -90), 90) * Self.stepsPerDegree).rounded())
    let steps = Int64((min(max(longitude, -360), 360) * Self.stepsPerDegree).rounded())
    self.longitude = previous.map { Self.unwrapped(steps, after: $0.longitude) } ?? steps
    let world = WebMercator.project(
      Coordinate(
        latitude: Double(self.latitude) / Self.stepsPerDegree,
        longitude: Double(self.longitude) / Self.stepsPerDegree))
    x = world.x
    y = world.y
  }

  /// Returns a longitude, shifted by the multiple of 360° that brings it nearest to the previous
  /// longitude.
  private static func unwrapped(_ longitude: Int64, after previous: Int64) -> Int64 {
    let half = stepsPerTurn / 2
    let apart = longitude - previous
    if apart >= -half, apart <= half { return longitude }
    let turns = (Double(apart) / Double(stepsPerTurn)).rounded()
    return longitude - Int64(turns) * stepsPerTurn
  }
}

/// A filter that thins a track for drawing at a zoom level.
///
/// The filter keeps the first point and each point that is at least half a dot (web map pixel) away
/// from the last kept point. The last point of a segment is kept if another point of the segment is
/// kept. A segment is dropped if all its points are less than half a dot from the last kept point.
struct TrackThinning {
  /// The maximum distance of a dropped point from the last kept point, in dots.
  static let toleranceDots = 0.5

  private let square: Double
  private var last: (x: Double, y: Double)?
  /// The current segment's first point, if it was dropped and no later point has been kept yet.
  private var start: DetailPoint?
  /// The current segment's last dropped point, which is kept if no other point of the segment
  /// follows.
  private var candidate: DetailPoint?

  init(zoom: Int) {
    let tolerance = Self.toleranceDots / DetailScale.dotsPerWorld(zoom: zoom)
    square = tolerance * tolerance
  }

  /// Adds the next point of the track, and returns, in track order, the points (at most two) that
  /// must now be kept.
  mutating func add(_ point: DetailPoint) -> (DetailPoint?, DetailPoint?) {
    if point.startsSegment || last == nil {
      let end = end()
      guard isDistinct(point) else {
        start = point
        return (end, nil)
      }
      last = (point.x, point.y)
      return (end, point)
    }
    guard isDistinct(point) else {
      if start == nil { candidate = point }
      return (nil, nil)
    }
    defer { start = nil }
    candidate = nil
    last = (point.x, point.y)
    return (start, point)
  }

  /// Ends the current segment, and returns the segment's last point if it must be kept.
  mutating func end() -> DetailPoint? {
    defer {
      candidate = nil
      start = nil
    }
    guard let candidate else { return nil }
    last = (candidate.x, candidate.y)
    return candidate
  }

  /// Thins a track for the given zoom level, and returns the remaining points.
  static func thinned(_ points: [DetailPoint], zoom: Int) -> [DetailPoint] {
    var thinning = TrackThinning(zoom: zoom)
    var kept: [DetailPoint] = []
    for point in points {
      let (first, second) = thinning.add(point)
      if let first { kept.append(first) }
      if let second { kept.append(second) }
    }
    if let end = thinning.end() { kept.append(end) }
    return kept
  }

  private func isDistinct(_ point: DetailPoint) -> Bool {
    guard let last else { return true }
    let across = point.x - last.x
    let down = point.y - last.y
    return across * across + down * down >= square
  }
}

/// The scales for levels of detail, expressed as web map zoom levels.
public enum DetailScale {
  /// The zoom level that represents the complete track, with all its points.
  public static let complete = 64
  /// The zoom levels of thinned tracks, from the finest to the coarsest.
  static let zooms = [17, 14, 11, 8, 5, 2]

  /// Returns the largest scale at which a level of detail looks the same as the complete track.
  /// Scales are given as the number of dots across the width of the world map.
  public static func dotsPerWorld(zoom: Int) -> Double {
    guard zoom < complete else { return .infinity }
    return zoom >= 0 ? 256 * Double(1 << zoom) : 256 / Double(1 << -zoom)
  }
}
