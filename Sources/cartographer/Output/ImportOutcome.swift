import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The outcome of importing several files. A file that cannot be imported does not stop the import
/// of the others.
struct ImportOutcome {
  private var entries: [JSONValue] = []
  private var archives: [JSONValue] = []
  private(set) var failures: [Failure] = []

  /// The maximum number of diagnostics listed in text output for each file.
  private static let toldFindings = 20

  /// Returns whether an error affects only the current file. If so, the import continues with the
  /// next file.
  static func isOfOneFile(_ error: any Error) -> Bool {
    let statuses: [ExitStatus] = [.inputOutput, .noPermission, .busy, .noInput, .badData]
    return statuses.contains(Failure(error).status)
  }

  mutating func add(_ report: ImportReport) {
    entries.append(ImportJSON(report).value)
    if let change = report.undo { changes.append(change) }
    guard report.status == .refused else { return }
    let finding = report.diagnostics.last { $0.action == "refused" }
    let reason = finding?.text ?? "the file contains no usable data"
    failures.append(refusal("\(report.file) was rejected: \(reason)", of: report.file, finding))
  }

  /// Returns the failure that reports a rejected file or archive.
  ///
  /// - Parameter finding: The diagnostic with the reason, if any.
  private func refusal(
    _ message: String, of file: String, _ finding: ImportReport.Finding?
  ) -> Failure {
    var failure = Failure(
      .badData, code: "badData", message,
      remedy: finding?.remedy?.sentence ?? Self.remedy(for: finding?.code ?? ""))
    (failure.file, failure.diagnostic) = (file, finding?.code)
    return failure
  }

  /// Returns the advice for a rejected file, based on the code of the diagnostic.
  private static func remedy(for code: String) -> String {
    switch code {
    case "input.unknown", "input.compressed", "input.nothingUsable", "root.unexpected":
      "To list the file formats that can be imported: cartographer formats"
    case "input.encrypted": "Decompress the archive with its password, and import its files."
    case "input.faults": "Repair the file, or import it without `--strict`."
    case "crs.unsupported", "csv.columnsUnusable":
      "Convert the file to WGS 84 (EPSG:4326), for example with ogr2ogr."
    default: "Check that the file is complete and undamaged. If it is not, download it again."
    }
  }

  /// Adds a file that has no positions, such as the recording of an indoor activity in an activity
  /// export. Such a file does not count as a failure.
  mutating func addWithoutPositions(_ report: ImportReport) {
    entries.append(ImportJSON(report).value)
  }

  /// Adds the report about an archive as a whole.
  ///
  /// - Parameter isStrict: Whether a damaged or encrypted archive counts as a failure.
  mutating func add(archive report: ImportReport, count: Int, isStrict: Bool) {
    archives.append(
      .object([
        ("archive", .string(report.file)), ("files", .count(count)),
        ("diagnostics", .array(report.diagnostics.map(\.json))),
      ]))
    guard let finding = report.archiveRefusal(isStrict: isStrict) else { return }
    failures.append(
      refusal(
        "The remaining files in \(report.file) were rejected: \(finding.text)", of: report.file,
        finding))
  }

