/// The diagnostics of one reading of a file: all are counted, but only the first ones of each code
/// are stored.
///
/// For a file with a million invalid points, only the first ``kept`` diagnostics use memory, and
/// the totals are still exact.
struct DiagnosticLog {
  /// The maximum number of stored diagnostics per code.
  static let kept = 1000

  private(set) var entries: [Diagnostic] = []
  private(set) var totals: [Diagnostic.Code: Int] = [:]

  /// Counts one occurrence of a code.
  ///
  /// - Returns: Whether fewer than ``kept`` diagnostics with this code are stored; the caller then
  ///   passes the diagnostic to ``keep(_:)``.
  mutating func admits(_ code: Diagnostic.Code) -> Bool {
    let total = totals[code, default: 0] + 1
    totals[code] = total
    return total <= Self.kept
  }

  /// Stores a diagnostic that was already counted.
  mutating func keep(_ diagnostic: Diagnostic) {
    entries.append(diagnostic)
  }

  /// Counts a diagnostic, and stores it unless the maximum number of diagnostics with its code is
  /// reached.
  mutating func add(_ diagnostic: Diagnostic) {
    if admits(diagnostic.code) { keep(diagnostic) }
  }
}
