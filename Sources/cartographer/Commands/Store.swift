import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct StoreCommands: CommandFamily {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Inspect, migrate, back up, restore or check the store.",
    subcommands: [
      StoreInfoCommand.self, StoreMigrate.self, StoreBackupCommand.self, StoreRestore.self,
      StoreCheckCommand.self,
    ])

  static let examples = [
    Example("cartographer store info", "Print the path and contents of the store."),
    Example("cartographer store backup -o trips.store", "Write a verified backup of the store."),
    Example(
      "cartographer store migrate --dry-run", "Show the result of migrating a temporary copy."),
  ]
}

struct StoreInfoCommand: ConsoleCommand {
  static let scriptObstacle: String? = "the command works on the whole store file"

  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print the version and contents of the store, without migrating it.")

  static let examples = [
    Example("cartographer store info", "Describe the default store."),
    Example("cartographer --store old.store store info --json", "Describe another store as JSON."),
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
          ("itineraryStops", .count(info.stops)), ("bytes", .integer(info.bytes)),
          ("lastBackup", .text(info.lastBackup)),
        ]))
    }
    var table = PrintableTable([.leading, .leading])
    let note = info.latest ? "" : " (outdated; the next command that opens the store migrates it)"
    table.add(["store", DisplayText(info.path)])
    table.add(["version", "\(info.schemaVersion)\(note)"])
    table.add(["places", "\(Numbers.grouped(info.locations))"])
    table.add(["paths", "\(Numbers.grouped(info.paths))"])
    table.add(["points", "\(Numbers.grouped(info.waypoints))"])
    table.add(["groups", "\(Numbers.grouped(info.groups))"])
    table.add(["memberships", "\(Numbers.grouped(info.memberships))"])
    if info.stops > 0 { table.add(["itinerary stops", "\(Numbers.grouped(info.stops))"]) }
    table.add(["bytes", "\(Numbers.grouped(Int(info.bytes)))"])
    table.add(["last backup", DisplayText(info.lastBackup ?? "none")])
    try session.console.print(table.lines)
  }
}

struct StoreMigrate: ConsoleCommand {
  static let scriptObstacle: String? = "the command works on the whole store file"

  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Back up the store and migrate it to the latest version.",
    discussion: "Every command that opens an older store migrates it automatically.")

  static let examples = [
    Example(
      "cartographer store migrate --dry-run", "Migrate a temporary copy and show the result."),
    Example("cartographer store migrate", "Migrate the store."),
  ]

  @Flag(name: .customLong("dry-run"), help: "Migrate a temporary copy and show the result.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let url = try session.storeFile()
    let summary =
      try dryRun
      ? StoreMaintenance.dryRunMigration(
        of: url, in: FileManager.default.temporaryDirectory)
      : StoreMaintenance.migrate(url)
    // The report contains the version, so that no read can fail after the migration was committed.
    let version = try summary?.to ?? StoreInfo(at: url).schemaVersion
    let report = MigrationText(summary, version: version)
    try global.json
      ? session.console.print(report.json(isDryRun: dryRun))
      : session.console.print(report.lines(isDryRun: dryRun))
  }
}

struct StoreBackupCommand: ConsoleCommand {
  static let scriptObstacle: String? = "the command works on the whole store file"

  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back up the store to a file and verify the copy.")

  static let examples = [
    Example(
      "cartographer store backup",
      "Write a backup next to the store, named after the store's version and the time."),
    Example("cartographer store backup -o trips.store", "Write a backup to the file trips.store."),
  ]

  @Option(
    name: .output,
    help: ArgumentHelp(
      "The backup file (default: a new file next to the store).", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    if let output { try OutputFile.requireFileName(output, example: "trips.store") }
    let destination = output.map { URL(filePath: $0) }
    guard !dryRunOption.dryRun else { return try dryRun(to: destination, session) }
    let store = try session.storeFile()
    let folders = OutputFolders()
    defer { folders.removeEmpty() }
    if let output { try folders.make(for: output) }
    let backup = try StoreMaintenance.backup(of: store, to: destination)
    if global.json {
      try session.console.print(.object([("backup", .string(backup.path))]))
    } else {
      try session.console.print(DisplayText(backup.path))
    }
  }

  private func dryRun(to destination: URL?, _ session: Session) throws {
    let url = try session.storeFile()
    let version = try StoreMaintenance.dryRunBackup(of: url, to: destination)
    guard !global.json else {
      return try session.console.print(
        .object([
          ("dryRun", .boolean(true)), ("backup", .text(destination?.path)),
          ("schemaVersion", .string(version)),
        ]))
    }
    let target = destination?.path ?? "a new file next to the store"
    try session.console.result(
      "Would back up \(url.path) (version \(version)) to \(target).")
    session.console.say("Nothing was changed.")
  }
}

struct StoreRestore: ConsoleCommand {
  static let scriptObstacle: String? = "the command works on the whole store file"

  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the store with a backup.",
    discussion: """
      The replaced store is kept in the same folder. First close all other programs that use the \
      store.

      \(RestoreHelp.overview)
      """)

  static let examples = [
    Example("cartographer store restore trips.store", "Replace the store with a backup."),
    Example(
      "cartographer store restore trips.store --dry-run", "Check a backup without restoring it."),
  ]

