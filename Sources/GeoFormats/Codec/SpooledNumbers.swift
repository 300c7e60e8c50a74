/// A column of numbers of any length that takes up little memory.
final class SpooledNumbers {
  fileprivate static let pieceCount = 8_192

  private let spool = ByteSpool(capacity: 1)
  private var tail: [Double] = []
  /// The number of numbers in the spool; those in ``tail`` follow them.
  private var spooled = 0

  var count: Int { spooled + tail.count }

  @inline(__always)
  func append(_ number: Double) throws {
    if tail.count == Self.pieceCount { try flush() }
    tail.append(number)
  }

  /// Appends NaN until the column has the given length.
  func pad(to length: Int) throws {
    while count < length { try append(.nan) }
  }

  func removeAll() {
    tail.removeAll(keepingCapacity: true)
    spool.removeAll()
    spooled = 0
  }

  private func flush() throws {
    try tail.withUnsafeBytes { try spool.append($0) }
    spooled += tail.count
    tail.removeAll(keepingCapacity: true)
  }

  /// Returns the numbers from an index on: a piece from the spool, or the rest.
  fileprivate func piece(at index: Int) throws -> [Double] {
    guard index < spooled else { return Array(tail.dropFirst(index - spooled)) }
    var numbers = [Double](repeating: .nan, count: min(Self.pieceCount, spooled - index))
    try numbers.withUnsafeMutableBytes { buffer in
      var done = 0
      while done < buffer.count {
        done += try spool.read(
          at: index * MemoryLayout<Double>.size + done,
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
      }
    }
    return numbers
  }

  /// A cursor that returns the numbers of a column in order, and NaN after the last one.
  struct Cursor {
    private let column: SpooledNumbers
    private var piece: [Double] = []
    private var index = 0
    private var start: Int

    init(_ column: SpooledNumbers, from start: Int = 0) {
      self.column = column
      self.start = start
    }

    @inline(__always)
    mutating func next() throws -> Double {
      if index == piece.count {
        start += piece.count
        guard start < column.count else { return .nan }
        piece = try column.piece(at: start)
        index = 0
      }
      index &+= 1
      return piece[index &- 1]
    }
  }
}

/// Points that are collected before they are used, because some of their values follow later. They
/// take up little memory, regardless of their number.
final class SpooledPoints {
  let latitudes = SpooledNumbers()
  let longitudes = SpooledNumbers()
  /// The columns that can be shorter than ``latitudes``; missing values are NaN.
  let elevations = SpooledNumbers()
  let times = SpooledNumbers()
  private(set) var sensors: [GeoSensor: SpooledNumbers] = [:]

  var count: Int { latitudes.count }

  func append(latitude: Double, longitude: Double, elevation: Double) throws {
    if !elevation.isNaN {
      try elevations.pad(to: count)
      try elevations.append(elevation)
    }
    try latitudes.append(latitude)
    try longitudes.append(longitude)
  }

  /// Sets a value of the point at an index. The value is ignored if the sensor already has a value at
  /// this or a later index.
  func set(_ sensor: GeoSensor, _ value: Double, at index: Int) throws {
    let column = sensors[sensor] ?? SpooledNumbers()
    sensors[sensor] = column
    guard column.count <= index else { return }
    try column.pad(to: index)
    try column.append(value)
  }

  func removeAll() {
    for column in [latitudes, longitudes, elevations, times] { column.removeAll() }
    sensors = [:]
  }

  /// A cursor that returns the values of the points in order.
  struct Cursor {
    private(set) var latitude = Double.nan
    private(set) var longitude = Double.nan
    private(set) var elevation = Double.nan
    private(set) var time = Double.nan
    private(set) var sensors: [(sensor: GeoSensor, value: Double)] = []
    private var latitudes, longitudes, elevations, times: SpooledNumbers.Cursor
    private var columns: [SpooledNumbers.Cursor] = []

    init(_ points: SpooledPoints) {
      latitudes = SpooledNumbers.Cursor(points.latitudes)
      longitudes = SpooledNumbers.Cursor(points.longitudes)
      elevations = SpooledNumbers.Cursor(points.elevations)
      times = SpooledNumbers.Cursor(points.times)
      for sensor in GeoSensor.allCases {
        guard let column = points.sensors[sensor] else { continue }
        sensors.append((sensor, .nan))
        columns.append(SpooledNumbers.Cursor(column))
      }
    }

    /// Moves to the next point.
    mutating func advance() throws {
      latitude = try latitudes.next()
      longitude = try longitudes.next()
      elevation = try elevations.next()
      time = try times.next()
      for index in columns.indices { sensors[index].value = try columns[index].next() }
    }
  }
}
