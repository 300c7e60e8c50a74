import Foundation
import Geodesy

/// The report of an import, an export or another job that has ended. The most recent reports about
/// a store are kept on disk.
package struct JobReport: Sendable, Equatable, Codable {
  /// The maximum number of remarks in a report.
  package static let mostRemarks = 1_000
  /// The maximum length, in Unicode scalars, of a report's title, its result and each of its
  /// remarks.
  private static let longestText = 1_000

  package var title: String
  /// The job's result in one sentence.
  package var result: String
  /// The first remarks about the job, at most ``mostRemarks``, one line each.
  package var remarks: [String]
  /// The number of remarks that were omitted from ``remarks``.
  package var omittedCount: Int
  /// The time at which the job ended. Nil if the report has not been written yet.
  package var time: Date?

  /// Creates a report. Shortens the title, the result and the remarks if necessary, and keeps only
  /// the first remarks.
  package init(title: String, result: String, remarks: [String], time: Date? = nil) {
    self.title = Self.shortened(title)
    self.result = Self.shortened(result)
    self.remarks = remarks.prefix(Self.mostRemarks).map(Self.shortened)
    omittedCount = max(remarks.count - Self.mostRemarks, 0)
    self.time = time
  }

  private static func shortened(_ text: String) -> String {
    // A single character can consist of any number of scalars.
    guard text.unicodeScalars.count > longestText else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText))) + "…"
  }

  /// The result and the remarks, as the lines of a popup box.
  var lines: [String] {
    [result] + remarks
      + (omittedCount > 0 ? ["… and \(Numbers.counted(omittedCount, "more remark"))"] : [])
  }
}
