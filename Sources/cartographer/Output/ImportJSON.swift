import CartographerCore
import TerminalUI

/// The JSON report that `import --json` prints for one file.
struct ImportJSON {
  let value: JSONValue

  /// Creates the report for a file that could not be read.
  init(file: String, _ failure: Failure) {
    let diagnostic = JSONValue.object([
      ("code", .string(failure.code)), ("action", .string("refused")),
      ("message", .string(failure.message)),
    ])
    self.init(ImportReport(file: file, status: .refused), [diagnostic])
  }

  init(_ report: ImportReport) {
    self.init(report, report.diagnostics.map(\.json))
  }

  private init(_ report: ImportReport, _ diagnostics: [JSONValue]) {
    // The members are printed in this order: the file, its content, the items of the library, and
    // the change. Counts of the content are always present, even if they are 0; lists and counts
    // that most imports do not have are omitted if they are empty.
    value = .object([
      ("file", .string(report.file)), ("format", .text(report.format)),
      ("version", .text(report.version)), ("status", .string(report.status.rawValue)),
      ("would", .text(report.wouldBe?.rawValue)), ("outcome", .string(Self.outcome(report))),
      ("import", .text(report.importID?.description)), ("waypoints", .count(report.waypoints)),
      ("routes", .count(report.routes)), ("routePoints", .count(report.routePoints)),
      ("tracks", .count(report.tracks)), ("segments", .count(report.segments)),
      ("trackPoints", .count(report.trackPoints)),
      (
        "skipped",
        .object([
          ("waypoints", .count(report.skipped.waypoints)),
          ("routePoints", .count(report.skipped.routePoints)),
          ("trackPoints", .count(report.skipped.trackPoints)),
        ])
      ), ("misplacedPoints", .count(report.misplacedPoints)),
      ("trackLengthMetres", .number(report.trackLengthMetres)),
      ("routeLengthMetres", .number(report.routeLengthMetres)),
      ("elevationMin", .measure(report.elevationMin)),
      ("elevationMax", .measure(report.elevationMax)), ("timeFirst", .time(report.timeFirst)),
      ("timeLast", .time(report.timeLast)), ("locations", .strings(report.locations)),
      ("paths", .strings(report.paths)),
      ("groups", report.groups.isEmpty ? nil : .array(report.groups.map(\.json))),
      (
        "createdGroups", report.createdGroups.isEmpty ? nil : .strings(report.createdGroups)
      ),
      ("updated", report.updated.isEmpty ? nil : .strings(report.updated)),
      (
        "changes",
        report.changes.map {
          .object([
            ("added", .count($0.added)), ("updated", .count($0.updated)), ("kept", .count($0.kept)),
            ("same", .count($0.same)), ("gone", .count($0.gone)),
          ])
        }
      ), ("grouped", report.grouped > 0 ? .count(report.grouped) : nil),
      ("namedByTowns", report.namedPaths > 0 ? .count(report.namedPaths) : nil),
      ("undo", report.undo.map(JSONValue.integer)),
      ("diagnostics", .array(diagnostics)),
    ])
  }
}

extension ImportJSON {
  /// Returns the name of an import's outcome. For a dry run, it is the expected outcome:
  /// `wouldImport`, `wouldUpdate`, `unchanged` or `refused`.
  fileprivate static func outcome(_ report: ImportReport) -> String {
    guard report.status == .checked else { return report.status.rawValue }
    return switch report.wouldBe {
    case .updated: "wouldUpdate"
    case .unchanged, .refused: report.wouldBe?.rawValue ?? ""
    case .imported, .checked, nil: "wouldImport"
    }
  }
}

extension ImportReport.TargetGroup {
  fileprivate var json: JSONValue {
    .object([("id", .text(id?.description)), ("name", .string(name)), ("items", .count(items))])
  }
}

extension ImportReport.Finding {
  var json: JSONValue {
    .object([
      ("line", line.map(JSONValue.count)), ("column", column.map(JSONValue.count)),
      ("record", record.map(JSONValue.count)), ("byteOffset", byteOffset.map(JSONValue.count)),
      ("element", .text(element)), ("code", .string(code)), ("action", .string(action)),
      ("message", .string(message + (remedy.map { "; \($0.clause)" } ?? ""))),
      (
        "counts",
        counts.isEmpty
          ? nil
          : .array(
            counts.map { .object([("name", .string($0.name)), ("count", .count($0.count))]) })
      ),
    ])
  }
}
