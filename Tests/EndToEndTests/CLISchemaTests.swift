import Foundation
import TestSupport
import Testing

/// Tests of the JSON Schemas in `docs/manual/schemas` against the output of the program.
@Suite struct CLISchemaTests {
  private let program: CLIProgram

  init() throws {
    program = try CLIProgram()
    try CommandTable.storeBytes().write(to: program.store)
  }

  private static let folder = PackageFiles.root.appending(path: "docs/manual/schemas")

  private static func schema(_ command: String) throws -> CommandSchema {
    try #require(CommandSchemas.all.first { $0.command == command }, "no schema of \(command)")
  }

  /// Runs a command with `--json` and compares the printed document with the command's schema.
  private func check(_ command: String, _ words: [String], status: Int32 = 0) throws {
    let result = try program.run(words + ["--json"], standardInput: CommandTable.script)
    #expect(result.exitCode == status, "\(words): \(result.errors)")
    try expectValid(result.standardOutput, command, words)
  }

  private func expectValid(_ document: Data, _ command: String, _ words: [String]) throws {
    let file = Self.folder.appending(path: try Self.schema(command).fileName)
    let violations = try SchemaValidator(Data(contentsOf: file)).violations(in: document)
    #expect(violations.isEmpty, "\(words): \(violations)")
  }

  @Test func `the schema files are up to date`() throws {
    for schema in CommandSchemas.all {
      try Golden.compare(schema.text, with: Self.folder.appending(path: schema.fileName))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(CommandSchemas.all.map(\.fileName)))
  }

  @Test func `each command has a schema or no JSON output, and the manual names it`() throws {
    let page = try String(
      contentsOf: PackageFiles.root.appending(path: "docs/manual/json.md"), encoding: .utf8)
    let commands = try CommandTable.names(program)
    let described = Set(CommandSchemas.all.map(\.command)).subtracting(["error"])
    #expect(described.union(CommandSchemas.without) == Set(commands))
    #expect(described.isDisjoint(with: CommandSchemas.without))
    for schema in CommandSchemas.all {
      #expect(
        page.contains("(schemas/\(schema.fileName))"), "json.md does not name \(schema.command)")
    }
    for command in CommandSchemas.without { #expect(page.contains("`\(command)`"), "\(command)") }
  }

