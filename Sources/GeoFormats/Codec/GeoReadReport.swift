/// The result of reading one file.
public struct GeoReadReport: Sendable {
  /// The format's identifier, such as `gpx`, or nil if no format was recognised.
  public var format: String?
  /// The format's version as the file states it.
  public var version: String?
  /// The program that wrote the file, as the file states it.
  public var creator: String?
  /// The encoding in which the file was read.
  public var encoding: String?
  public var counts = GeoCounts()
  /// The diagnostics in the order found, at most 1000 of one code; see ``totals``.
  public var diagnostics: [Diagnostic] = []
  /// The number of diagnostics of each code, including those that were not stored.
  ///
  /// The total of ``Diagnostic/Code/elementUnknown`` counts names, not elements.
  public var totals: [Diagnostic.Code: Int] = [:]
  /// The reason why the whole file was refused, or nil.
  ///
  /// If the file was refused, the content passed to the sink must be discarded.
  public var refusal: Diagnostic?
  /// Whether the file was read to its end. If false, all complete elements before the damage were
  /// delivered.
  public var isComplete = true
  /// The lowest and highest elevation of the track points, in metres.
  public var elevationRange: ClosedRange<Double>?
  /// The earliest and latest time of the track points, in seconds since 2001-01-01T00:00:00Z.
  public var timeRange: ClosedRange<Double>?

  public init() {}

  public var isRefused: Bool { refusal != nil }

  /// The diagnostics for which a strict import refuses the file.
  public var faults: [Diagnostic] {
    diagnostics.filter(\.isFault)
  }
}

extension GeoReadReport {
  /// Refuses the file for the reason given by a diagnostic.
  mutating func refuse(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    totals[diagnostic.code, default: 0] += 1
    refusal = diagnostic
    isComplete = false
  }
}
