import Geodesy

/// The points of a path, as columns: one array for each property, with one element per point.
public struct GeoPoints: Sendable {
  /// The latitudes in degrees, −90…90.
  public private(set) var latitudes: [Double] = []
  /// The longitudes in degrees, −180…180.
  public private(set) var longitudes: [Double] = []
  /// The elevations in metres, with NaN for absent values.
  public private(set) var elevations: [Double] = []
  /// The times in seconds since 2001-01-01T00:00:00Z, with NaN for absent values.
  public private(set) var times: [Double] = []
  /// The segment number of each point, counted from 0, in ascending order.
  ///
  /// If a segment has no points, its number does not occur in this array. A route has one segment.
  public private(set) var segments: [Int] = []
  /// The values of each sensor, indexed by the sensor's raw value. A column is empty if no point
  /// has a value; otherwise, it has one value per point, with NaN for absent values.
  public private(set) var sensors: [[Double]] = Array(
    repeating: [], count: GeoSensor.allCases.count)
  /// The notations in which the points' numbers and times are written in the file. Empty if all
  /// points have the default notation.
  public private(set) var formats: [GeoPointFormat] = []
  /// The GPX fields that have no column, such as comments, keyed by the point's index in the
  /// columns.
  public private(set) var fields: [Int: GeoPointFields] = [:]
  /// The preserved markup of each point's XML element, keyed by the point's index in the columns
  /// (see ``GeoFileHeader``).
  public private(set) var kept: [Int: String] = [:]

  public init() {}

  /// Creates an empty collection with memory reserved for the given number of points.
  public init(capacity: Int) {
    latitudes.reserveCapacity(capacity)
    longitudes.reserveCapacity(capacity)
    elevations.reserveCapacity(capacity)
    times.reserveCapacity(capacity)
    segments.reserveCapacity(capacity)
  }

  /// Creates a collection of points from the given columns.
  ///
  /// - Precondition: The first five columns have equal length.
  /// - Precondition: `formats` and each column of `sensors` are empty or as long as `latitudes`.
  /// - Precondition: `sensors` has one column per ``GeoSensor``.
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

  /// Appends one point.
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

  /// Sets the value of a sensor for the last point.
  public mutating func set(_ sensor: GeoSensor, _ value: Double) {
    guard !isEmpty else { return }
    if sensors[sensor.rawValue].isEmpty {
      sensors[sensor.rawValue] = Array(repeating: .nan, count: count)
    }
    sensors[sensor.rawValue][count - 1] = value
  }

  /// Records the notation in which the last point's numbers and time are written in the file.
  public mutating func set(_ format: GeoPointFormat) {
    guard !isEmpty else { return }
    if formats.isEmpty {
      guard format != GeoPointFormat() else { return }
      formats = Array(repeating: GeoPointFormat(), count: count)
    }
    formats[count - 1] = format
  }

  /// Sets the last point's GPX fields that have no column, such as the comment.
  public mutating func set(_ fields: GeoPointFields) {
    guard !isEmpty else { return }
    self.fields[count - 1] = fields.isEmpty ? nil : fields
  }

  /// Sets the preserved markup of the last point's element.
  public mutating func set(kept: String?) {
    guard !isEmpty else { return }
    self.kept[count - 1] = kept
  }

  /// Appends the points from another collection.
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
    if start == 0 {
      // Sharing the dictionaries avoids copies: most paths are short and come in one piece.
      self.fields = other.fields
      self.kept = other.kept
    } else {
      for (index, fields) in other.fields { self.fields[start + index] = fields }
      self.kept.reserveCapacity(self.kept.count + other.kept.count)
      for (index, kept) in other.kept { self.kept[start + index] = kept }
    }
  }

  /// Appends the values of one property of the added points to the property's column. Either array
  /// can be empty, which means that all its values are absent.
  private static func append<Value>(
    _ added: [Value], to column: inout [Value], at start: Int, count: Int, fill: Value
  ) {
    if added.isEmpty, column.isEmpty { return }
    if column.isEmpty { column = Array(repeating: fill, count: start) }
    column += added.isEmpty ? Array(repeating: fill, count: count) : added
  }

  /// Removes all points, but keeps the allocated memory for reuse.
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

  /// Returns the position of the point with the given index.
  package func coordinate(at index: Int) -> Coordinate {
    Coordinate(latitude: latitudes[index], longitude: longitudes[index])
  }

  /// Returns the selected points, optionally with new segment numbers.
  ///
  /// - Parameter places: The selected points' indices in the columns, in ascending order.
  /// - Parameter segments: The selected points' new segment numbers, ascending, or nil to keep the
  ///   numbers.
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

  /// Returns a copy of the points without their preserved markup.
  public func withoutKept() -> GeoPoints {
    var points = self
    points.kept = [:]
    return points
  }
}
