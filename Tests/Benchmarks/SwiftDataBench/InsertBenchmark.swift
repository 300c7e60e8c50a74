import CartographerModel
import Foundation
import GRDB
import SwiftData

/// A benchmark of creating waypoints as objects and saving them in one transaction.
struct InsertBenchmark {
  let store: URL

  /// Inserts waypoints with the library.
  ///
  /// - Returns: The time from the first object to the end of the save, in seconds.
  func ours(_ count: Int) throws -> Double {
    let points = PointColumns(first: 0, count: count)
    let container = try BenchmarkStore(url: store).container()
    let context = ModelContext(container)
    return try ContinuousClock().measure {
      for row in 0..<count {
        context.insert(
          CartographerSchemaV3.Waypoint(
            latitude: points.latitudes[row], longitude: points.longitudes[row],
            elevation: points.elevation(row),
            timestamp: points.time(row).map(Date.init(timeIntervalSinceReferenceDate:)),
            index: row * 1024))
      }
      try context.save()
    }.inSeconds
  }

  /// Inserts the same rows as GRDB records, without a history, and returns the time in seconds.
  func records(_ count: Int) throws -> Double {
    let points = PointColumns(first: 0, count: count)
    // The library creates the store, so that tables, indexes and triggers are the same.
    try BenchmarkStore(url: store).container().close()
    let pool = try BenchmarkStore(url: store).pool()
    return try ContinuousClock().measure {
      try pool.write { database in
        for row in 0..<count {
          try PointRecord(
            id: Int64(row + 1), latitude: points.latitudes[row],
            longitude: points.longitudes[row], elevation: points.elevation(row),
            timestamp: points.time(row), index: row * 1024
          ).insert(database)
        }
      }
    }.inSeconds
  }
}

extension PointColumns {
  fileprivate func elevation(_ row: Int) -> Double? {
    elevations[row].isNaN ? nil : elevations[row]
  }

  fileprivate func time(_ row: Int) -> Double? { times[row].isNaN ? nil : times[row] }
}
