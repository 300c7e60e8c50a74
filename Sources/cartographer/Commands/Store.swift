import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Store: VerbFamily {
  static let configuration = CommandConfiguration(
    abstract: "The store itself: look, migrate, back up, restore, check.",
    subcommands: [
      StoreInfoVerb.self, StoreMigrate.self, StoreBackupVerb.self, StoreRestore.self,
      StoreCheckVerb.self,
    ])

  static let examples = [
    Example("cartographer store info", "Where it is and what it holds."),
    Example("cartographer store backup -o trips.store", "A verified copy."),
    Example("cartographer store migrate --dry-run", "What a migration would do."),
  ]
}

struct StoreInfoVerb: Verb {
  static let scriptObstacle: String? = "it concerns the store as a whole"

  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "What the store holds; it is never migrated for this.")

  static let examples = [
    Example("cartographer store info", "The store in use."),
    Example("cartographer --store old.store store info --json", "Another one, for scripts."),
  ]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let info = try StoreInfo(at: session.storeFile())
    if global.json {
      return try session.console.print(
        .object([
          ("path", .string(info.path)), ("schemaVersion", .string(info.schemaVersion)),
          ("latest", .boolean(info.latest)), ("locations", .count(info.locations)),
          ("paths", .count(info.paths)), ("waypoints", .count(info.waypoints)),
          ("groups", .count(info.groups)), ("memberships", .count(info.memberships)),
          ("itineraryEntries", .count(info.entries)), ("bytes", .integer(info.bytes)),
          ("lastBackup", .text(info.lastBackup)),
        ]))
    }
    var table = PrintableTable([.leading, .leading])
    let note = info.latest ? "" : " (older: the next verb that opens it migrates it)"
    table.add(["store", DisplayText(info.path)])
    table.add(["version", "\(info.schemaVersion)\(note)"])
    table.add(["places", "\(info.locations)"])
    table.add(["paths", "\(info.paths)"])
    table.add(["points", "\(info.waypoints)"])
    table.add(["groups", "\(info.groups)"])
    table.add(["memberships", "\(info.memberships)"])
    if info.entries > 0 { table.add(["itinerary entries", "\(info.entries)"]) }
    table.add(["bytes", "\(info.bytes)"])
    table.add(["last backup", DisplayText(info.lastBackup ?? "none")])
    try session.console.print(table.lines)
  }
}

struct StoreMigrate: Verb {
  static let scriptObstacle: String? = "it concerns the store as a whole"

  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Bring the store to the latest version, after a backup.",
    discussion: "Every verb that opens the store does this by itself where it is due.")

  static let examples = [
    Example("cartographer store migrate --dry-run", "On a copy: shows what would be done."),
    Example("cartographer store migrate", "The store itself."),
  ]

  @Flag(name: .customLong("dry-run"), help: "Migrate a copy, report, and change nothing.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let url = try session.storeFile()
    let summary =
      try dryRun
      ? StoreMaintenance.rehearseMigration(
        of: url, in: FileManager.default.temporaryDirectory)
      : StoreMaintenance.migrate(url)
    // The report has the version, so that nothing can fail after the migration was committed.
    let version = try summary?.to ?? StoreInfo(at: url).schemaVersion
    let report = MigrationText(summary, version: version)
    try global.json
      ? session.console.print(report.json)
      : session.console.print(report.lines(isRehearsal: dryRun))
  }
}

struct StoreBackupVerb: Verb {
  static let scriptObstacle: String? = "it concerns the store as a whole"

  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the store into one file, and verify the copy.")

  static let examples = [
    Example("cartographer store backup", "Beside the store, with its version and the time."),
    Example("cartographer store backup -o trips.store", "Under a name."),
  ]

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file to write.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let backup = try StoreMaintenance.backup(
      of: session.storeFile(), to: output.map { URL(filePath: $0) })
    if global.json {
      try session.console.print(.object([("backup", .string(backup.path))]))
    } else {
      try session.console.print(DisplayText(backup.path))
    }
  }
}

struct StoreRestore: Verb {
  static let scriptObstacle: String? = "it concerns the store as a whole"

  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in the store's place.",
    discussion: "The store that is replaced is kept beside it. No other program may have it open.")

  static let examples = [Example("cartographer store restore trips.store", "")]

  @Argument(help: "The backup.", completion: .file()) var file: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let url = try session.storeFile()
    let replaced = try StoreMaintenance.restore(URL(filePath: file), to: url)
    if global.json {
      return try session.console.print(
        .object([("path", .string(url.path)), ("replaced", .text(replaced?.path))]))
    }
    session.console.say("Restored \(url.path).")
    if let replaced { session.console.say("The store it replaced is kept in \(replaced.path).") }
  }
}

struct StoreCheckVerb: Verb {
  static let scriptObstacle: String? = "it concerns the store as a whole"

  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Look for damage; nothing is changed.",
    discussion: "Ends with 65 when there are findings.")

  static let examples = [Example("cartographer store check", "")]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let check = try StoreCheck(of: session.storeFile())
    if !check.ok { session.status = .badData }
    if global.json {
      let findings = check.findings.map { found in
        JSONValue.object([
          ("code", .string(found.code)), ("item", .text(found.item)),
          ("message", .string(found.message)), ("repairable", .boolean(found.repairable)),
        ])
      }
      return try session.console.print(
        .object([("ok", .boolean(check.ok)), ("findings", .array(findings))]))
    }
    guard !check.ok else { return try session.console.print("The store is sound.") }
    var table = PrintableTable([.leading, .leading, .leading])
    for found in check.findings {
      table.add([
        DisplayText(found.item ?? "–"), DisplayText(found.code), DisplayText(found.message),
      ])
    }
    try session.console.print(table.lines)
  }
}

extension Session {
  /// - Throws: ``Failure`` for a store in memory, which is no file.
  func storeFile() throws -> URL {
    guard let url = location.url else {
      throw Failure.usage(":memory: is no file; name a store by --store PATH.")
    }
    return url
  }
}