  @Argument(help: "The backup file.", completion: .file()) var file: String

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let url = try session.storeFile()
    guard !dryRunOption.dryRun else { return try dryRun(url, session) }
    let replaced = try StoreMaintenance.restore(URL(filePath: file), to: url)
    if global.json {
      return try session.console.print(
        .object([("path", .string(url.path)), ("replaced", .text(replaced?.path))]))
    }
    try session.console.result("Restored \(url.path).")
    if let replaced { session.console.say("The replaced store is kept as \(replaced.path).") }
  }

  private func dryRun(_ url: URL, _ session: Session) throws {
    try StoreMaintenance.dryRunRestore(URL(filePath: file), to: url)
    let info = try StoreInfo(at: URL(filePath: file))
    guard !global.json else {
      return try session.console.print(
        .object([
          ("dryRun", .boolean(true)), ("path", .string(url.path)),
          ("schemaVersion", .string(info.schemaVersion)), ("locations", .count(info.locations)),
          ("paths", .count(info.paths)), ("groups", .count(info.groups)),
        ]))
    }
    try session.console.result(
      DisplayText(
        "Would replace \(url.path) with \(file): "
          + "\(Numbers.counted(info.locations, "place")), \(Numbers.counted(info.paths, "path")), "
          + "\(Numbers.counted(info.groups, "group"))."))
    session.console.say("Nothing was changed.")
  }
}

struct StoreCheckCommand: ConsoleCommand {
  static let scriptObstacle: String? = "the command works on the whole store file"

  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the store for damage.",
    discussion: """
      The exit code is 65 if the check finds damage. With `--repair`, incorrect levels of detail, \
      from which the editor draws paths, are recomputed as a change in the history, and outdated \
      search indexes are rebuilt. Other damage is only reported; to recover from it, restore a \
      backup.
      """)

  static let examples = [
    Example("cartographer store check", "Check the default store, without changing it."),
    Example("cartographer store check --repair", "Repair the paths' levels of detail."),
  ]

  @Flag(help: "Recompute the paths' missing or incorrect levels of detail, then check the store.")
  var repair = false

  @Flag(
    name: .customLong("dry-run"),
    help: "With --repair, show the result without changing anything.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard repair || !dryRun else {
      throw Failure.usage(
        "`--dry-run` works only with `--repair`: without `--repair`, `store check` changes nothing."
      )
    }
    let (check, repaired) = try result(for: try session.storeFile())
    // The status is set before the first `return`, so that text and JSON output have the same exit
    // code.
    if !check.ok { session.status = .badData }
    if global.json {
      let findings = check.findings.map { found in
        JSONValue.object([
          ("code", .string(found.code)), ("item", .text(found.item)),
          ("message", .string(found.message)), ("repairable", .boolean(found.repairable)),
        ])
      }
      var members: [(String, JSONValue?)] = [
        ("dryRun", dryRun ? .boolean(true) : nil), ("ok", .boolean(check.ok)),
        ("findings", .array(findings)),
      ]
      if repair {
        members.append(("repaired", .array(repaired.paths.map { .string("\($0)") })))
        members.append(("recreatedIndexes", .boolean(repaired.indexes)))
      }
      return try session.console.print(.object(members))
    }
    if repaired.indexes {
      let verb: DisplayText = dryRun ? "Would rebuild" : "Rebuilt"
      session.console.say("\(verb) the outdated search indexes.")
    }
    if !repaired.paths.isEmpty || dryRun && !repaired.indexes {
      let verb: DisplayText = dryRun ? "Would repair" : "Repaired"
      let paths = Numbers.counted(repaired.paths.count, "path")
      session.console.say("\(verb) the levels of detail of \(paths).")
    }
    if dryRun { session.console.say("Nothing was changed.") }
    // The check follows the repair, so the table lists only the remaining damage.
    guard !check.ok else {
      return try session.console.print(
        dryRun ? "The repair would remove all damage from the store." : "The store is undamaged.")
    }
    var table = PrintableTable([.leading, .leading, .leading])
    for found in check.findings {
      table.add([
        DisplayText(found.item ?? "–"), DisplayText(found.code), DisplayText(found.message),
      ])
    }
    try session.console.print(table.lines)
  }

  /// Checks the store, after repairing it if `--repair` is given. A dry run repairs a temporary
  /// copy.
  private func result(
    for store: URL
  ) throws -> (check: StoreCheck, repaired: (paths: [ItemID], indexes: Bool)) {
    guard dryRun else {
      let repaired = repair ? try StoreCheck.repair(store) : ([], false)
      return (try StoreCheck(of: store), repaired)
    }
    let found = try StoreCheck(of: store)
    // A damaged file has no levels to repair, and cannot be copied.
    guard found.ok || found.findings.contains(where: \.repairable) else {
      return (found, ([], false))
    }
    let copy = try StoreMaintenance.privateCopy(of: store)
    defer { copy.remove() }
    let repaired = try StoreCheck.repair(copy.store)
    return (try StoreCheck(of: copy.store), repaired)
  }
}

extension Session {
  /// Returns the location of the store file.
  ///
  /// - Throws: ``Failure`` for an in-memory store.
  func storeFile() throws -> URL {
    guard let url = location.url else {
      throw Failure.usage(
        "The command needs a store file, not `:memory:`. Specify a file with `--store PATH`.")
    }
    return url
  }
}
