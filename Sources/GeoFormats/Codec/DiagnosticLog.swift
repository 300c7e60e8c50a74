/// The diagnostics of one run: every one counted, the first of each code kept.
///
/// A file of a million bad points costs the memory of ``kept`` diagnostics, and the totals stay
/// exact.
struct DiagnosticLog {
  /// How many diagnostics of one code are kept.
  static let kept = 1000

  private(set) var entries: [Diagnostic] = []
  private(set) var totals: [Diagnostic.Code: Int] = [:]

  /// Counts one occurrence of a code.
  ///
  /// - Returns: Whether there is room to keep its diagnostic, which then goes to ``keep(_:)``.
  mutating func admits(_ code: Diagnostic.Code) -> Bool {
    let total = totals[code, default: 0] + 1
    totals[code] = total
    return total <= Self.kept
  }

  /// Keeps a diagnostic that was counted already.
  mutating func keep(_ diagnostic: Diagnostic) {
    entries.append(diagnostic)
  }

  /// Counts a diagnostic and keeps it while there is room for its code.
  mutating func add(_ diagnostic: Diagnostic) {
    if admits(diagnostic.code) { keep(diagnostic) }
  }
}
