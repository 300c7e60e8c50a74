import SwiftData
import Testing

extension DiskFault {
  /// Runs a body for operation 1, 2, … as long as it returns true, which means that the failure
  /// occurred. Outside `make soak`, most operations are skipped.
  ///
  /// - Returns: The number of failures that occurred.
  static func sweep(
    stride: Int, kinds: [Kind] = Kind.allCases, limit: Int = 100_000,
    _ body: (Int, Kind) throws -> Bool
  ) rethrows -> Int {
    var runs = 0
    for (index, kind) in kinds.enumerated() {
      var number = Effort.isSoak ? 1 : 1 + index * stride / kinds.count
      while number < limit, try body(number, kind) {
        runs += 1
        // Smaller steps for the first operations, which open the files.
        number += Effort.isSoak ? 1 : number < 12 ? min(3, stride) : stride
      }
    }
    return runs
  }

  /// Expects the error of a failing disk to be a clear error of the library without jargon.
  static func expectClearError(_ error: any Error, _ kind: Kind, _ comment: Comment) {
    guard let error = error as? SwiftDataError else {
      Issue.record("\(comment): \(error) is not a SwiftDataError")
      return
    }
    #expect(
      [.inputOutput, .backupFailed].contains(error.code),
      "\(comment): \(error.code.rawValue) \(error)")
    if kind.isFull { #expect(error.message.contains("disk is full"), "\(comment): \(error)") }
    for jargon in ["SQLITE", "errno", "PRAGMA", "IOERR"] {
      #expect(!error.message.contains(jargon), "\(comment): \(error)")
    }
  }
}
