import Foundation
import GeoFormats

/// The result of importing one file. The command line encodes the result as JSON.
package struct ImportReport: Sendable, Equatable {
  package struct Skipped: Sendable, Equatable {
    package var waypoints = 0
    package var routePoints = 0
    package var trackPoints = 0

    package init() {}
  }

  /// A diagnostic about a problem in the file, and the action taken.
  package struct Finding: Sendable, Equatable {
    package var line: Int?
    package var column: Int?
    /// The number of the record in a binary file, counted from 1.
    package var record: Int?
    /// The offset in the decompressed file, in bytes.
    package var byteOffset: Int?
    package var element: String?
    package var code: String
    /// The action taken: `repaired`, `skipped`, `kept` or `refused`.
    package var action: String
    package var message: String
    /// The recommended action for resolving the problem. The value is nil if no action resolves the
    /// problem, or if the message already includes the action.
    package var remedy: ImportRemedy?
    /// The kinds of content to which the finding applies, with the most frequent kind first. Empty
    /// if the message already names all kinds.
    package var counts: [Count] = []

    /// A kind of content, such as a field or a message type, with the number of its occurrences.
    package struct Count: Sendable, Equatable {
      package let name: String
      package let count: Int
    }
  }

  /// The numbers of added, updated and unchanged items in a file that is imported again.
  package struct Changes: Sendable, Equatable {
    /// The number of items that are new in the file's current version.
    package var added = 0
    /// The number of items that were updated from the file.
    package var updated = 0
    /// The number of items not updated because they were edited in the library, or are truncated in
    /// the file.
    package var kept = 0
    /// The number of ``kept`` items that are truncated in the file.
    package var truncated = 0
    /// The number of library items that are identical to items in the file.
    package var same = 0
    /// The number of items that stayed in the library although the file no longer contains them.
    package var gone = 0

    package init() {}
  }

  /// A group to which items are added.
  package struct TargetGroup: Sendable, Equatable {
    /// The group's id. Nil in a dry run if the group would be created by an actual import.
    package var id: ItemID?
    package var name: String
    /// The number of items that are added to the group.
    package var items: Int
  }

  /// The changes to a group that existed before the import.
  package struct GroupUpdate: Sendable, Equatable {
    package var id: ItemID
    package var name: String
    /// The changed fields, such as `first day` or `itinerary`.
    package var fields: [String]

    /// The group and its changed fields as text, such as `G1 (Alps): first day, itinerary`.
    package var text: String { "\(id) (\(name)): \(fields.joined(separator: ", "))" }
  }

  package var file: String
  package var format: String?
  package var version: String?
  package var status: ImportSummary.Status
  /// The id of the new import. If the file is unchanged, this is the id of its earlier import.
  package var importID: ItemID?
  package var waypoints = 0
  package var routes = 0
  package var routePoints = 0
  package var tracks = 0
  package var segments = 0
  package var trackPoints = 0
  package var skipped = Skipped()
  package var misplacedPoints = 0
  package var trackLengthMetres = 0.0
  package var routeLengthMetres = 0.0
  /// The lowest elevation of the track points, in metres.
  package var elevationMin: Double?
  package var elevationMax: Double?
  /// The earliest time of the track points.
  package var timeFirst: Date?
  /// The latest time of the track points.
  package var timeLast: Date?
  package var locations: [ItemID] = []
  package var paths: [ItemID] = []
  /// The existing items that were updated because they had changed in the file.
  package var updated: [ItemID] = []
  /// The numbers of added, updated and unchanged items. Nil for a file that was not imported
  /// before.
  package var changes: Changes?
  /// The status that an actual import would have. Nil if the import is not a dry run.
  package var wouldBe: ImportSummary.Status?
  /// For an unchanged file, the number of items that were added to groups.
  package var grouped = 0
  /// Whether an unchanged archive with a single importable file also contains other files, apart
  /// from pictures. False for other imports.
  package var hasUnreadFiles = false
  /// The number of unnamed new paths that received a name from ``ImportOptions/namePath``.
  package var namedPaths = 0
  /// The names of a table's columns, or their numbers if the table has no header. Empty for other
  /// files, and for a file that was recognised as unchanged without being parsed.
  package var columnNames: [String] = []
  package var diagnostics: [Finding] = []
  /// Whether swapping latitude and longitude would bring positions into range.
  package var swapMendsPositions = false
  /// The number of findings omitted from ``diagnostics``, which lists at most 1,000 findings of
  /// each kind.
  package var unlistedFindings = 0
  /// The groups to which the import adds items or, in a dry run, would add items. The groups are
  /// specified by the user or by the file.
  package var groups: [TargetGroup] = []
  /// The groups created by the import.
  package var createdGroups: [ItemID] = []
  /// The fields of existing groups that the import changes or, in a dry run, would change.
  package var groupUpdates: [GroupUpdate] = []
  /// The number of the change that the import added to the history. Nil if nothing was imported.
  package var undo: Int64?
  /// The SHA-256 hash of the file's bytes, reported only for a dry run.
  package var sha256: String?

  package init(file: String, status: ImportSummary.Status) {
    self.file = file
    self.status = status
  }
}

extension ImportReport {
  /// Creates an import report from the codec's report about the file that was read.
  init(file: String, status: ImportSummary.Status, _ report: GeoReadReport) {
    self.init(file: file, status: status)
    format = report.format
    version = report.version
    columnNames = report.columnNames
    diagnostics = report.diagnostics.map(Finding.init)
    swapMendsPositions = report.swapMendsPositions || hasSwappedCoordinates
    unlistedFindings = max(report.totals.values.reduce(0, +) - diagnostics.count, 0)
  }

