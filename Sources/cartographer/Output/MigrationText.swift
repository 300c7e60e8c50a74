import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The report on a migration, as printed by `store migrate`.
struct MigrationText {
  private let summary: MigrationSummary?
  private let version: String

  /// Creates the report on a migration.
  ///
  /// - Parameter summary: The migration's summary, or nil for a store that was already up to date.
  /// - Parameter version: The current version of the store.
  init(_ summary: MigrationSummary?, version: String) {
    self.summary = summary
    self.version = version
  }

  func json(isDryRun: Bool) -> JSONValue {
    .object([
      ("dryRun", isDryRun ? .boolean(true) : nil),
      ("from", .string(summary?.from ?? version)), ("to", .string(summary?.to ?? version)),
      ("backup", .text(summary?.backup)),
      (
        "stages",
        .array(
          (summary?.stages ?? []).map {
            .object([
              ("from", .string($0.from)), ("to", .string($0.to)), ("kind", .string($0.kind)),
              ("seconds", .measure($0.seconds)),
            ])
          })
      ),
      ("entities", .array((summary?.entities ?? []).map(Self.json))),
      ("links", .array((summary?.links ?? []).map(Self.json))),
      (
        "dropped",
        .array(
          (summary?.dropped ?? []).map {
            .object([
              ("kind", .string($0.kind)), ("name", .string($0.name)), ("count", .count($0.count)),
            ])
          })
      ),
    ])
  }

  private static func json(_ count: MigrationSummary.Count) -> JSONValue {
    .object([
      ("name", .string(count.name)), ("before", .count(count.before)),
      ("after", .count(count.after)),
    ])
  }

  func lines(isDryRun: Bool) -> [DisplayText] {
    guard let summary else { return ["The store is already at the latest version, \(version)."] }
    var lines: [DisplayText] = []
    let verb = isDryRun ? "Would migrate" : "Migrated"
    lines.append("\(verb) the store from version \(summary.from) to \(summary.to)")
    if let backup = summary.backup { lines.append("Backup: \(backup)") }
    var table = PrintableTable([.leading, .trailing, .leading, .trailing])
    for count in summary.entities + summary.links {
      table.add([
        "  \(count.name)", "\(Numbers.grouped(count.before))", "→",
        "\(Numbers.grouped(count.after))",
      ])
    }
    let dropping = isDryRun ? "Would drop" : "Dropped"
    let dropped = summary.dropped.filter { $0.count > 0 }.map { item -> DisplayText in
      let noun =
        switch item.kind {
        case "entity": "objects"
        case "property": "values"
        default: "links"
        }
      return "\(dropping) \(item.name): \(Numbers.grouped(item.count)) \(noun)"
    }
    return lines + table.lines + dropped
  }
}
