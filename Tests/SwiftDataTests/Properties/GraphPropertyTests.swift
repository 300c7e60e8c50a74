import Foundation
import TestSupport
import Testing

/// Compares random edits of an object graph with the same edits of plain values.
struct GraphPropertyTests {
  @Test(arguments: [true, false])
  func `random edits give the same graph as the edits of plain values`(_ upserts: Bool) throws {
    var random = SplitMix64.forTest()
    for round in 0..<TestRounds.count(150) {
      let edits = (0..<Int.random(in: 5...40, using: &random)).map { _ in
        GraphEdit.random(&random)
      }
      let inFile = round % 10 == 0
      guard let failure = Self.failure(edits, inFile, upserts) else { continue }
      let (shrunk, reason) = Self.shrink(edits, failure, inFile, upserts)
      Issue.record(
        """
        \(reason)
        upserts: \(upserts), in a file: \(inFile)
        \(shrunk.map(\.description).joined(separator: "\n"))
        """)
      return
    }
  }

  private static func failure(_ edits: [GraphEdit], _ inFile: Bool, _ upserts: Bool) -> String? {
    do {
      try GraphRun(inFile: inFile, upserts: upserts).run(edits)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Removes edits, first several at a time and then one by one, while the run still fails.
  private static func shrink(
    _ edits: [GraphEdit], _ reason: String, _ inFile: Bool, _ upserts: Bool
  ) -> ([GraphEdit], String) {
    var (edits, reason) = (edits, reason)
    var size = max(1, edits.count / 2)
    while true {
      var start = 0
      var shrank = false
      while start < edits.count {
        var fewer = edits
        fewer.removeSubrange(start..<min(start + size, edits.count))
        if let failure = failure(fewer, inFile, upserts) {
          (edits, reason, shrank) = (fewer, failure, true)
        } else {
          start += size
        }
      }
      if size == 1, !shrank { return (edits, reason) }
      size = max(1, size / 2)
    }
  }
}
