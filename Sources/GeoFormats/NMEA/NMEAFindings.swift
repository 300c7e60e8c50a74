/// Counts of the irregularities in an NMEA log, which are reported at the end of the log.
struct NMEAFindings {
  enum Kind: Hashable {
    case otherLine
    case void
    case undated
    /// A VTG or GSA sentence whose values are not used, because it belongs to no point or because
    /// its point has these values from another sentence.
    case unusedValues
    /// A dilution of precision that was replaced with the value from a later GSA sentence of the
    /// same point.
    case replacedDilution
    case unreadable(NMEASentence.Value)
    case unknownUnit(NMEASentence.Value)
  }

  private var tally = DiagnosticTally<Kind>()
  /// The number of NMEA sentences of each unsupported type.
  private var unknown: [String: Int] = [:]
  private var firstUnknown: Int?

  /// Whether the receiver lacked a position fix at any time.
  var hasVoid: Bool { tally[.void] != nil }

  mutating func add(_ kind: Kind, _ line: Int) {
    tally.add(kind, at: Diagnostic.Place(line: line, column: 1))
  }

  /// Counts an NMEA sentence of an unsupported type.
  mutating func addUnknown(_ type: String, _ line: Int) {
    unknown[type, default: 0] += 1
    if firstUnknown == nil { firstUnknown = line }
  }

  /// Counts the non-empty values in an NMEA sentence that are unreadable or in an unknown unit.
  mutating func addUnreadableValues(of sentence: NMEASentence, _ line: Int) {
    for (value, text) in sentence.unreadableValues {
      tally.add(
        .unreadable(value), at: Diagnostic.Place(line: line, column: 1), Excerpt.of(text))
    }
    for (value, text) in sentence.heightsWithUnknownUnit {
      tally.add(
        .unknownUnit(value), at: Diagnostic.Place(line: line, column: 1), Excerpt.of(text))
    }
  }

  func report(to feed: GeoFeed) {
    if let undated = tally[.undated] {
      feed.diagnose(
        .nmeaDateMissing, .kept, at: undated.place,
        """
        a point has no time, because the log does not state its date or time of day\(undated.times)
        """)
    }
    if let voids = tally[.void] {
      feed.diagnose(
        .recordIgnored, .skipped, at: voids.place,
        "the receiver had no fix; a new segment begins after the gap\(voids.times)")
    }
    // Each kind of value has its own finding, at its first place.
    for entry in tally.entries {
      switch entry.kind {
      case .unreadable(let value):
        feed.diagnose(
          value.code, .repaired, at: entry.place,
          "the \(value.rawValue) “\(entry.detail)” is not valid and is ignored\(entry.times)")
      case .unknownUnit(let value):
        feed.diagnose(
          value.code, .repaired, at: entry.place,
          """
          the \(value.rawValue) “\(entry.detail)” is not in metres or feet and is \
          ignored\(entry.times)
          """)
      case .unusedValues:
        feed.diagnose(
          .recordIgnored, .skipped, at: entry.place,
          """
          a VTG or GSA sentence belongs to no point, or its point has these values from another \
          sentence, so the sentence's values are ignored\(entry.times)
          """)
      case .replacedDilution:
        feed.diagnose(
          .recordIgnored, .skipped, at: entry.place,
          """
          the GSA sentences of a point state different dilutions of precision; the last ones are \
          used\(entry.times)
          """)
      case .otherLine, .void, .undated: continue
      }
    }
    if let line = firstUnknown {
      let types = unknown.sorted { $0.key < $1.key }.prefix(20)
        .map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
      feed.diagnose(
        .recordIgnored, .skipped, at: Diagnostic.Place(line: line, column: 1),
        "skipped NMEA sentences of unsupported types (the first is on this line): \(types)")
    }
    if let others = tally[.otherLine] {
      feed.diagnose(
        .recordIgnored, .skipped, at: others.place,
        "skipped a line that contains no NMEA sentence\(others.times)")
    }
  }
}
