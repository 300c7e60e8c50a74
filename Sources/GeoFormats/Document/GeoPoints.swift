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
  /// What each sensor measured, by its number: empty where no point has it, else one value for each
  /// point, NaN where absent.
  public private(set) var sensors: [[Double]] = Array(
    repeating: [], count: GeoSensor.allCases.count)
  /// How the numbers and times were written; empty where all are in the shortest form.
  public private(set) var formats: [GeoPointFormat] = []
  /// What else GPX says of the points, by their place in the columns.
  public private(set) var fields: [Int: GeoPointFields] = [:]
  /// Kept of the points' elements, by their place in the columns; see ``GeoFileHeader``.
  public private(set) var kept: [Int: String] = [:]

  public init() {}

  /// Makes room for a number of points at once.
  public init(capacity: Int) {
    latitudes.reserveCapacity(capacity)
    longitudes.reserveCapacity(capacity)
    elevations.reserveCapacity(capacity)
    times.reserveCapacity(capacity)
    segments.reserveCapacity(capacity)
  }

  /// Takes columns as they are.
  ///
  /// - Precondition: The first five are of one length; each of `sensors`, one for each of
  ///   ``GeoSensor``, and `formats` have that length or are empty.
  public init(
    latitudes: [Double], longitudes: [Double], elevations: [Double], times: [Double],
    segments: [Int], sensors: [[Double]], formats: [GeoPointFormat],
    fields: [Int: GeoPointFields], kept: [Int: String]
  ) {
    let count = latitudes.count
    precondition(
      longitudes.count == count && elevations.count == count && times.count == count
        && segments.count == count && sensors.count == GeoSensor.allCases.count
        && sensors.allSatisfy { $0.isEmpty || $0.count == count }
        && (formats.isEmpty || formats.count == count),
      "the columns have different lengths")
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.elevations = elevations
    self.times = times
    self.segments = segments
    self.sensors = sensors
    self.formats = formats
    self.fields = fields
    self.kept = kept
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
    if !formats.isEmpty { formats.append(GeoPointFormat()) }
    for sensor in sensors.indices where !sensors[sensor].isEmpty { sensors[sensor].append(.nan) }
  }

  /// Says what a sensor measured at the last point.
  public mutating func set(_ sensor: GeoSensor, _ value: Double) {
    guard !isEmpty else { return }
    if sensors[sensor.rawValue].isEmpty {
      sensors[sensor.rawValue] = Array(repeating: .nan, count: count)
    }
    sensors[sensor.rawValue][count - 1] = value
  }

  /// Says how the last point was written.
  public mutating func set(_ format: GeoPointFormat) {
    guard !isEmpty else { return }
    if formats.isEmpty {
      guard format != GeoPointFormat() else { return }
      formats = Array(repeating: GeoPointFormat(), count: count)
    }
    formats[count - 1] = format
  }

  /// Says what else is known of the last point.
  public mutating func set(_ fields: GeoPointFields) {
    guard !isEmpty else { return }
    self.fields[count - 1] = fields.isEmpty ? nil : fields
  }

  /// Says what is kept of the last point's element.
  public mutating func set(kept: String?) {
    guard !isEmpty else { return }
    self.kept[count - 1] = kept
  }

  /// Adds the points of another value after these.
  public mutating func append(contentsOf other: borrowing GeoPoints) {
    let (start, added) = (count, other.count)
    latitudes.append(contentsOf: other.latitudes)
    longitudes.append(contentsOf: other.longitudes)
    elevations.append(contentsOf: other.elevations)
    times.append(contentsOf: other.times)
    segments.append(contentsOf: other.segments)
    for sensor in sensors.indices {
      Self.append(other.sensors[sensor], to: &sensors[sensor], at: start, count: added, fill: .nan)
    }
    Self.append(other.formats, to: &formats, at: start, count: added, fill: GeoPointFormat())
    for (index, fields) in other.fields { self.fields[start + index] = fields }
    if start == 0 {
      // Shared, not copied: most paths are short and come in one piece.
      self.kept = other.kept
    } else {
      self.kept.reserveCapacity(self.kept.count + other.kept.count)
      for (index, kept) in other.kept { self.kept[start + index] = kept }
    }
  }

  /// Adds a column that may be empty to one that may be empty.
  private static func append<Value>(
    _ added: [Value], to column: inout [Value], at start: Int, count: Int, fill: Value
  ) {
    if added.isEmpty, column.isEmpty { return }
    if column.isEmpty { column = Array(repeating: fill, count: start) }
    column += added.isEmpty ? Array(repeating: fill, count: count) : added
  }

  /// Empties the columns and keeps their memory.
  public mutating func removeAll() {
    latitudes.removeAll(keepingCapacity: true)
    longitudes.removeAll(keepingCapacity: true)
    elevations.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    for sensor in sensors.indices { sensors[sensor].removeAll(keepingCapacity: true) }
    formats.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
  }

  /// Some of the points, in other segments if given.
  ///
  /// - Parameters:
  ///   - places: Their places in the columns, ascending.
  ///   - segments: As many numbers, never falling; nil for those they have.
  public func selecting(_ places: [Int], segments: [Int]? = nil) -> GeoPoints {
    GeoPoints(
      latitudes: places.map { latitudes[$0] }, longitudes: places.map { longitudes[$0] },
      elevations: places.map { elevations[$0] }, times: places.map { times[$0] },
      segments: segments ?? places.map { self.segments[$0] },
      sensors: sensors.map { column in column.isEmpty ? [] : places.map { column[$0] } },
      formats: formats.isEmpty ? [] : places.map { formats[$0] },
      fields: Dictionary(
        uniqueKeysWithValues: places.enumerated().compactMap { new, old in
          fields[old].map { (new, $0) }
        }),
      kept: Dictionary(
        uniqueKeysWithValues: places.enumerated().compactMap { new, old in
          kept[old].map { (new, $0) }
        }))
  }

  /// The points with nothing but their values.
  public func withoutKept() -> GeoPoints {
    var points = self
    points.kept = [:]
    return points
  }
}
