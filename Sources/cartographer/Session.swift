import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import Logging
import TerminalUI

/// The context of one command: the store, the outputs, the configuration and the environment.
final class Session {
  let global: GlobalOptions
  let console: Console
  /// The exit status of the program if the command throws no error.
  var status = ExitStatus.done
  /// The first failure that was reported but not thrown, which determines the exit status. Nil if
  /// there is no such failure.
  private(set) var failure: Failure?
  /// All failures that the command recorded without throwing them.
  private(set) var failures: [Failure] = []
  /// Whether the command is a dry run: its changes are reported and rolled back.
  var isDryRun = false
  /// The positions parsed from the command's arguments.
  var positions: [Coordinate] = []

  /// The open library shared by the commands of a script or dry run. Nil for other commands.
  private(set) var script: Library?
  /// Whether the changes made by the script that runs this command will be rolled back.
  var isScriptDryRun = false
  private var opened: [Library] = []
  /// The store created by the command. The store is removed if no change is committed to it. Nil if
  /// the command creates no store, or if the created store is always kept.
  private var newStore: URL?
  /// The temporary copies of stores, which are removed when the session closes.
  private var copies: [PrivateCopy] = []

  init(global: GlobalOptions, console: Console, script: Library? = nil) {
    self.global = global
    self.console = console
    self.script = script
    console.isQuiet = global.quiet
    console.isJSON = global.json
  }

  /// Sets the program's exit status for a failure that has already been reported. An earlier
  /// failure takes precedence.
  ///
  /// - Parameter all: All failures to record, if there are several; nil to record only `failure`.
  func end(with failure: Failure, among all: [Failure]? = nil) {
    failures += all ?? [failure]
    guard self.failure == nil else { return }
    status = failure.status
    self.failure = failure
  }

  /// Records a change committed by the command. The message of a later error can then mention the
  /// change.
  func noteCommitted(_ result: EditResult) {
    guard !isDryRun, script == nil, let change = result.undo else { return }
    console.noteCommitted(change)
  }

  // MARK: The store

  /// The settings of the configuration file, or the defaults if there is no file.
  private(set) lazy var configuration = readConfiguration()
  private(set) lazy var logger = Logger(environment, configuration)

  private func readConfiguration() -> Configuration {
    guard let file = ConfigurationFile(environment) else { return Configuration() }
    let read = file.read()
    for problem in read.problems where problem.concernsEveryCommand {
      console.say("\(file.url.path):\(problem.line): \(problem.message)")
    }
    if let level = environment["CARTOGRAPHER_LOG"], LogLevel(rawValue: level) == nil {
      let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
      console.say("CARTOGRAPHER_LOG must be one of \(levels), not '\(level)'.")
    }
    return read
  }

  var storeIsNamed: Bool {
    global.store != nil || !(environment["CARTOGRAPHER_STORE"] ?? "").isEmpty
  }

  var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// The store's location: the value of `--store`, or else of `$CARTOGRAPHER_STORE`, or else the
  /// user's default store.
  var location: StoreLocation {
    if let named = global.store { return Self.location(named) }
    if let named = environment["CARTOGRAPHER_STORE"], !named.isEmpty { return Self.location(named) }
    let folder =
      UserFolder.data.url(environment)
      ?? FileManager.default.homeDirectoryForCurrentUser
      .appending(path: ".local/share/cartographer")
    return .file(folder.appending(path: "default.store"))
  }

  /// The store's name as shown to the user.
  var storeName: String {
    guard let url = location.url else { return ":memory:" }
    return storeIsNamed ? url.lastPathComponent : "default"
  }

  private static func location(_ name: String) -> StoreLocation {
    name == ":memory:" ? .memory : .file(URL(filePath: HomeFolder.expanding(name)))
  }

