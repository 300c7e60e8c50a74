import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// The stored points of one path, in order. Columns that were not read are empty.
struct PathColumns {
  var keys: [Int64] = []
  var indexes: [Int64] = []
  var segments: [Int64] = []
  var latitudes: [Double] = []
  var longitudes: [Double] = []
  var elevations: [Double] = []
  var times: [Double] = []
  /// The values of the requested sensors, one column for each sensor. The value is NaN for a point
  /// without a value.
  var sensors: [[Double]] = []

  var count: Int { indexes.count }

  init() {}

  /// Reads a path's points. Fails if there is no such path.
  init?(of id: ItemID, in context: ModelContext) throws {
    var columns = PathColumns()
    try PathReader(context).forEachPath([id.key], .points) { columns = $1 }
    if columns.count == 0, try !context.contains(Path.self, [id.key]).contains(id.key) {
      return nil
    }
    self = columns
  }

  /// Sorts the points by their order keys.
  ///
  /// The database returns points in the order of their row keys. In an edited path, that order can
  /// differ from the points' order in the path.
  mutating func sort() {
    guard zip(indexes, indexes.dropFirst()).contains(where: { $0 >= $1 }) else { return }
    let order = indexes.indices.sorted { (indexes[$0], $0) < (indexes[$1], $1) }
    func sorted<Value>(_ column: [Value]) -> [Value] {
      column.isEmpty ? column : order.map { column[$0] }
    }
    keys = sorted(keys)
    segments = sorted(segments)
    latitudes = sorted(latitudes)
    longitudes = sorted(longitudes)
    elevations = sorted(elevations)
    times = sorted(times)
    sensors = sensors.map(sorted)
    indexes = sorted(indexes)
  }

  /// The points as columns for track calculations. Elevations and times that were not read are NaN.
  var trackColumns: TrackColumns {
    let none = [Double](repeating: .nan, count: elevations.isEmpty ? count : 0)
    return TrackColumns(
      latitudes: latitudes, longitudes: longitudes,
      elevations: elevations.isEmpty ? none : elevations, times: times.isEmpty ? none : times,
      segmentStarts: segmentStarts)
  }

  /// The index of the first point in each segment that has points.
  private var segmentStarts: [Int] {
    var starts = [0]
    for index in segments.indices.dropFirst() where segments[index] != segments[index - 1] {
      starts.append(index)
    }
    return starts
  }
}

extension ModelContext {
  /// Returns the given keys that exist in a model's table.
  func contains<Model: PersistentModel>(
    _ type: Model.Type, _ keys: [Int64]
  ) throws -> Set<Int64> {
    var found: Set<Int64> = []
    try forEachChunk(of: type, [.key], rows: .keys(keys)) { found.formUnion($0.integers(0)) }
    return found
  }
}