  /// Sets the report's counts, lengths, elevation range and time range from the data that was read.
  mutating func count(_ report: GeoReadReport, _ lengths: ImportLengths) {
    let counts = report.counts
    waypoints = counts.waypoints
    routes = counts.routes
    routePoints = counts.routePoints
    tracks = counts.tracks
    segments = counts.segments
    trackPoints = counts.trackPoints
    skipped.waypoints = counts.skipped.waypoints
    skipped.routePoints = counts.skipped.routePoints
    skipped.trackPoints = counts.skipped.trackPoints
    misplacedPoints = counts.misplacedPoints
    trackLengthMetres = lengths.trackMetres
    routeLengthMetres = lengths.routeMetres
    elevationMin = report.elevationRange?.lowerBound
    elevationMax = report.elevationRange?.upperBound
    timeFirst = report.timeRange.map { Date(stored: $0.lowerBound) }
    timeLast = report.timeRange.map { Date(stored: $0.upperBound) }
  }

  /// Returns a summary of the report, as shown to the user.
  ///
  /// - Parameter words: A closure that describes a remedy in the user interface's own terms.
  ///   The description is a clause.
  package func summary(_ words: (ImportRemedy) -> String) -> ImportSummary {
    var summary = ImportSummary(
      file: file, status: status, places: waypoints, paths: routes + tracks,
      points: routePoints + trackPoints, created: locations + paths,
      messages: groupUpdates.map { "updated: \($0.text)" } + diagnostics.map { $0.remark(words) },
      undo: undo)
    summary.changes = changes
    summary.grouped = grouped
    summary.namedPaths = namedPaths
    summary.leftOutPlaces = skipped.waypoints
    summary.leftOutPoints = skipped.routePoints + skipped.trackPoints
    summary.damage = damage.map { $0.text(words) }
    return summary
  }
}

extension ImportReport.Finding {
  init(_ diagnostic: Diagnostic) {
    self.init(
      line: diagnostic.place.line, column: diagnostic.place.column,
      record: diagnostic.place.record, byteOffset: diagnostic.place.byteOffset,
      element: diagnostic.place.element,
      code: diagnostic.code.rawValue, action: diagnostic.action.rawValue,
      message: diagnostic.message, remedy: diagnostic.remedy.map(ImportRemedy.init),
      counts: diagnostic.counts.map { Count(name: $0.name, count: $0.count) })
  }

  /// The action as shown to the user, such as `repaired`. A repair that discards an unreadable or
  /// invalid value is shown as `value left out`.
  package var actionText: String {
    let emptied = [
      Diagnostic.Code.elevationUnreadable, .timeUnreadable, .valueInvalid,
    ].map(\.rawValue)
    if action == Diagnostic.Action.refused.rawValue { return "rejected" }
    return action == Diagnostic.Action.repaired.rawValue && emptied.contains(code)
      ? "value left out" : action
  }

  /// The message with the problem's position in the file, such as
  /// `line 18: latitude 91.2 is outside −90…90` or `record 7 (byte 412): …`.
  package var text: String {
    if let line { return "line \(line): \(message)" }
    let byte = byteOffset.map { "byte \($0)" }
    guard let record else { return (byte.map { "\($0): " } ?? "") + message }
    return "record \(record)\(byte.map { " (\($0))" } ?? ""): \(message)"
  }

  /// Returns the message with the problem's position, followed by the remedy.
  ///
  /// - Parameter words: A closure that describes a remedy in the user interface's own terms.
  ///   The description is a clause.
  package func text(_ words: (ImportRemedy) -> String) -> String {
    text + (remedy.map { "; \(words($0))" } ?? "")
  }

  /// Returns the message with the action, the position and the remedy, such as `skipped: line 18:
  /// latitude 91.2 is outside −90…90`. If the finding explains why a file was rejected, the action
  /// is omitted.
  ///
  /// - Parameter words: A closure that describes a remedy in the user interface's own terms.
  ///   The description is a clause.
  package func remark(_ words: (ImportRemedy) -> String) -> String {
    action == Diagnostic.Action.refused.rawValue ? text(words) : "\(actionText): \(text(words))"
  }
}

extension ImportReport {
  /// Adds a diagnostic about the file's earlier imports or about its groups.
  mutating func add(
    _ code: Diagnostic.Code, _ message: String, action: Diagnostic.Action = .kept
  ) {
    diagnostics.append(Finding(code: code.rawValue, action: action.rawValue, message: message))
  }

  /// Whether the file was rejected only because no positions were found in it.
  package var lacksPositions: Bool {
    status == .refused && diagnostics.last?.code == Diagnostic.Code.inputNothingUsable.rawValue
  }

  /// Returns the finding that explains why part or all of an archive was rejected. The result is
  /// nil if the whole archive was read.
  ///
  /// - Parameter isStrict: Whether a damaged or encrypted archive is rejected.
  package func archiveRefusal(isStrict: Bool) -> Finding? {
    let faults = [Diagnostic.Code.inputDamaged, .inputEncrypted, .limitRatio, .limitUnpacked].map(
      \.rawValue)
    return diagnostics.last {
      $0.action == Diagnostic.Action.refused.rawValue || isStrict && faults.contains($0.code)
    }
  }

  /// Whether the file was imported completely, without repairs or skipped data.
  package var isWhole: Bool {
    !diagnostics.contains { $0.action == "repaired" || $0.action == "skipped" }
  }
}
