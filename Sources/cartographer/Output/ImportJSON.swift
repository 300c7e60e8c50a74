import CartographerCore

/// One file of `import --json`.
struct ImportJSON {
  let value: JSONValue

  /// A file that could not be read at all.
  init(file: String, _ failure: Failure) {
    let diagnostic = JSONValue.object([
      ("code", .string(failure.code)), ("action", .string("refused")),
      ("message", .string(failure.message)),
    ])
    self.init(ImportReport(file: file, status: .refused), [diagnostic])
  }

  init(_ report: ImportReport) {
    let diagnostics = report.diagnostics.map { found in
      JSONValue.object([
        ("line", found.line.map(JSONValue.count)), ("column", found.column.map(JSONValue.count)),
        ("element", .text(found.element)), ("code", .string(found.code)),
        ("action", .string(found.action)), ("message", .string(found.message)),
      ])
    }
    self.init(report, diagnostics)
  }

  private init(_ report: ImportReport, _ diagnostics: [JSONValue]) {
    value = .object([
      ("file", .string(report.file)), ("format", .text(report.format)),
      ("version", .text(report.version)), ("status", .string(report.status.rawValue)),
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
      ("paths", .strings(report.paths)), ("undo", report.undo.map(JSONValue.integer)),
      ("diagnostics", .array(diagnostics)),
    ])
  }
}
