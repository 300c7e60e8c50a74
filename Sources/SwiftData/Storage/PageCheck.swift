import Foundation

/// SQLite's integrity check of a file, which also finds unreadable pages.
enum PageCheck {
  /// Runs SQLite's integrity check on a store.
  ///
  /// SQLite reports read failures and damage in one list. A page that cannot be read does not prove
  /// that the file is damaged. Findings therefore count as damage only if none of them is a failed
  /// read and a second run of the check also reports findings.
  ///
  /// - Parameter isQuick: Whether to skip the comparison of indexes with their tables.
  /// - Parameter limit: The maximum number of findings.
  /// - Returns: A description of each defect. The array is empty for a sound file.
  /// - Throws: ``SwiftDataError/inputOutput`` if a page could not be read.
  static func findings(
    _ connection: Connection, isQuick: Bool, limit: Int
  ) throws -> [String] {
    let pragma = "PRAGMA \(isQuick ? "quick_check" : "integrity_check")(\(limit))"
    let found = try run(pragma, connection)
    guard !found.isEmpty else { return [] }
    guard !found.contains(where: isFailedRead), try !run(pragma, connection).isEmpty else {
      throw SwiftDataError(
        .inputOutput,
        "The disk failed to read part of the store (input/output error). "
          + "Check the disk, and try again.")
    }
    return found
  }

  private static func run(_ pragma: String, _ connection: Connection) throws -> [String] {
    try connection.rows(pragma).compactMap { row in
      guard case .text(let text) = row[0], text != "ok" else { return nil }
      return text
    }
  }

  /// Returns whether a finding reports a page that could not be read. Its code is one of SQLite's
  /// `IOERR` codes, with 10 in the lowest byte, or its text contains "failed to get page".
  private static func isFailedRead(_ finding: String) -> Bool {
    if finding.contains("failed to get page") { return true }
    guard let code = finding.range(of: "error code") else { return false }
    let digits = finding[code.upperBound...].drop { !$0.isNumber }.prefix { $0.isNumber }
    return Int(digits).map { $0 & 0xFF == 10 } ?? false
  }
}
