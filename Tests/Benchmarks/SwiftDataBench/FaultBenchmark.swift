import CartographerModel
import Foundation
import GRDBSQLite
import SwiftData

/// A benchmark of the first read of a to-many relationship.
struct FaultBenchmark {
  let store: URL

  /// Reads the waypoints of a path for the first time.
  ///
  /// - Returns: The number of queries, and the time in seconds.
  func run() throws -> (statements: Int, seconds: Double) {
    StatementCounter.install()
    let container = try BenchmarkStore(url: store).container()
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<CartographerSchemaV3.Path>()
    descriptor.fetchLimit = 1
    guard let path = try context.fetch(descriptor).first else {
      throw CocoaError(.fileReadCorruptFile)
    }
    StatementCounter.reset()
    var count = 0
    let seconds = ContinuousClock().measure { count = path.waypoints.count }.inSeconds
    precondition(count == BenchmarkStore.pointsInAPath, "\(count) waypoints")
    return (StatementCounter.queries, seconds)
  }
}