  @Test func `the JSON of each command conforms to its schema`() throws {
    let bytes = try Data(contentsOf: program.store)
    let backup = program.folder.file("kept.store")
    try bytes.write(to: backup)
    let output = program.folder.file("out.gpx").path
    for (command, run) in CommandTable.runs.sorted(by: { $0.key < $1.key })
    where !CommandSchemas.without.contains(command) {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: program.store.path + suffix)
      }
      try? FileManager.default.removeItem(atPath: output)
      try bytes.write(to: program.store)
      for words in [CommandTable.dryRun(run, command), run.words].compactMap(\.self) {
        try check(
          command, words.map { $0 == "FILE" ? output : $0 == "BACKUP" ? backup.path : $0 })
      }
    }
  }

  @Test func `the JSON of commands with more options conforms to the schemas`() throws {
    try program.run("points", "delete", "P1", "2-4")
    try program.run("edit", "P1", "G1", "--name", "Ridge", "--notes", "Rain")
    try program.run("itinerary", "set", "G1", "1", "--done", "--note", "book it")
    try program.run("group", "create", "Walks", "P1")
    for words in [
      ["show", "P1", "P4", "L1", "L3", "G1", "--points"], ["show", "--group", "G1"],
      ["stats", "--splits", "5km", "--days", "--slopes"], ["stats", "P1", "--points", "20-"],
      ["stats", "--group", "G1", "--days"],
      ["list", "places", "refuge"], ["list", "--group", "Walks"], ["list", "groups"],
      ["near", "L1", "--kind", "path", "-n", "0"], ["near", "P1", "--within", "1m"],
      ["log", "--limit", "0"], ["imports", "-n1"],
      ["edit", "P2", "--rename", "{n} {name}", "--add-to", "Walks", "--dry-run"],
      ["clean", "P1", "--rest", "5min", "--dry-run"], ["undo", "2", "--dry-run"],
      ["undo", "--import", "I1", "--dry-run"], ["undo", "2"], ["redo"],
      ["dedupe", "--within", "5km"], ["dedupe", "--within", "5km", "--merge"],
      ["group", "create", "Walks", "--if-missing"], ["delete", "--group", "G1", "--dry-run"],
    ] {
      try check(words[0] == "group" ? "group create" : words[0], words)
    }
    let newest = try #require(
      (program.json("log", "--limit", "1")["entries"] as? [[String: Any]])?.first?["id"] as? Int)
    for number in 1...newest where try program.run("diff", "\(number)").exitCode == 0 {
      try check("diff", ["diff", "\(number)"])
    }
    try check("diff", ["diff", "1.."])
    try check("diff", ["diff", "--against", program.store.path])
    try check("split", ["split", "P1", "P4", "--every", "5km", "--dry-run"])
  }

  @Test func `the JSON of every outcome of an import conforms to the schema`() throws {
    let plan = try String(
      contentsOf: PackageFiles.root.appending(path: "SampleData/plan.gpx"), encoding: .utf8)
    let changed = try program.folder.write(
      plan.replacing("<name>Saint-Évrard<", with: "<name>Évrard<"), to: "plan.gpx"
    ).path
    let broken = try program.folder.write("no XML", to: "broken.gpx").path
    for words in [
      ["SampleData/plan.gpx"], [changed], ["SampleData/huts-gpx10.gpx", "--duplicate"],
    ] {
      try check("import", ["import", "--add-to", "New", "--dry-run"] + words)
      try check("import", ["import", "--add-to", "New"] + words)
    }
    try check("import", ["import", broken], status: 65)
    try check("import", ["import", "missing.gpx"], status: 66)
  }

  @Test func `an error conforms to the schema`() throws {
    for words in [["show", "Nothing"], ["list", "tracks"], ["show", "--no"], ["redo", "7"]] {
      let result = try program.run(words + ["--json"])
      #expect(result.exitCode != 0 && result.output.isEmpty)
      try expectValid(result.standardError, "error", words)
    }
  }

  @Test func `the validator reports unknown, missing and mistyped members`() throws {
    let schema = Data(try Self.schema("distance").text.utf8)
    let validator = try SchemaValidator(schema)
    func violations(_ document: String) throws -> [String] {
      try validator.violations(in: Data(document.utf8))
    }
    let rest = "\"initialBearing\": 1.5, \"finalBearing\": 2"
    #expect(try violations("{\"distanceMetres\": 3, \(rest)}") == [])
    #expect(try violations("{\(rest)}").count == 1)
    #expect(try violations("{\"distanceMetres\": \"3\", \(rest)}").count == 1)
    #expect(try violations("{\"distanceMetres\": 3, \"new\": 1, \(rest)}").count == 1)
    #expect(try violations("[]").count == 1)
  }

  // MARK: One schema for items

  /// Returns the description of an item in the document that a command prints.
  private func item(_ id: String, _ key: String, _ words: String...) throws -> JSONTree {
    let document = try JSONTree(program.run(words + ["--json"]).standardOutput)
    guard case .array(let items) = document[key] else { throw CocoaError(.coderInvalidValue) }
    return try #require(items.first { $0["id"] == .string(id) }, "\(words)")
  }

  @Test func `list, show, stats and near describe a path with the same members and values`() throws
  {
    let documents = [
      try item("P1", "paths", "list", "paths"), try item("P1", "items", "show", "P1"),
      try item("P1", "paths", "stats", "P1"), try item("P1", "items", "near", "45.7 6.8", "-n0"),
    ]
    for name in SchemaDefinitions.path.map(\.name) where name != "nameIsMadeUp" {
      let values = documents.map { $0[name] }
      #expect(values[0] != nil && values.allSatisfy { $0 == values[0] }, "\(name): \(values)")
    }
    #expect(documents[0]["kind"] == .string("track"))
    #expect(documents[0]["timeFirst"] == .string("2026-07-10T05:48:12Z"))
  }

  @Test func `list, show and near describe a place with the same members and values`() throws {
    let documents = [
      try item("L1", "locations", "list"), try item("L1", "items", "show", "L1"),
      try item("L1", "items", "near", "45.7 6.8", "-n0"),
    ]
    for name in ["kind", "name", "latitude", "longitude", "elevation", "groups"] {
      let values = documents.map { $0[name] }
      #expect(values[0] != nil && values.allSatisfy { $0 == values[0] }, "\(name): \(values)")
    }
  }
}
