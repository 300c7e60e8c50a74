/// The diagnostics reported while one file is read. All diagnostics are counted, but only the first
/// ones with each code are stored.
///
/// If a file has a million invalid points, only the first ``kept`` diagnostics are stored, but the
/// totals are still exact.
struct DiagnosticLog {
  /// The maximum number of stored diagnostics per code.
  static let kept = 1000

  private(set) var entries: [Diagnostic] = []
  private(set) var totals: [Diagnostic.Code: Int] = [:]

  /// Counts one diagnostic with the given code.
  ///
  /// - Returns: Whether fewer than ``kept`` diagnostics with this code are stored. If so, the
  ///   caller must pass the diagnostic to ``keep(_:)``.
  mutating func admits(_ code: Diagnostic.Code) -> Bool {
    let total = totals[code, default: 0] + 1
    totals[code] = total
    return total <= Self.kept
  }

  /// Stores a diagnostic that was already counted.
  mutating func keep(_ diagnostic: Diagnostic) {
    entries.append(diagnostic)
  }

  /// Counts a diagnostic, and stores it unless the limit ``kept`` is reached for diagnostics with
  /// the same code.
  mutating func add(_ diagnostic: Diagnostic) {
    if admits(diagnostic.code) { keep(diagnostic) }
  }
}
