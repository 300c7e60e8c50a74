import Foundation

/// SQLite's own check of a file's pages, which also reports pages that the disk did not give.
enum PageCheck {
  /// Runs the check.
  ///
  /// A disk that fails to read a page is no damage of the file. SQLite lists both, so findings are
  /// taken for damage only if none tells of a failed read and a second run finds some as well.
  ///
  /// - Parameters:
  ///   - isQuick: Whether to leave out the comparison of indexes with their tables.
  ///   - limit: The most findings.
  /// - Returns: What is damaged; empty for a sound file.
  /// - Throws: ``SwiftDataError/inputOutput`` where a page could not be read.
  static func findings(
    _ connection: Connection, isQuick: Bool, limit: Int
  ) throws -> [String] {
    let pragma = "PRAGMA \(isQuick ? "quick_check" : "integrity_check")(\(limit))"
    let found = try run(pragma, connection)
    guard !found.isEmpty else { return [] }
    guard !found.contains(where: tellsOfFailedRead), try !run(pragma, connection).isEmpty else {
      throw SwiftDataError(
        .inputOutput,
        "The disk failed to read a part of the store (input/output error); check the disk, and try "
          + "again.")
    }
    return found
  }

  private static func run(_ pragma: String, _ connection: Connection) throws -> [String] {
    try connection.rows(pragma).compactMap { row in
      guard case .text(let text) = row[0], text != "ok" else { return nil }
      return text
    }
  }

  /// Whether a finding is of a page that could not be read: its code is one of SQLite's `IOERR`, 10 in
  /// the lowest byte, or it is of a page in the file that was not given.
  private static func tellsOfFailedRead(_ finding: String) -> Bool {
    if finding.contains("failed to get page") { return true }
    guard let code = finding.range(of: "error code") else { return false }
    let digits = finding[code.upperBound...].drop { !$0.isNumber }.prefix { $0.isNumber }
    return Int(digits).map { $0 & 0xFF == 10 } ?? false
  }
}
