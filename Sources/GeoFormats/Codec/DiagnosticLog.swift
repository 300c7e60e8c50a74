/// The diagnostics of one run: all are counted, and the first ones of each code are stored.
///
/// A file with a million invalid points uses the memory of ``kept`` diagnostics only, and the
/// totals stay exact.
struct DiagnosticLog {
  /// The maximum number of stored diagnostics per code.
  static let kept = 1000

  private(set) var entries: [Diagnostic] = []
  private(set) var totals: [Diagnostic.Code: Int] = [:]

  /// Counts one occurrence of a code.
  ///
  /// - Returns: Whether there is room to store the diagnostic, which is then passed to
  ///   ``keep(_:)``.
  mutating func admits(_ code: Diagnostic.Code) -> Bool {
    let total = totals[code, default: 0] + 1
    totals[code] = total
    return total <= Self.kept
  }

  /// Stores a diagnostic that was already counted.
  mutating func keep(_ diagnostic: Diagnostic) {
    entries.append(diagnostic)
  }

  /// Counts a diagnostic, and stores it while there is room for its code.
  mutating func add(_ diagnostic: Diagnostic) {
    if admits(diagnostic.code) { keep(diagnostic) }
  }
}
