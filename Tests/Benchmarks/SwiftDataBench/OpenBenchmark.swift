import Foundation
import GRDB
import SwiftData

/// A benchmark of opening a store without a migration, compared with a GRDB pool on the same file.
struct OpenBenchmark {
  let store: URL

  /// Opens the store and the pool in turn.
  ///
  /// - Returns: The median times to open them in seconds, without closing.
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
