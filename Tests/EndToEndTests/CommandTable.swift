import Foundation
import TestSupport

/// Every command of the program, with an example run on the sample trip.
enum CommandTable {
  /// How a command uses the store.
  enum Use {
    /// The command does not use a store.
    case none
    /// The command reads the store, and shows an empty library if the store is missing.
    case readsAny
    /// The command reads or changes existing items.
    case reads, changes
    /// The command creates a missing store.
    case creates
  }

  struct Run {
    let use: Use
    let words: [String]

    init(_ use: Use, _ words: String...) {
      self.use = use
      self.words = words
    }
  }

  /// The runs by command name, such as `group add`.
  ///
  /// FILE stands for a file to write, and BACKUP for a store.
  static let runs: [String: Run] = [
    "formats": Run(.none, "formats"),
    "import": Run(.creates, "import", "SampleData/plan.gpx", "--duplicate"),
    "imports": Run(.readsAny, "imports"),
    "export": Run(.reads, "export", "-o", "FILE", "--format", "gpx", "--force"),
    "list": Run(.readsAny, "list"),
    "show": Run(.reads, "show", "P1"),
    "stats": Run(.readsAny, "stats"),
    "map": Run(.readsAny, "map", "--describe"),
    "profile": Run(.reads, "profile", "P1"),
    "near": Run(.readsAny, "near", "45.7 6.8"),
    "distance": Run(.readsAny, "distance", "45.7 6.8", "45.8 6.9"),
    "visited": Run(.readsAny, "visited"),
    "group list": Run(.readsAny, "group", "list"),
    "group create": Run(.creates, "group", "create", "Walks"),
    "group rename": Run(.changes, "group", "rename", "G1", "Walks"),
    "group delete": Run(.changes, "group", "delete", "G1"),
    "group add": Run(.changes, "group", "add", "G1", "L1"),
    "group remove": Run(.changes, "group", "remove", "G1", "L1"),
    "itinerary list": Run(.reads, "itinerary", "list", "G1"),
    "itinerary add": Run(.changes, "itinerary", "add", "G1", "P1"),
    "itinerary remove": Run(.changes, "itinerary", "remove", "G1", "1"),
    "itinerary move": Run(.changes, "itinerary", "move", "G1", "1", "--day", "2"),
    "itinerary set": Run(.changes, "itinerary", "set", "G1", "--start", "2026-07-11"),
    "add place": Run(.creates, "add", "place", "Here", "45", "6"),
    "add path": Run(.creates, "add", "path", "Ridge", "45 6", "46 7"),
    "edit": Run(.changes, "edit", "L1", "--name", "Here"),
    "rename": Run(.changes, "rename", "L1", "Here"),
    "points move": Run(.changes, "points", "move", "P1", "2", "45 6"),
    "points insert": Run(.changes, "points", "insert", "P1", "2", "45 6"),
    "points append": Run(.changes, "points", "append", "P1", "45 6"),
    "points delete": Run(.changes, "points", "delete", "P1", "2"),
    "split": Run(.changes, "split", "P1", "--at", "5"),
    "join": Run(.changes, "join", "P1", "P2"),
    "reverse": Run(.changes, "reverse", "P4"),
    "simplify": Run(.changes, "simplify", "P1", "--tolerance", "50m"),
    "crop": Run(.changes, "crop", "P1", "--points", "2-9"),
    "smooth": Run(.changes, "smooth", "P1", "--width", "30m"),
    "resample": Run(.changes, "resample", "P1", "--every", "10m"),
    "clean": Run(.changes, "clean", "P1", "--speed", "4km/h"),
    "times": Run(.changes, "times", "P1", "--shift", "1h"),
    "elevation": Run(.changes, "elevation", "P1", "--shift", "48m"),
    "convert": Run(.changes, "convert", "P1", "--to", "route"),
    "duplicate": Run(.changes, "duplicate", "L1"),
    "dedupe": Run(.readsAny, "dedupe"),
    "delete": Run(.changes, "delete", "L1"),
    "trash list": Run(.readsAny, "trash", "list"),
    "trash restore": Run(.changes, "trash", "restore", "L2"),
    "trash purge": Run(.changes, "trash", "purge", "--all"),
    "undo": Run(.changes, "undo"),
    "redo": Run(.changes, "redo"),
    "log": Run(.readsAny, "log"),
    "diff": Run(.reads, "diff", "1"),
    "restore": Run(.changes, "restore", "L2", "--to", "6"),
    "run": Run(.changes, "run", "-"),
    "store info": Run(.reads, "store", "info"),
    "store migrate": Run(.reads, "store", "migrate"),
    "store backup": Run(.reads, "store", "backup", "-o", "FILE"),
    "store restore": Run(.creates, "store", "restore", "BACKUP"),
    "store check": Run(.reads, "store", "check"),
    "open": Run(.none, "open"),
    "config": Run(.none, "config"),
    "complete": Run(.none, "complete", "--shell", "fish", "--", "show", "P"),
    "completions": Run(.none, "completions", "bash"),
    "manual": Run(.none, "manual", "index"),
    "schema": Run(.none, "schema", "list"),
    "about": Run(.none, "about"),
  ]

  private struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
  }

  private struct Listing: Decodable {
    let command: Command
  }

  /// Returns the names of all commands, as listed by the program's `--experimental-dump-help`.
  static func names(_ program: CLIProgram) throws -> [String] {
    let dump = try program.run("--experimental-dump-help")
    let root = try JSONDecoder().decode(Listing.self, from: dump.standardOutput).command
    func leaves(_ command: Command, _ prefix: String) -> [String] {
      let name = prefix.isEmpty ? command.commandName : "\(prefix) \(command.commandName)"
      let inner = command.subcommands ?? []
      return inner.isEmpty ? [name] : inner.flatMap { leaves($0, name) }
    }
    return (root.subcommands ?? []).flatMap { leaves($0, "") }.filter { $0 != "help" }
  }

  /// Returns the bytes of a store in which every run can make a change.
  static func storeBytes() throws -> Data {
    let program = try CLIProgram.withSampleTrip()
    for words in [
      ["itinerary", "add", "G1", "P1", "P2"], ["delete", "L2"], ["edit", "L4", "--name", "There"],
      ["undo"],
    ] {
      let result = try program.run(words)
      guard result.exitCode == 0 else {
        throw TestSupportError(code: .unreadable, message: "\(words): \(result.errors)")
      }
    }
    return try Data(contentsOf: program.store)
  }

  /// Returns the command line of a command's dry run, or nil if the command changes no items and
  /// writes no file.
  static func dryRun(_ run: Run, _ command: String) -> [String]? {
    switch command {
    case "map", "profile": [command, "P1", "-o", "FILE", "--format", "svg", "--dry-run"]
    case "store check": run.words + ["--repair", "--dry-run"]
    case "export", "store backup", "store migrate", "dedupe": run.words + ["--dry-run"]
    default:
      switch run.use {
      case .changes, .creates: run.words + ["--dry-run"]
      case .none, .readsAny, .reads: nil
      }
    }
  }

  /// The script for the command `run`.
  static let script = "edit L1 --name Here\n"
}
