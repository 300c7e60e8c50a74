/// The diagnostics reported while one file is read. All diagnostics are counted, but only the first
/// ``kept`` with each code are stored.
///
/// At most ``kept`` diagnostics are stored per code, even for a file with a million invalid points.
/// The totals are exact.
struct DiagnosticLog {
  /// The maximum number of stored diagnostics per code.
  static let kept = 1000

  private(set) var entries: [Diagnostic] = []
  private(set) var totals: [Diagnostic.Code: Int] = [:]

  /// Counts one diagnostic with the given code.
  ///
  /// If this method returns true, the caller must pass the diagnostic to ``keep(_:)``.
  ///
  /// - Returns: Whether fewer than ``kept`` diagnostics with this code are stored.
  mutating func admits(_ code: Diagnostic.Code) -> Bool {
    let total = totals[code, default: 0] + 1
    totals[code] = total
    return total <= Self.kept
  }

  /// Stores a diagnostic that has already been counted.
  mutating func keep(_ diagnostic: Diagnostic) {
    entries.append(diagnostic)
  }

  /// Counts a diagnostic, and stores it if fewer than ``kept`` diagnostics with the same code are
  /// stored.
  mutating func add(_ diagnostic: Diagnostic) {
    if admits(diagnostic.code) { keep(diagnostic) }
  }
}
