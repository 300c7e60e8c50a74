import CartographerModel
import Geodesy
import SwiftData

/// A reader for the points of many paths. The points are read in one pass over the store.
struct PathReader {
  let context: ModelContext

  /// The columns that are read for each point.
  enum Detail {
    /// Only the order key and segment of each point.
    case order
    /// The order key, segment and coordinates of each point.
    case way
    /// The order key, segment, coordinates, elevation and time of each point.
    case track
    /// The columns of ``track``, and each point's key.
    case points
  }

  init(_ context: ModelContext) { self.context = context }

  /// Calls a closure with each path's points, in the order of the paths' keys.
  ///
  /// The closure receives empty columns for a missing path or a path without points.
  ///
  /// - Parameter keys: The keys of the paths, in ascending order and without duplicates.
  /// - Parameter sensors: The sensors whose values are also read.
  /// - Complexity: O(*n*) time, where *n* is the number of points read.
  ///   At any time, only the points of one path and one chunk of rows are in memory.
  func forEachPath(
    _ keys: [Int64], _ detail: Detail, sensors: [KeyPath<Waypoint, Double?>] = [],
    _ body: (Int64, PathColumns) throws -> Void
  ) throws {
    var rest = keys[...]
    var current: (key: Int64, columns: PathColumns)?
    func finish() throws {
      guard let key = current?.key, var columns = current?.columns else { return }
      current = nil
      while let next = rest.first, next < key { try body(rest.removeFirst(), PathColumns()) }
      rest = rest.dropFirst()
      columns.sort()
      try body(key, columns)
    }
    let fields = Self.fields(detail)
    try context.forEachChunk(
      of: Waypoint.self, fields + sensors.map { .double($0) },
      rows: .leading(to: \Waypoint.path, keys: keys), size: 16_384
    ) { chunk in
      let paths = chunk.integers(0)
      var start = 0
      while start < chunk.count {
        var end = start + 1
        while end < chunk.count, paths[end] == paths[start] { end += 1 }
        if current?.key != paths[start] {
          try finish()
          current = (paths[start], PathColumns())
        }
        current?.columns.append(chunk, start..<end, detail)
        current?.columns.append(
          sensors: fields.count..<fields.count + sensors.count, of: chunk, start..<end)
        start = end
      }
    }
    try finish()
    for key in rest { try body(key, PathColumns()) }
  }

  private static func fields(_ detail: Detail) -> [BulkField<Waypoint>] {
    let order: [BulkField<Waypoint>] = [
      .reference(\.path), .integer(\.index), .integer(\.segment),
    ]
    let way = order + [.double(\.latitude), .double(\.longitude)]
    let track = way + [.double(\.elevation), .date(\.timestamp)]
    switch detail {
    case .order: return order
    case .way: return way
    case .track: return track
    case .points: return track + [.key]
    }
  }
}

extension PathColumns {
  fileprivate mutating func append(
    _ chunk: BulkChunk, _ rows: Range<Int>, _ detail: PathReader.Detail
  ) {
    indexes += chunk.integers(1)[rows]
    segments += chunk.integers(2)[rows]
    if case .order = detail { return }
    latitudes += chunk.doubles(3)[rows]
    longitudes += chunk.doubles(4)[rows]
    if case .way = detail { return }
    elevations += chunk.doubles(5)[rows]
    times += chunk.doubles(6)[rows]
    if case .track = detail { return }
    keys += chunk.integers(7)[rows]
  }

  /// Appends the sensor values of a range of rows.
  ///
  /// - Parameter fields: The indexes of the sensors' fields in the chunk.
  fileprivate mutating func append(
    sensors fields: Range<Int>, of chunk: BulkChunk, _ rows: Range<Int>
  ) {
    if sensors.isEmpty { sensors = fields.map { _ in [] } }
    for (sensor, field) in fields.enumerated() { sensors[sensor] += chunk.doubles(field)[rows] }
  }
}