  /// Opens the store for a command that changes it. A store with an older version is migrated
  /// first.
  ///
  /// - Parameter creating: Whether to create the store if it is missing.
  ///   The value is false for commands that change existing items, because a mistyped path must not
  ///   create an empty store.
  /// - Parameter removesUnused: Whether closing the session removes a new store without changes.
  func libraryForWriting(
    creating: Bool = false, removesUnused: Bool = false
  ) async throws -> Library {
    if let script { return script }
    if let url = location.url, try !location.exists() {
      guard creating else { throw LibraryError.noStore(at: url) }
      try requireFolder(of: url)
      if removesUnused { newStore = url }
    }
    // Only the default folder is created: a missing folder in a path that the user typed may be a
    // typo.
    if let url = location.url, !storeIsNamed {
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    return try await open(location)
  }

  /// Checks that the folder of a store given with `--store` exists. A missing folder suggests a
  /// mistyped path.
  private func requireFolder(of url: URL) throws {
    let folder = url.deletingLastPathComponent().path
    guard global.store != nil, !FileManager.default.fileExists(atPath: folder) else { return }
    throw Failure(
      .noInput, code: "notFound",
      "The folder \(folder) does not exist, so no store can be created in it.",
      remedy: "Create the folder, or check the path after --store.")
  }

  /// Opens the store for a command that only reads it.
  ///
  /// If there is no store, an empty in-memory library is opened, and no file is created.
  ///
  /// - Parameter requiringStore: Whether a missing store is an error.
  ///   If nil, it is an error only if the user named the store with `--store`, because the path may
  ///   be mistyped.
  func libraryForReading(requiringStore: Bool? = nil) async throws -> Library {
    if let script { return script }
    guard let url = location.url else { return try await open(location) }
    if try location.exists() {
      do {
        return try await open(location)
      } catch let error as LibraryError where error.code == .readOnly {
        return try await openMigratedCopy(of: url)
      }
    }
    guard !(requiringStore ?? (global.store != nil)) else {
      throw LibraryError.noStore(at: url)
    }
    if storeIsNamed {
      let advice = requiringStore == nil ? "; an import creates one" : ""
      console.say("There is no store at \(url.path) yet\(advice).")
    }
    return try await open(.memory)
  }

  /// Opens a migrated temporary copy of a read-only store that has an older version.
  private func openMigratedCopy(of url: URL) async throws -> Library {
    let library = try await openCopy(of: url)
    if let migration = library.migrationSummary {
      console.say(
        "The read-only store has an older version (\(migration.from)), so a migrated copy is used.")
    }
    return library
  }

  /// Opens a temporary copy of a store. A copy with an older version is migrated.
  ///
  /// The copy is removed when the session closes.
  func openCopy(of url: URL) async throws -> Library {
    let copy = try StoreMaintenance.privateCopy(of: url)
    copies.append(copy)
    let library = try await Library.open(
      at: .file(copy.store), history: configuration.historyLimits
    ) { Date.now }
    opened.append(library)
    return library
  }

  /// Opens the store in read-only mode. A missing or older store is an error.
  func openReadOnly() async throws -> Library {
    let library = try await Library.open(at: location, readOnly: true) { Date.now }
    opened.append(library)
    return library
  }

  private func open(_ location: StoreLocation) async throws -> Library {
    let library = try await Library.open(at: location, history: configuration.historyLimits) {
      Date.now
    }
    opened.append(library)
    if let migration = library.migrationSummary {
      logger.info("migrated", metadata: ["from": "\(migration.from)", "to": "\(migration.to)"])
      let backup = migration.backup.map { "; backup: \($0)" } ?? ""
      console.say("Migrated the store from version \(migration.from) to \(migration.to)\(backup)")
    }
    return library
  }

  /// Closes all open libraries. When a library is closed, its write-ahead log is merged into the
  /// store file.
  func close() async {
    for library in opened {
      do {
        try await library.close()
      } catch {
        console.say("The store could not be closed cleanly: \(Failure(error).message)")
      }
    }
    opened = []
    // If another program has opened the new store meanwhile, the store stays.
    if let newStore { try? StoreMaintenance.removeUnused(newStore) }
    newStore = nil
    for copy in copies { copy.remove() }
    copies = []
    if location.url != nil { StoreMaintenance.clearPrivateCopies() }
  }

  /// Runs a command. A command that finds nothing to do succeeds, and a note gives the reason.
  func perform(_ command: any ConsoleCommand) async throws {
    do {
      try await command.run(in: self)
    } catch let error as LibraryError
      where error.code == .nothingToDo || error.code == .nothingToUndo
    {
      console.say(DisplayText(error.message))
      guard global.json else { return }
      let nothing = EditResult(title: ChangeTitle(.change, ""))
      let document = try await command.emptyDocument(in: self)
      try console.print(document ?? .object(members(nothing)))
    }
  }

  /// Performs a dry run: executes a closure and rolls back all its changes.
  ///
  /// - Parameter creating: Whether the command creates the store if it does not exist.
  func trying(creating: Bool = false, _ body: () async throws -> Void) async throws {
    let library = try await libraryForReading(requiringStore: !creating)
    try await library.beginScript(title: ChangeTitle(.run, "a dry run"))
    script = library
    isDryRun = true
    do {
      try await body()
    } catch {
      try await library.abandonScript()
      throw error
    }
    try await library.abandonScript()
  }

  /// Tells the user that the library contains no items, and how to add some.
  func sayLibraryIsEmpty() {
    console.say("The library is empty. To add files: cartographer import FILE…")
  }

  // MARK: Presentation

  var usesColour: Bool { Self.usesColour(global.colours, environment, console) }

  /// Returns whether a value of `--color` enables colours in the output.
  static func usesColour(
    _ use: ColourUse, _ environment: [String: String], _ console: Console
  ) -> Bool {
    switch use {
    case .always: true
    case .never: false
    case .auto:
      (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        && console.outputIsTerminal
    }
  }

  /// The time zone used to print times and to determine when days begin. It is the value of
  /// `--time-zone` if given, otherwise of `$TZ`, otherwise of the setting `zone`, otherwise the
  /// system's zone.
  var zone: TimeZone {
    if let zone = global.zone { return zone.zone }
    guard (environment["TZ"] ?? "").isEmpty,
      let zone = configuration.settings["zone"].flatMap(TimeZone.init(identifier:))
    else { return TimeZone.current }
    return zone
  }

  /// The towns on the installed base map. Nil if they cannot be read; this problem is reported
  /// once.
  private(set) lazy var towns = readTowns()

  /// The notation for printed coordinates: the value of `--coordinates`, or else of the setting
  /// `coordinates`.
  var notation: CoordinateNotation {
    global.notation?.notation
      ?? configuration.settings["coordinates"].flatMap(CoordinateNotation.named)
      ?? .decimalDegrees
  }

  /// The units of printed values: the value of `--units` or, if the option is not given, the
  /// setting `units` (default: metric). JSON output always uses metres and seconds.
  var units: UnitSystem {
    global.units ?? configuration.settings["units"].flatMap(UnitSystem.init(rawValue:)) ?? .metric
  }

  func progressLine() -> ProgressLine {
    let isShown = console.errorIsTerminal && !global.quiet && !global.json
    return ProgressLine(isShown: isShown) { Console.emitError($0) }
  }
}

extension Configuration.Problem {
  /// Whether every command reports this configuration problem, even commands that do not use the
  /// setting.
  ///
  /// A wrong `history` setting can delete changes from the history, and a wrong `log` setting can
  /// hide errors, so every command reports such settings.
  var concernsEveryCommand: Bool { setting?.hasPrefix("history") == true || setting == "log" }
}
