import SwiftData
import Testing

extension DiskFault {
  /// Runs a body for operation 1, 2, … as long as it says that a failure came in its way; by
  /// strides unless in `make soak`.
  static func sweep(
    stride: Int, kinds: [Kind] = Kind.allCases, limit: Int = 100_000,
    _ body: (Int, Kind) throws -> Bool
  ) rethrows -> Int {
    var runs = 0
    for (index, kind) in kinds.enumerated() {
      var number = Effort.isSoak ? 1 : 1 + index * stride / kinds.count
      while number < limit, try body(number, kind) {
        runs += 1
        // The first operations one by one: it is there that things are opened.
        number += Effort.isSoak ? 1 : number < 12 ? 3 : stride
      }
    }
    return runs
  }

  /// What every error of a failing disk is: one of ours, in words for a person.
  static func expectClear(_ error: any Error, _ kind: Kind, _ comment: Comment) {
    guard let error = error as? SwiftDataError else {
      Issue.record("\(comment): \(error) is none of the library's")
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
