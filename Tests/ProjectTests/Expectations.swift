import Testing

/// Expects that a rule found no violations, and lists each violation on a separate line.
func expectNone(_ found: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  let lines = found.map { "\n  \($0)" }.joined()
  #expect(found.isEmpty, "\(found.count) found:\(lines)", sourceLocation: sourceLocation)
}
