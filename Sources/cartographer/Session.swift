import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import Logging
import TerminalUI

/// What a verb works with: the store, the outputs, the surroundings of this one run.
final class Session {
  let global: GlobalOptions
  let console: Console
  /// What the program ends with when the verb throws nothing.
  var status = ExitStatus.done
  /// Why that is not done, where the verb told it and went on.
  private(set) var failure: Failure?
  /// Whether what is done is only tried, and not kept.
  var isTrial = false
  /// The positions that were read from the verb's words.
  var positions: [Coordinate] = []

  /// The library of the script that the verb is part of.
  private(set) var script: Library?
  private var opened: [Library] = []
  /// Copies of stores made for this run.
  private var copies: [PrivateCopy] = []

  init(global: GlobalOptions, console: Console, script: Library? = nil) {
    self.global = global
    self.console = console
    self.script = script
    console.isQuiet = global.quiet
  }

  /// The program is to end as for a failure, which was told.
  func end(with failure: Failure) {
    status = failure.status
    self.failure = failure
  }

  // MARK: The store

  /// What the configuration file says; nothing where there is none.
  private(set) lazy var configuration = readConfiguration()
  private(set) lazy var logger = Logger(environment, configuration)

  private func readConfiguration() -> Configuration {
    guard let file = ConfigurationFile(environment) else { return Configuration() }
    let read = file.read()
    for problem in read.problems where problem.concernsEveryVerb {
      console.say("\(file.url.path):\(problem.line): \(problem.message)")
    }
    if let level = environment["CARTOGRAPHER_LOG"], LogLevel(rawValue: level) == nil {
      let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
      console.say("CARTOGRAPHER_LOG is one of \(levels), not '\(level)'.")
    }
    return read
  }

  var storeIsNamed: Bool {
    global.store != nil || !(environment["CARTOGRAPHER_STORE"] ?? "").isEmpty
  }

  var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// `--store`, `$CARTOGRAPHER_STORE`, else the user's own.
  var location: StoreLocation {
    if let named = global.store { return Self.location(named) }
    if let named = environment["CARTOGRAPHER_STORE"], !named.isEmpty { return Self.location(named) }
    let folder =
      UserFolder.data.url(environment)
      ?? FileManager.default.homeDirectoryForCurrentUser
      .appending(path: ".local/share/cartographer")
    return .file(folder.appending(path: "default.store"))
  }

  /// The store as people know it.
  var storeName: String {
    guard let url = location.url else { return ":memory:" }
    return storeIsNamed ? url.lastPathComponent : "default"
  }

  private static func location(_ name: String) -> StoreLocation {
    name == ":memory:" ? .memory : .file(URL(filePath: name))
  }

  /// Opens the store for a verb that changes it; one of an older version is migrated first.
  ///
  /// - Parameter creating: Whether a missing store is made. A verb that changes what is there finds
  ///   nothing in a new store, and a mistyped name must not leave one behind.
  func libraryForWriting(creating: Bool = false) async throws -> Library {
    if let script { return script }
    if let url = location.url, try !location.exists() {
      guard creating else { throw LibraryError.noStore(at: url) }
    }
    // A folder of the program's own is made; one that was named may be a slip of the keyboard.
    if let url = location.url, !storeIsNamed {
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    return try await open(location)
  }

  /// Opens the store for a verb that only reads. Where there is no store yet it is an empty one,
  /// and none is made.
  ///
  /// - Parameter requiringStore: Whether a missing store is an error.
  func libraryForReading(requiringStore: Bool = false) async throws -> Library {
    if let script { return script }
    guard let url = location.url else { return try await open(location) }
    if try location.exists() {
      do {
        return try await open(location)
      } catch let error as LibraryError where error.code == .readOnly {
        return try await openMigratedCopy(of: url)
      }
    }
    guard !requiringStore else { throw LibraryError.noStore(at: url) }
    if storeIsNamed { console.say("There is no store at \(url.path) yet; an import makes one.") }
    return try await open(.memory)
  }

  /// A store of an old version that cannot be written is shown from a copy, gone when the program
  /// ends.
  private func openMigratedCopy(of url: URL) async throws -> Library {
    let copy = try StoreMaintenance.privateCopy(of: url)
    copies.append(copy)
    let library = try await Library.open(
      at: .file(copy.store), history: configuration.historyLimits
    ) { Date.now }
    opened.append(library)
    if let migration = library.migrationSummary {
      console.say(
        "The store has version \(migration.from) and cannot be written: this is a migrated copy.")
    }
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
      console.say("Migrated store \(migration.from) → \(migration.to)\(backup)")
    }
    return library
  }

  /// Closes what was opened, so that the store is one file again when the program ends.
  func close() async {
    for library in opened {
      do {
        try await library.close()
      } catch {
        console.say("The store could not be closed cleanly: \(Failure(error).message)")
      }
    }
    opened = []
    for copy in copies { copy.remove() }
    copies = []
    if location.url != nil { StoreMaintenance.clearPrivateCopies() }
  }

  /// Does something and keeps nothing of it.
  func trying(_ body: () async throws -> Void) async throws {
    let library = try await libraryForReading()
    try await library.beginScript(title: "Try")
    script = library
    isTrial = true
    do {
      try await body()
    } catch {
      try await library.abandonScript()
      throw error
    }
    try await library.abandonScript()
  }

  // MARK: Looks

  var usesColour: Bool {
    !global.noColor && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
      && console.outputIsTerminal
  }

  var zone: TimeZone { TimeZone.current }

  func progressLine() -> ProgressLine {
    let isShown = console.errorIsTerminal && !global.quiet
    return ProgressLine(isShown: isShown) { Console.emitError($0) }
  }
}

extension Configuration.Problem {
  /// What forgets changes, or tells of faults, must not be other than was wished, unsaid.
  var concernsEveryVerb: Bool { setting?.hasPrefix("history") == true || setting == "log" }
}
