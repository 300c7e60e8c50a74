import Foundation
import TestSupport
import Testing

/// Tests of the rule for standard output and standard error, and of dry runs, for every command.
///
/// Standard output contains the data that the user asked for, or one line about each change and
/// each written file. Everything else is on standard error.
@Suite struct CLIStreamTests {
  private let program: CLIProgram
  private let bytes: Data
  private let backup: URL
  private let output: URL

  init() throws {
    program = try CLIProgram()
    bytes = try CommandTable.storeBytes()
    backup = program.folder.file("kept.store")
    try bytes.write(to: backup)
    output = program.folder.file("out.gpx")
  }

  /// Runs a command on a fresh copy of the store.
  private func run(_ run: CommandTable.Run, _ options: String...) throws -> Subprocess {
    try self.run(run.words + options)
  }

  private func run(_ words: [String]) throws -> Subprocess {
    for path in [output.path] + ["", "-wal", "-shm"].map({ program.store.path + $0 }) {
      try? FileManager.default.removeItem(atPath: path)
    }
    try bytes.write(to: program.store)
    return try program.run(
      words.map { $0 == "FILE" ? output.path : $0 == "BACKUP" ? backup.path : $0 },
      standardInput: CommandTable.script)
  }

  private var runs: [(key: String, value: CommandTable.Run)] {
    CommandTable.runs.filter { !["open", "complete"].contains($0.key) }.sorted { $0.key < $1.key }
  }

  /// The commands whose only output is a line about a change or a written file.
  private func reportsChange(_ command: String, _ run: CommandTable.Run) -> Bool {
    switch run.use {
    case .changes, .creates: true
    case .reads: command == "export"
    case .none, .readsAny: false
    }
  }

  @Test
  func `data and lines about changes go to standard output, everything else to standard error`()
    throws
  {
    for (command, verb) in runs {
      let result = try run(verb)
      #expect(result.exitCode == 0, "\(command): \(result.errors)")
      let lines = result.output.split(separator: "\n")
      if reportsChange(command, verb) {
        let isNothing = result.errors.contains("Nothing to change.")
        // A script reports its changes and the whole; a new path is followed by its two points.
        let count = ["run": 2, "add path": 3][command] ?? 1
        #expect(lines.count == (isNothing ? 0 : count), "\(command): \(result.output)")
      } else {
        #expect(!lines.isEmpty || command == "dedupe", "\(command)")
      }
      for note in result.errors.split(separator: "\n") {
        #expect(!lines.contains(note), "\(command): \(note)")
      }
    }
  }

  @Test func `the option --quiet leaves only data and errors`() throws {
    for (command, verb) in runs {
      let result = try run(verb, "-q")
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(command): \(result.errors)")
      if reportsChange(command, verb) {
        #expect(result.output.isEmpty, "\(command): \(result.output)")
      } else if !["store backup", "complete"].contains(command) {
        // The name of a backup has the time, and `complete` reads options as words to complete.
        #expect(try result.output == run(verb).output, "\(command)")
      }
    }
  }

  @Test func `a command with --json prints one document and no notes`() throws {
    for (command, verb) in runs where !CommandSchemas.without.contains(command) {
      let result = try run(verb, "--json")
      #expect(result.errors.isEmpty, "\(command): \(result.errors)")
      #expect(throws: Never.self, "\(command)") { try JSONTree(result.standardOutput) }
    }
  }

  @Test func `every command that changes or writes has a dry run that changes nothing`() throws {
    func state() throws -> [String] {
      try [["list", "--json"], ["log", "--json"], ["trash", "list", "--json"]].map {
        try program.run($0).output
      }
    }
    try bytes.write(to: program.store)
    let before = try state()
    for (command, verb) in runs {
      guard let words = CommandTable.dryRun(verb, command) else {
        #expect(!reportsChange(command, verb), "\(command)")
        continue
      }
      let result = try run(words)
      #expect(result.exitCode == 0, "\(command): \(result.errors)")
      #expect(try state() == before, "\(command)")
      #expect(!FileManager.default.fileExists(atPath: output.path), "\(command)")
    }
  }

  @Test(arguments: [
    "list", "stats", "map", "near 45 6", "imports", "log", "trash list", "group list",
  ])
  func `a command without anything to show says so on standard error`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let missing = try program.run(words)
    #expect(missing.exitCode == 0 && missing.output.isEmpty)
    try program.run("group", "create", "Walks")
    try program.run("delete", "Walks")
    try program.run("trash", "purge", "--all")
    let result = try program.run(words)
    #expect(result.exitCode == 0)
    #expect(line == "log" || result.output.isEmpty, "\(result.output)")
    #expect(line == "log" || result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    if ["list", "stats", "map"].contains(line) {
      #expect(result.errors.contains("cartographer import FILE"))
    }
  }

  @Test func `a mistyped --store is an error and creates no folder`()
    throws
  {
    for (command, verb) in runs where verb.use != .none {
      let folder = program.folder.file("missing/\(command)")
      let result = try run(verb, "--store", folder.appending(path: "typo.store").path)
      #expect(!FileManager.default.fileExists(atPath: folder.path), "\(command)")
      guard command != "store restore" else { continue }
      #expect(result.exitCode == 66 && result.output.isEmpty, "\(command): \(result.errors)")
      let reason = verb.use == .creates ? "The folder" : "There is no store at"
      #expect(result.errors.contains(reason), "\(command): \(result.errors)")
    }
  }
}
