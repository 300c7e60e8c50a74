import Testing

/// Expects that a rule found nothing, and shows each thing found on a line of its own.
func expectNone(_ found: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  let lines = found.map { "\n  \($0)" }.joined()
  #expect(found.isEmpty, "\(found.count) found:\(lines)", sourceLocation: sourceLocation)
}
