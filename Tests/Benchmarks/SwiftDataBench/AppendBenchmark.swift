import Foundation
import SwiftData

/// Rows appended as columns; `append.c` is its peer.
struct AppendBenchmark {
  let store: URL

  /// - Returns: Seconds of the transaction.
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
