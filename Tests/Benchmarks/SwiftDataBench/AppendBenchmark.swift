import Foundation
import SwiftData

/// A benchmark of the bulk append of columns. Its peer is `append.c`.
struct AppendBenchmark {
  let store: URL

  /// Appends waypoints to the store.
  ///
  /// - Returns: The time of the transaction, in seconds.
  func run(_ count: Int) throws -> Double {
    let points = PointColumns(first: 0, count: count)
    let container = try BenchmarkStore(url: store).container()
    let context = ModelContext(container)
    let seconds = try ContinuousClock().measure {
      try points.append(to: context, of: nil)
    }.inSeconds
    try container.close()
    return seconds
  }
}
