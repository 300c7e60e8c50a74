/// Points of a path in columns of one length.
public struct GeoPoints: Sendable {
  /// Degrees, −90…90.
  public private(set) var latitudes: [Double] = []
  /// Degrees, −180…180.
  public private(set) var longitudes: [Double] = []
  /// Metres; NaN where absent.
  public private(set) var elevations: [Double] = []
  /// Seconds since 2001-01-01T00:00:00Z; NaN where absent.
  public private(set) var times: [Double] = []
  /// Which segment of the path each point is in, from 0, never falling.
  ///
  /// A number that no point bears is an empty segment. A route has one segment.
  public private(set) var segments: [Int] = []

  public init() {}

  /// Makes room for a number of points at once.
  public init(capacity: Int) {
    latitudes.reserveCapacity(capacity)
    longitudes.reserveCapacity(capacity)
    elevations.reserveCapacity(capacity)
    times.reserveCapacity(capacity)
    segments.reserveCapacity(capacity)
  }

  public var count: Int { latitudes.count }

  public var isEmpty: Bool { latitudes.isEmpty }

  /// Adds one point.
  ///
  /// - Complexity: O(1), amortised.
  public mutating func append(
    latitude: Double, longitude: Double, elevation: Double = .nan, time: Double = .nan,
    segment: Int = 0
  ) {
    latitudes.append(latitude)
    longitudes.append(longitude)
    elevations.append(elevation)
    times.append(time)
    segments.append(segment)
  }

  /// Adds the points of another value after these.
  public mutating func append(contentsOf other: borrowing GeoPoints) {
    latitudes.append(contentsOf: other.latitudes)
    longitudes.append(contentsOf: other.longitudes)
    elevations.append(contentsOf: other.elevations)
    times.append(contentsOf: other.times)
    segments.append(contentsOf: other.segments)
  }

  /// Empties the columns and keeps their memory.
  public mutating func removeAll() {
    latitudes.removeAll(keepingCapacity: true)
    longitudes.removeAll(keepingCapacity: true)
    elevations.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
  }
}
