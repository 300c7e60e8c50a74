import CartographerModel
import Foundation
import GRDB
import SwiftData

/// A benchmark of fetching every waypoint of a store as an object, with all objects in memory at
/// once.
struct FetchBenchmark {
  enum Peer: String {
    case models, classes, codable
  }

  /// The size of a waypoint's fields: the sum of their strides, in bytes.
  static let bytesOfFields =
    4 * MemoryLayout<Double>.stride + 2 * MemoryLayout<Double?>.stride
    + MemoryLayout<CartographerSchemaV3.Path?>.stride

  let store: URL

  /// Fetches all waypoints from an open store.
  ///
  /// - Returns: The time of the fetch in seconds, and the growth of the process in bytes per
  ///   object.
  func run(_ peer: Peer) throws -> (seconds: Double, bytesPerObject: Double) {
    switch peer {
    case .models:
      let container = try BenchmarkStore(url: store).container()
      let context = ModelContext(container)
      return try measure {
        try context.fetch(FetchDescriptor<CartographerSchemaV3.Waypoint>())
      } of: {
        $0.latitude
      }
    case .classes: return try records(PointRecord.self) { $0.latitude }
    case .codable: return try records(CodablePoint.self) { $0.latitude }
    }
  }

  private func records<Record: FetchableRecord>(
    _ type: Record.Type, of latitude: (Record) -> Double
  ) throws -> (seconds: Double, bytesPerObject: Double) {
    let pool = try BenchmarkStore(url: store).pool()
    return try measure {
      try pool.read {
        try Record.fetchAll(
          $0,
          sql: """
            SELECT "_sd_id", "latitude", "longitude", "elevation", "timestamp", "index", "segment",
            "path" FROM "Waypoint"
            """)
      }
    } of: {
      latitude($0)
    }
  }

  private func measure<Object>(
    _ fetch: () throws -> [Object], of latitude: (Object) -> Double
  ) throws -> (seconds: Double, bytesPerObject: Double) {
    let before = ProcessMemory.resident()
    let clock = ContinuousClock()
    let start = clock.now
    let objects = try fetch()
    let seconds = (clock.now - start).inSeconds
    let growth = Double(ProcessMemory.resident() - before)
    let checksum = objects.reduce(0) { $0 + latitude($1) }
    precondition(checksum > 40 * Double(objects.count), "the fetched objects have wrong values")
    return (seconds, growth / Double(objects.count))
  }
}
