/// A temporary store for points whose remaining values, such as sensor values, follow later in the
/// file. The store uses little memory, regardless of the number of points.
final class SpooledPoints {
  let latitudes = SpooledValues<Double>()
  let longitudes = SpooledValues<Double>()
  /// The elevations, in metres, with NaN for missing values. Like ``times`` and the sensors'
  /// columns, this column can be shorter than ``latitudes``.
  let elevations = SpooledValues<Double>()
  let times = SpooledValues<Double>()
  private(set) var sensors: [GeoSensor: SpooledValues<Double>] = [:]
  /// The values without a corresponding point property, in columns keyed by name.
  private(set) var others: [String: SpooledValues<Double>] = [:]

  /// The maximum number of columns in ``others``.
  private static let othersAtMost = 32

  var count: Int { latitudes.count }

  func append(latitude: Double, longitude: Double, elevation: Double) throws {
    if !elevation.isNaN {
      try elevations.pad(to: count)
      try elevations.append(elevation)
    }
    try latitudes.append(latitude)
    try longitudes.append(longitude)
  }

  /// Appends points, with NaN for a missing elevation.
  func append(latitudes: [Double], longitudes: [Double], elevations: [Double]) throws {
    if elevations.contains(where: { !$0.isNaN }) {
      try self.elevations.append(contentsOf: elevations, at: count)
    }
    try self.latitudes.append(contentsOf: latitudes)
    try self.longitudes.append(contentsOf: longitudes)
  }

  /// Appends sensor values for consecutive points, starting with the point at the given index. NaN
  /// denotes a missing value.
  ///
  /// - Returns: False if the sensor already has a value at the given index or a later one.
  ///   In this case, no value is appended.
  func append(_ values: [Double], of sensor: GeoSensor, at index: Int) throws -> Bool {
    let column = sensors[sensor] ?? SpooledValues<Double>()
    guard column.count <= index else { return false }
    guard !values.isEmpty else { return true }
    sensors[sensor] = column
    try column.append(contentsOf: values, at: index)
    return true
  }

  /// Sets a sensor value for the point at the given index. The value is ignored if the sensor
  /// already has a value at this index or a later one.
  func set(_ sensor: GeoSensor, _ value: Double, at index: Int) throws {
    let column = sensors[sensor] ?? SpooledValues<Double>()
    sensors[sensor] = column
    guard column.count <= index else { return }
    try column.pad(to: index)
    try column.append(value)
  }

  /// Sets a number in the column with the given name for the point at the given index.
  ///
  /// - Returns: False for too many columns, or if this column already has a number for the point.
  func set(_ name: String, _ value: Double, at index: Int) throws -> Bool {
    guard others[name] != nil || others.count < Self.othersAtMost else { return false }
    let column = others[name] ?? SpooledValues<Double>()
    others[name] = column
    guard column.count <= index else { return false }
    try column.pad(to: index)
    try column.append(value)
    return true
  }

  func removeAll() {
    for column in [latitudes, longitudes, elevations, times] { column.removeAll() }
    sensors = [:]
    others = [:]
  }

  /// A cursor that returns each point's values, in point order.
  struct Cursor {
    private(set) var latitude = Double.nan
    private(set) var longitude = Double.nan
    private(set) var elevation = Double.nan
    private(set) var time = Double.nan
    private(set) var sensors: [(sensor: GeoSensor, value: Double)] = []
    private(set) var others: [(name: String, value: Double)] = []
    private var latitudes, longitudes, elevations, times: SpooledValues<Double>.Cursor
    private var columns: [SpooledValues<Double>.Cursor] = []
    private var otherColumns: [SpooledValues<Double>.Cursor] = []

    init(_ points: SpooledPoints) {
      latitudes = SpooledValues<Double>.Cursor(points.latitudes)
      longitudes = SpooledValues<Double>.Cursor(points.longitudes)
      elevations = SpooledValues<Double>.Cursor(points.elevations)
      times = SpooledValues<Double>.Cursor(points.times)
      for sensor in GeoSensor.allCases {
        guard let column = points.sensors[sensor] else { continue }
        sensors.append((sensor, .nan))
        columns.append(SpooledValues<Double>.Cursor(column))
      }
      for (name, column) in points.others.sorted(by: { $0.key < $1.key }) {
        others.append((name, .nan))
        otherColumns.append(SpooledValues<Double>.Cursor(column))
      }
    }

    /// Moves to the next point.
    mutating func advance() throws {
      latitude = try latitudes.next() ?? .nan
      longitude = try longitudes.next() ?? .nan
      elevation = try elevations.next() ?? .nan
      time = try times.next() ?? .nan
      for index in columns.indices { sensors[index].value = try columns[index].next() ?? .nan }
      for index in otherColumns.indices {
        others[index].value = try otherColumns[index].next() ?? .nan
      }
    }
  }
}

extension SpooledValues<Double> {
  /// Appends NaN values until the list has the given length.
  func pad(to length: Int) throws {
    while count < length { try append(.nan) }
  }

  /// Appends values, starting at the given index. Missing values before this index are filled with
  /// NaN.
  func append(contentsOf values: [Double], at index: Int) throws {
    try pad(to: index)
    try append(contentsOf: values)
  }
}
