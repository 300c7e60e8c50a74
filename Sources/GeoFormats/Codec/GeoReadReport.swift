/// The result of reading one file.
public struct GeoReadReport: Sendable {
  /// The format's identifier, such as `gpx`. Nil if no format was recognised.
  public var format: String?
  /// The format version, as stated in the file.
  public var version: String?
  /// The name of the program that wrote the file, as stated in the file.
  public var creator: String?
  /// The names of a table's columns, or their numbers if the table has no header. Empty for other
  /// files. The names are also set for a rejected table, so that the user can choose the columns.
  public var columnNames: [String] = []
  /// The encoding in which the file was read.
  public var encoding: String?
  public var counts = GeoCounts()
  /// The diagnostics in the order in which they were found, at most 1000 per code. ``totals`` also
  /// counts the diagnostics beyond this limit.
  public var diagnostics: [Diagnostic] = []
  /// The number of diagnostics reported with each code, including those that were not stored.
  ///
  /// For ``Diagnostic/Code/elementUnknown``, each element name is counted only once, even if many
  /// elements have this name.
  public var totals: [Diagnostic.Code: Int] = [:]
  /// The reason for rejecting the whole file. Nil if the file was not rejected.
  ///
  /// If the file was rejected, the caller must discard the content that the ``GeoSink`` has
  /// received.
  public var refusal: Diagnostic?
  /// Whether the whole file was read. If false, the sink has received all complete elements before
  /// the damage.
  public var isComplete = true
  /// The lowest and highest elevation of the track points, in metres.
  public var elevationRange: ClosedRange<Double>?
  /// The earliest and latest time of the track points, in seconds since 2001-01-01T00:00:00Z.
  public var timeRange: ClosedRange<Double>?

  /// Whether swapping latitude and longitude would bring out-of-range positions into range and keep
  /// all valid positions in range. False if the options already swap latitude and longitude.
  public var swapMendsPositions = false

  /// The number of bytes produced by decompressing the file, or 0 for an uncompressed file.
  public var unpackedBytes = 0

  public init() {}

  public var isRefused: Bool { refusal != nil }

  /// The stored diagnostics that make a strict import reject the file.
  public var faults: [Diagnostic] {
    diagnostics.filter(\.isFault)
  }

  /// The diagnostic about the limit that stopped reading before the end of the file. Nil if reading
  /// did not stop at a limit.
  public var limit: Diagnostic? {
    isComplete ? nil : diagnostics.last { $0.code.isLimit && $0.action == .skipped }
  }

  /// The damage to report when a partial copy of the file is read. Such a copy ends where a limit
  /// stopped reading. Nil if reading did not stop at a limit.
  package var damageOfCopy: InputDamage? {
    limit.map { limit in
      let end = InputRefusal.readPartly
      let message = limit.message
      return InputDamage(
        message.hasSuffix(end) ? String(message.dropLast(end.count)) : message, code: limit.code)
    }
  }
}

extension GeoReadReport {
  /// Marks the file as rejected, and stores the given diagnostic as the reason.
  mutating func refuse(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    totals[diagnostic.code, default: 0] += 1
    refusal = diagnostic
    isComplete = false
  }
}
