/// What came of reading one file.
public struct GeoReadReport: Sendable {
  /// The format's identifier, such as `gpx`, or nil where none was recognised.
  public var format: String?
  /// The format's version as the file states it.
  public var version: String?
  /// The program that wrote the file, as the file states it.
  public var creator: String?
  /// The encoding the file was read in.
  public var encoding: String?
  public var counts = GeoCounts()
  /// In the order found; at most 1000 of one code, see ``totals``.
  public var diagnostics: [Diagnostic] = []
  /// How often each code occurred, also beyond the diagnostics kept.
  ///
  /// The total of ``Diagnostic/Code/elementUnknown`` counts names, not elements.
  public var totals: [Diagnostic.Code: Int] = [:]
  /// Why nothing of the file may be taken, or nil.
  ///
  /// What the sink got is then to be thrown away.
  public var refusal: Diagnostic?
  /// False when the file broke off: all that stood complete before was delivered.
  public var isComplete = true
  /// The lowest and highest elevation of the track points, metres.
  public var elevationRange: ClosedRange<Double>?
  /// The earliest and latest time of the track points, seconds since 2001-01-01T00:00:00Z.
  public var timeRange: ClosedRange<Double>?

  public init() {}

  public var isRefused: Bool { refusal != nil }

  /// What a strict import refuses the file for.
  public var faults: [Diagnostic] {
    diagnostics.filter(\.isFault)
  }
}

extension GeoReadReport {
  /// Refuses the file for one reason.
  mutating func refuse(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    totals[diagnostic.code, default: 0] += 1
    refusal = diagnostic
    isComplete = false
  }
}
