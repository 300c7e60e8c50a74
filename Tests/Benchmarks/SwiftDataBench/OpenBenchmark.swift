import Foundation
import GRDB
import SwiftData

/// Opening a store that needs no migration, against GRDB's pool on the same file.
struct OpenBenchmark {
  let store: URL

  /// - Returns: Seconds to open; closing is not counted.
  func medians(ofRounds count: Int) throws -> (ours: Double, pool: Double) {
    let clock = ContinuousClock()
    var ours: [Double] = []
    var pools: [Double] = []
    for _ in 0..<count {
      var start = clock.now
      let container = try BenchmarkStore(url: store).container()
      ours.append((clock.now - start).inSeconds)
      try container.close()
      start = clock.now
      let pool = try BenchmarkStore(url: store).pool()
      pools.append((clock.now - start).inSeconds)
      try pool.close()
    }
    return (ours.median, pools.median)
  }
}
