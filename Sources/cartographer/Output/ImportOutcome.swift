import CartographerCore
import CartographerPresentation
import TerminalUI

/// What came of importing several files: one bad one does not keep the others out.
struct ImportOutcome {
  private var entries: [JSONValue] = []
  private var failures: [Failure] = []

  /// The most findings of a file told to a person.
  private static let toldFindings = 20

  /// Whether an error concerns the file alone, so that the next one may still be read.
  static func isOfOneFile(_ error: any Error) -> Bool {
    let statuses: [ExitStatus] = [.inputOutput, .noPermission, .busy, .noInput, .badData]
    return statuses.contains(Failure(error).status)
  }

  mutating func add(_ report: ImportReport) {
    entries.append(ImportJSON(report).value)
    guard report.status == .refused else { return }
    let reason = report.diagnostics.last { $0.action == "refused" }?.text ?? "nothing usable in it"
    failures.append(
      Failure(.badData, code: "badData", "\(report.file) was refused: \(reason)"))
  }

  mutating func add(_ failure: Failure, file: String) {
    failures.append(failure)
    entries.append(ImportJSON(file: file, failure).value)
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The failure the run ends with: the first of 130, 74, 77, 75, 66, 65 that applied.
  var failure: Failure? {
    for status in [ExitStatus.interrupted, .inputOutput, .noPermission, .busy, .noInput, .badData] {
      if let failure = failures.first(where: { $0.status == status }) { return failure }
    }
    return failures.first
  }

  var json: JSONValue { .object([("files", .array(entries))]) }

  /// A line for the file, and its diagnostics on standard error.
  func tell(_ report: ImportReport, _ session: Session) throws {
    if report.status == .refused {
      if let failure = failures.last { session.console.report(failure, asJSON: false) }
    } else if !session.global.quiet {
      try session.console.print(Self.line(report))
    }
    // The reason of a refusal is told above.
    let findings = report.diagnostics.filter { $0.action != "refused" }
    for finding in findings.prefix(Self.toldFindings) {
      session.console.say("\(report.file): \(finding.action): \(finding.text)")
    }
    let rest = findings.count - Self.toldFindings
    if rest > 0 {
      session.console.say("\(report.file): … and \(rest) more; --json lists all of them")
    }
  }

  private static func line(_ report: ImportReport) -> DisplayText {
    let counts = [
      counted(report.waypoints, "place"), counted(report.routes, "route"),
      counted(report.tracks, "track"), counted(report.routePoints + report.trackPoints, "point"),
    ].joined(separator: ", ")
    let id = report.importID.map { " (\($0))" } ?? ""
    let groups = report.groups.filter { $0.id.map(report.createdGroups.contains) ?? false }
      .map(\.words).joined(separator: ", ")
    let made = groups.isEmpty ? "" : "; made \(groups)"
    return switch report.status {
    case .imported, .updated:
      "\(report.file): \(report.status.rawValue) \(counts)\(id)\(changes(report))\(made)"
    case .unchanged:
      "\(report.file): unchanged, imported before\(id)\(grouped(report))\(made)\(wouldGroup(report))"
    case .checked where report.wouldBe == .updated:
      "\(report.file): would update \(counts)\(changes(report))\(wouldGroup(report))"
    case .checked: "\(report.file): would import \(counts)\(wouldGroup(report))"
    case .refused: "\(report.file): refused"
    }
  }

  /// `; 2 changed, 1 added`.
  private static func changes(_ report: ImportReport) -> String {
    guard let changes = report.changes else { return "" }
    let parts = [
      (changes.updated, "changed"), (changes.added, "added"),
      (changes.kept, "edited here and kept"), (changes.same, "the same"),
      (changes.gone, "not in the file any more"),
    ]
    return ": "
      + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// `; would put 3 items into G2 (Huts), 12 into Alps (a new group)`, of a dry run.
  private static func wouldGroup(_ report: ImportReport) -> String {
    guard report.grouped == 0 else { return "" }
    let groups = report.groups.filter { $0.items > 0 }
    let parts = groups.enumerated().map { place, group in
      let items = place == 0 ? counted(group.items, "item") : "\(group.items)"
      return "\(items) into \(group.words)"
    }
    return parts.isEmpty ? "" : "; would put " + parts.joined(separator: ", ")
  }

  private static func grouped(_ report: ImportReport) -> String {
    report.grouped > 0 ? "; \(counted(report.grouped, "item")) put into groups" : ""
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension ImportReport.Group {
  /// `G2 (Huts)`.
  fileprivate var words: String { id.map { "\($0) (\(name))" } ?? "\(name) (a new group)" }
}
