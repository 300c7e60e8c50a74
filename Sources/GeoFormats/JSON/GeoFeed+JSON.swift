extension JSONReader {
  /// Creates a parser for a codec's input.
  convenience init(_ input: GeoInput) throws {
    try self.init(input.content, limits: input.options.limits) { try input.advance() }
  }
}

extension GeoFeed {
  /// Finishes reading a JSON file, and returns the report. The report includes the parser's repairs
  /// and, if there is one, the fault at which reading stopped.
  ///
  /// The file is rejected if ``JSONFault/refusesFile`` is true, or if no item precedes the fault.
  ///
  /// - Precondition: No path is open.
  func finish(_ reader: JSONReader, _ fault: JSONFault?) throws -> GeoReadReport {
    report.encoding = reader.encoding
    for repair in reader.repairs {
      diagnose(repair.code, repair.action, at: repair.place, repair.message)
    }
    guard let fault else { return try finish() }
    var diagnostic = fault.diagnostic
    if diagnostic.code == .jsonTruncated {
      diagnostic.message += ", at \(InputPosition(input.content.consumed, of: input.byteCount))"
    }
    let problem = input.unpacking.problem
    let counts = report.counts
    let packingLimit = problem.flatMap { $0.code.isLimit ? $0 : nil }
    if let packingLimit, !fault.refusesFile, fault.diagnostic.code == .jsonTruncated {
      // The text ends where the compressed file exceeds the limit.
      diagnostic.code = packingLimit.code
      diagnostic.message = packingLimit.message
    }
    guard !fault.refusesFile, counts.waypoints + counts.routes + counts.tracks > 0 else {
      if diagnostic.code.isLimit {
        throw InputRefusal(
          code: diagnostic.code, message: diagnostic.message, place: diagnostic.place)
      }
      var report = try finish()
      diagnostic.action = .refused
      if let problem { diagnostic.message = "\(problem.message) before the first complete item" }
      report.refuse(diagnostic)
      return report
    }
    report.isComplete = false
    if diagnostic.code.isLimit { diagnostic.message += InputRefusal.readPartly }
    if diagnostic.code != .jsonTruncated || problem == nil {
      diagnose(diagnostic.code, diagnostic.action, at: diagnostic.place, diagnostic.message)
    }
    return try finish()
  }
}
