import Foundation
import TestSupport
import Testing

/// Tests of the JSON documents of commands that get no items, and of edits that change nothing.
@Suite struct CLIEmptyInputTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram.withSampleTrip() }

  @Test(arguments: [
    ("log", ["log", "-"], "entries"), ("map", ["map", "-", "--describe"], "paths"),
    ("dedupe", ["dedupe", "-"], "clusters"),
    ("dedupe", ["dedupe", "-", "--merge", "--dry-run"], "clusters"),
    ("dedupe", ["dedupe", "-", "--merge"], "changed"),
    ("simplify", ["simplify", "-", "--to", "9", "--dry-run"], "paths"),
    ("split", ["split", "-", "--days", "--dry-run"], "paths"),
    ("join", ["join", "-", "--dry-run"], "order"),
    ("itinerary add", ["itinerary", "add", "Trip", "-"], "created"),
    ("stats", ["stats", "-"], "paths"),
  ])
  func `without items, a command prints its usual document with an empty array`(
    command: String, words: [String], member: String
  ) throws {
    let result = try program.run(words + ["--json"])
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    let value = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
    #expect((value?[member] as? [Any])?.isEmpty == true, "\(result.output)")
    #expect((value?["notes"] as? [String])?.isEmpty == false)
    let schema = try #require(CommandSchemas.all.first { $0.command == command })
    let violations = try SchemaValidator(Data(schema.text.utf8))
      .violations(in: result.standardOutput)
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test func `an import of an empty folder prints the usual document without files`() throws {
    let folder = program.folder.file("empty")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "inner"), withIntermediateDirectories: true)
    for options in [[], ["--dry-run"]] {
      let result = try program.run(["import", folder.path, "--json"] + options)
      #expect(result.exitCode == 0, "\(result.errors)")
      let value = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
      #expect((value?["files"] as? [Any])?.isEmpty == true, "\(result.output)")
      #expect((value?["skippedFolders"] as? [String])?.count == 1)
      #expect((value?["notes"] as? [String])?.first?.contains("no importable file") == true)
    }
  }

  @Test func `a command that needs one item refuses empty standard input`() throws {
    for words in [["itinerary", "list", "-"], ["profile", "-"]] {
      let result = try program.run(words)
      #expect(result.exitCode == 64, "\(words)")
      #expect(result.errors.contains("standard input contains 0 lines"), "\(result.errors)")
    }
  }

  @Test func `the document of an edit that changes nothing has a note`() throws {
    try program.run("edit", "P1", "--notes", "dry")
    for words in [
      ["edit", "P1", "--notes", "dry"], ["split", "P1", "P2", "--every", "500km"],
      ["group", "add", "Trip", "P1"],
    ] {
      let result = try program.run(words + ["--json"])
      let value = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
      #expect(value?["changed"] as? [String] == [], "\(result.output)")
      let hasReason = (value?["notes"] as? [String])?.isEmpty == false || value?["kept"] != nil
      #expect(hasReason, "\(words): \(result.output)")
    }
  }
}