  mutating func add(_ failure: Failure, file: String) {
    var told = failure
    told.file = file
    failures.append(told)
    entries.append(ImportJSON(file: file, failure).value)
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The changes that the import has committed, oldest first.
  private(set) var changes: [Int64] = []
  /// The number of files that were imported or updated.
  var importedCount: Int { changes.count }

  /// The most serious failure, which determines the exit code. Nil if there is no failure.
  ///
  /// The exit codes in descending order of severity are 130, 73, 74, 77, 75, 66 and 65.
  var failure: Failure? {
    for status in [
      ExitStatus.interrupted, .cannotWrite, .inputOutput, .noPermission, .busy, .noInput, .badData,
    ] {
      if let failure = failures.first(where: { $0.status == status }) { return failure }
    }
    return failures.first
  }

  func json(of files: ImportFiles) -> JSONValue {
    let unread = files.unrecognised + files.specialFiles
    return .object([
      ("files", .array(entries)), ("archives", archives.isEmpty ? nil : .array(archives)),
      ("skippedFolders", files.skippedFolders.isEmpty ? nil : .strings(files.skippedFolders)),
      ("unrecognised", unread.isEmpty ? nil : .strings(unread)),
      ("undoNumbers", changes.isEmpty ? nil : .array(changes.map(JSONValue.integer))),
    ])
  }

  /// Prints the findings about an archive as a whole on standard error.
  func tell(archive report: ImportReport, _ session: Session) {
    for finding in report.diagnostics {
      session.console.say("\(report.file): \(finding.actionText): \(finding.text(\.clause))")
    }
  }

  /// Prints one line about an imported file on standard output, and the file's diagnostics on
  /// standard error.
  ///
  /// - Parameter original: An earlier file with the same content in this dry run, if any.
  func tell(_ report: ImportReport, sameAs original: String? = nil, _ session: Session) throws {
    if report.status == .refused {
      if let failure = failures.last { session.console.report(failure, asJSON: false) }
    } else if let original {
      try session.console.result(
        "\(report.file): would be skipped as a duplicate of \(original)")
    } else {
      try session.console.result(Self.line(report, isDryRun: session.isScriptDryRun))
    }
    // The reason of a refusal is already printed above.
    var findings = report.diagnostics.filter { $0.action != "refused" }
    // Findings about swapped coordinates, and about damage that ended reading, concern the whole
    // file, so they must be among the listed findings.
    for finding in [report.swapAdvice, report.damage].compactMap(\.self) {
      if let index = findings.firstIndex(of: finding), index >= Self.toldFindings {
        findings.insert(findings.remove(at: index), at: 0)
      }
    }
    for finding in findings.prefix(Self.toldFindings) {
      session.console.say("\(report.file): \(finding.actionText): \(finding.text(\.clause))")
    }
    let rest = findings.count - Self.toldFindings
    if rest > 0 {
      let listed =
        report.unlistedFindings == 0
        ? "all of them"
        : "\(Numbers.grouped(findings.count)) of all \(Numbers.grouped(findings.count + report.unlistedFindings))"
      let more = Numbers.counted(rest + report.unlistedFindings, "more finding")
      session.console.say("\(report.file): … and \(more); `--json` lists \(listed)")
    }
  }

  /// Returns one line about an imported file.
  ///
  /// - Parameter isDryRun: Whether the import will be rolled back together with its script.
  private static func line(_ report: ImportReport, isDryRun: Bool) -> DisplayText {
    let counts = [
      Numbers.counted(report.waypoints, "place"), Numbers.counted(report.routes, "route"),
      Numbers.counted(report.tracks, "track"),
      Numbers.counted(report.routePoints + report.trackPoints, "point"),
    ].joined(separator: ", ")
    let id = report.importID.map { " (\($0))" } ?? ""
    let groups = report.groups.filter { $0.id.map(report.createdGroups.contains) ?? false }
      .map(\.words).joined(separator: ", ")
    let made = (groups.isEmpty ? "" : "; created \(groups)") + updates(report, isDryRun: isDryRun)
    // The counts of an update are those of the file, most of which may be unchanged.
    let done =
      switch report.status {
      case .imported where isDryRun: "would import"
      case .updated: isDryRun ? "would update from" : "updated from"
      default: report.status.rawValue
      }
    return switch report.status {
    case .imported, .updated:
      "\(report.file): \(done) \(counts)\(id)\(changes(report))\(leftOut(report))"
        + "\(made)\(named(report))"
    case .unchanged:
      "\(report.file): unchanged, "
        + (report.importID == nil ? "exported from this store" : "already imported")
        + "\(id)\(changes(report))\(grouped(report))\(made)\(wouldGroup(report))"
    case .checked where report.wouldBe == .updated:
      "\(report.file): would update from \(counts)\(changes(report))\(leftOut(report))"
        + "\(wouldGroup(report))\(updates(report, isDryRun: true))\(named(report))"
    case .checked:
      "\(report.file): would import \(counts)\(leftOut(report))\(wouldGroup(report))"
        + "\(updates(report, isDryRun: true))\(named(report))"
    case .refused: "\(report.file): refused"
    }
  }

  /// Returns the numbers of skipped places and points as text, such as `; left out 2 500 points`.
  private static func leftOut(_ report: ImportReport) -> String {
    let skipped = report.skipped
    let parts = [
      (skipped.waypoints, "place"), (skipped.routePoints + skipped.trackPoints, "point"),
    ].filter { $0.0 > 0 }.map { Numbers.counted($0.0, $0.1) }
    guard !parts.isEmpty else { return "" }
    let counts = parts.joined(separator: ", ")
    return "; left out \(counts)"
  }

  /// Returns the item counts of a repeated import as text, such as `: 2 changed, 1 added`.
  private static func changes(_ report: ImportReport) -> String {
    guard let changes = report.changes else { return "" }
    let parts = [
      (changes.updated, "changed"), (changes.added, "added"),
      (changes.kept - changes.truncated, "edited and kept"),
      (changes.truncated, "truncated in the file and kept"),
      (changes.same, "unchanged"),
      (changes.gone, "no longer in the file"),
    ]
    return ": "
      + parts.filter { $0.0 > 0 }.map { "\(Numbers.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
  }

  /// Returns a dry run's text about groups: the number of items that the import would add to each
  /// group, and the empty groups that it would create.
  ///
  /// For example: `; would add 3 items to G2 (Huts), 12 to Alps (a new group); would create Plans`.
  private static func wouldGroup(_ report: ImportReport) -> String {
    guard report.grouped == 0 else { return "" }
    let groups = report.groups.filter { $0.items > 0 }
    let parts = groups.enumerated().map { place, group in
      let items = place == 0 ? Numbers.counted(group.items, "item") : Numbers.grouped(group.items)
      return "\(items) to \(group.words)"
    }
    let empty = report.groups.filter { $0.items == 0 && $0.id == nil }.map(\.name)
    return (parts.isEmpty ? "" : "; would add " + parts.joined(separator: ", "))
      + (empty.isEmpty ? "" : "; would create " + empty.joined(separator: ", "))
  }

  /// Returns the changes to existing groups as text, such as `; updated G1 (Alps): itinerary`.
  private static func updates(_ report: ImportReport, isDryRun: Bool) -> String {
    guard !report.groupUpdates.isEmpty else { return "" }
    return (isDryRun ? "; would update " : "; updated ")
      + report.groupUpdates.map(\.text).joined(separator: "; ")
  }

  private static func named(_ report: ImportReport) -> String {
    guard report.namedPaths > 0 else { return "" }
    let paths = Numbers.counted(report.namedPaths, "path")
    return report.status == .checked
      ? "; would name \(paths) after towns" : "; named \(paths) after towns"
  }

  private static func grouped(_ report: ImportReport) -> String {
    guard report.grouped > 0 else { return "" }
    let items = Numbers.counted(report.grouped, "item")
    return "; \(items) added to groups"
  }
}

extension ImportReport.TargetGroup {
  /// The group as text, such as `G2 (Huts)`.
  fileprivate var words: String { id.map { "\($0) (\(name))" } ?? "\(name) (a new group)" }
}
