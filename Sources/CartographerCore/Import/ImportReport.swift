import Foundation
import GeoFormats

/// What came of importing one file. Encodes as the JSON of the command line's `import`.
package struct ImportReport: Sendable, Equatable {
  package struct Skipped: Sendable, Equatable {
    package var waypoints = 0
    package var routePoints = 0
    package var trackPoints = 0

    package init() {}
  }

  /// One thing found in the file and what was done about it.
  package struct Finding: Sendable, Equatable {
    package var line: Int?
    package var column: Int?
    package var element: String?
    package var code: String
    /// `repaired`, `skipped`, `kept` or `refused`.
    package var action: String
    package var message: String
  }

  /// What became of the items of a file that was imported before.
  package struct Changes: Sendable, Equatable {
    /// Items the file has now and had not.
    package var added = 0
    /// Items that were changed to what the file says now.
    package var updated = 0
    /// Items that were edited here and stayed as they are.
    package var kept = 0
    /// Items that say what the file says.
    package var same = 0
    /// Items that the file has no more, and that stayed.
    package var gone = 0

    package init() {}
  }

  /// A group that items go to.
  package struct Group: Sendable, Equatable {
    /// Nil, in a dry run, for one that would be made.
    package var id: ItemID?
    package var name: String
    /// How many items are put into it that were not in it.
    package var items: Int
  }

  package var file: String
  package var format: String?
  package var version: String?
  package var status: ImportSummary.Status
  /// The import's own id; of an unchanged file, that of the import that brought it.
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
  /// Metres, of the track points.
  package var elevationMin: Double?
  package var elevationMax: Double?
  /// Earliest and latest of the track points.
  package var timeFirst: Date?
  package var timeLast: Date?
  package var locations: [ItemID] = []
  package var paths: [ItemID] = []
  /// Items of before that the file now says something else of, and that were changed to it.
  package var updated: [ItemID] = []
  /// Of a file that was imported before; nil for any other.
  package var changes: Changes?
  /// What the real run would do, of a dry run.
  package var wouldBe: ImportSummary.Status?
  /// How many items were put into groups that they were not in, of a file that is unchanged.
  package var grouped = 0
  package var diagnostics: [Finding] = []
  /// The groups that were asked for or that the file names; of a dry run those of the real one.
  package var groups: [Group] = []
  /// Groups made for the import.
  package var createdGroups: [ItemID] = []
  /// The entry of the history that takes the import back.
  package var undo: Int64?

  package init(file: String, status: ImportSummary.Status) {
    self.file = file
    self.status = status
  }
}

extension ImportReport {
  /// What a codec's report and the lengths measured on the way say of a file.
  init(file: String, status: ImportSummary.Status, _ report: GeoReadReport) {
    self.init(file: file, status: status)
    format = report.format
    version = report.version
    diagnostics = report.diagnostics.map(Finding.init)
  }

  /// Takes over the counts and extents of what was imported.
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

  /// The report in words for a person.
  package var summary: ImportSummary {
    ImportSummary(
      file: file, status: status, places: waypoints, paths: routes + tracks,
      points: routePoints + trackPoints, created: locations + paths,
      messages: diagnostics.map(\.text))
  }
}

extension ImportReport.Finding {
  init(_ diagnostic: Diagnostic) {
    self.init(
      line: diagnostic.line, column: diagnostic.column, element: diagnostic.element,
      code: diagnostic.code.rawValue, action: diagnostic.action.rawValue,
      message: diagnostic.message)
  }

  /// `line 18: latitude 91.2 is outside −90…90`.
  package var text: String { (line.map { "line \($0): " } ?? "") + message }
}

extension ImportReport {
  /// Adds what was found out about the file's earlier imports.
  mutating func add(_ code: Diagnostic.Code, _ message: String) {
    diagnostics.append(
      Finding(code: code.rawValue, action: Diagnostic.Action.kept.rawValue, message: message))
  }

  /// Whether nothing of the file was repaired, left out or lost.
  package var isWhole: Bool {
    !diagnostics.contains { $0.action == "repaired" || $0.action == "skipped" }
  }
}
