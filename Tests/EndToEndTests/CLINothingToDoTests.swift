import Foundation
import TestSupport
import Testing

/// Tests of commands that take items from standard input, and of commands with nothing to do.
@Suite struct CLINothingToDoTests {
  @Test(arguments: [
    ["undo"], ["redo"], ["split", "P1", "--every", "500km"],
    ["split", "P1", "--at", "1", "--dry-run"],
    ["split", "P1", "P2", "--days"], ["edit", "P1", "--notes", ""],
    ["convert", "P1", "--to", "track"],
    ["group", "add", "Trip", "P1"], ["trash", "purge", "--all"],
    ["dedupe", "--merge", "--within", "0m"],
    ["times", "P1", "--fill"], ["simplify", "P1", "--tolerance", "0m"],
    ["trash", "restore", "P1"], ["trash", "restore", "Lac Miroir", "L2"],
    ["points", "delete", "P1", "P2", "--near", "45 6:1m"],
    ["crop", "P1", "--distance", "0-900km"], ["elevation", "P1", "--shift", "0m"],
  ])
  func `a command with nothing to do succeeds and says so on standard error`(words: [String]) throws
  {
    let program = try CLIProgram.withSampleTrip()
    if words == ["undo"] { try program.run("undo", "5") }
    let result = try program.run(words)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.isEmpty, "\(result.output)")
    #expect(!result.errors.isEmpty)
  }

  @Test func `the JSON document of a command with nothing to do lists no items`() throws {
    let program = try CLIProgram.withSampleTrip()
    for words in [["redo"], ["split", "P1", "--every", "500km"], ["delete", "-"]] {
      let result = try program.run(words + ["--json"])
      let object = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
      #expect(object?["changed"] as? [String] == [], "\(words)")
      #expect(object?["created"] as? [String] == [] && object?["deleted"] as? [String] == [])
    }
  }

  @Test func `a hyphen stands for the items on standard input, one per line`() throws {
    let program = try CLIProgram.withSampleTrip()
    let lines = "P1\n  Lac Miroir  \n\nP2\n"
    let edited = try program.run("edit", "-", "--notes", "x", standardInput: lines)
    #expect(edited.output.contains("notes of 3 items"), "\(edited.output)")
    #expect(try program.run("show", "L4", "-", standardInput: lines).output.contains("Lac Miroir"))
    let group = try program.run("group", "create", "Best", "-", standardInput: lines)
    #expect(group.exitCode == 0, "\(group.errors)")
    #expect(try program.run("list", "paths", "Best").output.split(separator: "\n").count == 2)
    let reversed = try program.run("reverse", "-", "--json", standardInput: "P1\nP2\n")
    #expect(reversed.output.contains("\"P1\"") && reversed.output.contains("\"P2\""))
    let stops = try program.run("itinerary", "add", "Best", "-", standardInput: lines)
    #expect(stops.output.contains("3 stops"), "\(stops.output)\(stops.errors)")
    #expect(try program.run("delete", "-", standardInput: lines).output.contains("Deleted"))
    #expect(try program.run("trash", "restore", "-", standardInput: lines).exitCode == 0)
    #expect(try program.run("restore", "-", "--to", "5", standardInput: lines).exitCode == 0)
    #expect(try program.run("edit", "-", "--notes", "y", standardInput: "P99\n").exitCode == 66)
  }

  @Test(arguments: [
    ["delete", "-"], ["edit", "-", "--notes", "x"], ["reverse", "-"],
    ["simplify", "-", "--to", "9"],
    ["trash", "restore", "-"], ["split", "-", "--days"], ["export", "-", "-o", "FILE"],
    ["dedupe", "-", "--merge"], ["group", "remove", "Trip", "-"], ["rename", "-", "Hut"],
    ["points", "delete", "-", "--distance", "2km-"],
  ])
  func `empty standard input changes and writes nothing`(words: [String]) throws {
    let program = try CLIProgram.withSampleTrip()
    let file = program.folder.file("out.gpx").path
    let before = try program.run("log").output
    let result = try program.run(words.map { $0 == "FILE" ? file : $0 })
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.errors.contains("nothing to do") || result.errors.contains("No item"))
    #expect(try program.run("log").output == before)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `split takes several paths as one change, and leaves the others unchanged`() throws {
    let program = try CLIProgram.withSampleTrip()
    let dryRun = try program.json("split", "P1", "P4", "P2", "--every", "5km", "--dry-run")
    let paths = dryRun["paths"] as? [[String: Any]] ?? []
    #expect(paths.map { $0["id"] as? String } == ["P1", "P2"])
    #expect((paths.first?["pieces"] as? [Any])?.count == 3)
    #expect((dryRun["pieces"] as? [Any])?.count == 6)
    let done = try program.run("split", "P1", "P4", "P2", "--every", "5km")
    #expect(done.exitCode == 0 && done.errors.contains("1 of 3 paths cannot be split"))
    #expect(try program.run("list", "paths").output.split(separator: "\n").count == 9)
    try program.run("undo")
    #expect(try program.run("list", "paths").output.split(separator: "\n").count == 5)
  }

  @Test func `a search does not take a dash for items on standard input`() throws {
    let program = try CLIProgram.withSampleTrip()
    let result = try program.run("list", "paths", "-", standardInput: "P1\n")
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("cannot read items from standard input"))
  }

  @Test func `trash restore leaves out items that are not in the trash, and refuses unknown ones`()
    throws
  {
    let program = try CLIProgram.withSampleTrip()
    try program.run("delete", "P2")
    let result = try program.run("trash", "restore", "P1", "P2")
    #expect(result.exitCode == 0 && result.output.contains("Restored"), "\(result.errors)")
    #expect(result.errors.contains("P1 is not in the trash."))
    #expect(try program.run("trash", "restore", "P99").exitCode == 66)
    #expect(try program.run("trash", "purge", "P1").exitCode == 66)
  }
}
