import Foundation
import TestSupport
import Testing

/// Tests of the history on the command line, and of commands for several items.
@Suite struct CLIHistoryTests {
  @Test func `diff prints a change field by field`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("edit", "P1", "--name", "First", "--notes", "Rain")
    try program.run("points", "delete", "P2", "1-4")
    let text = try program.run("diff").output
    #expect(text.contains("points    4 removed"))
    let diff = try program.json("diff", "6")
    let items = diff["items"] as? [[String: Any]] ?? []
    let fields = items.first?["fields"] as? [[String: Any]] ?? []
    #expect(items.first?["id"] as? String == "P1")
    #expect(fields.map { $0["name"] as? String } == ["name", "notes"])
    #expect(fields.map { $0["after"] as? String } == ["First", "Rain"])
    #expect(try program.failure("diff", "99").code == 66)
    #expect(try CLIProgram().run("diff").exitCode == 66)
  }

  @Test func `the log lists the changed items and the limits of the history`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("edit", "P1", "P2", "--colour", "#102030")
    let log = try program.json("log", "-n", "1")
    let entry = (log["entries"] as? [[String: Any]])?.first
    #expect(entry?["ids"] as? [String] == ["P1", "P2"])
    #expect(entry?["changed"] as? Int == 2)
    #expect((log["bounds"] as? [String: Any])?["maximumEntries"] as? Int == 1_000)
    #expect(try program.run("log").output.contains("P1 P2"))
  }

  @Test func `the log reports the first change of a truncated history`() throws {
    let program = try CLIProgram()
    try program.run("group", "create", "A")
    try program.run("undo")
    try program.run("group", "create", "B")
    #expect(
      try program.run("log").errors
        == "The history begins with change 2; it keeps at most 1 000 changes and 5 000 000 changed rows.\n"
    )
  }

  @Test func `the JSON of several undo steps lists each item once`() throws {
    let program = try CLIProgram()
    try program.run("add", "place", "X", "46", "8")
    try program.run("edit", "L1", "--notes", "Y")
    let undone = try program.json("undo", "2")
    #expect(undone["changed"] as? [String] == [])
    #expect(undone["deleted"] as? [String] == ["L1"])
    let redone = try program.json("redo", "2")
    #expect(redone["changed"] as? [String] == [])
    #expect(redone["created"] as? [String] == ["L1"])
    try program.run("delete", "L1")
    try program.run("trash", "purge", "L1")
    let afterPurge = try program.json("undo", "4")
    for key in ["changed", "created", "deleted"] {
      #expect(afterPurge[key] as? [String] == [], "\(key)")
    }
  }

  @Test func `the configuration limits the history, and an invalid limit is reported`() throws {
    let program = try CLIProgram.withSampleTrip()
    let file = program.folder.file(".config/cartographer/config.toml")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("[history]\nentries = 2\n".utf8).write(to: file)
    let changed = try program.run("edit", "P1", "--name", "One")
    #expect(changed.exitCode == 0 && changed.errors.isEmpty, "\(changed.errors)")
    let log = try program.json("log")
    #expect((log["entries"] as? [Any])?.count == 2)
    #expect((log["bounds"] as? [String: Any])?["maximumEntries"] as? Int == 2)
    #expect(
      try program.run("log").errors.contains("begins with change 5; it keeps at most 2 changes"))
    try Data("[history]\nentries = \"few\"\n".utf8).write(to: file)
    let result = try program.run("list")
    #expect(result.errors.contains("config.toml:2: history.entries must be a number from 1 to"))
  }

  @Test func `failures are logged at the configured level, without user data`() throws {
    let program = try CLIProgram()
    let log = program.folder.file(".local/state/cartographer/log")
    try program.run("add", "place", "Secret spot", "46", "7")
    try program.run("show", "Nowhere")
    #expect(!FileManager.default.fileExists(atPath: log.path))
    for level in ["info", "verbose"] {
      let result = try program.run(
        "show", "Nowhere", environment: ["CARTOGRAPHER_LOG": level])
      #expect(result.errors.contains("CARTOGRAPHER_LOG must be one of") == (level == "verbose"))
    }
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines[0].contains(" info ") && lines[0].hasSuffix("failed code=notFound work=Show"))
    #expect(!lines[0].contains("Nowhere"))
  }

  @Test func `restore returns an item to an earlier state and keeps other items`() throws {
    let program = try CLIProgram.withSampleTrip()
    let before = try program.run("show", "P1", "--points", "--json").output
    try program.run("simplify", "P1", "--to", "20")
    try program.run("edit", "P1", "P2", "--name", "Changed")
    try program.run("delete", "P1")
    let purged = try program.run("trash", "purge", "P1").output
    #expect(purged.hasPrefix("Deleted Changed permanently"), "\(purged)")
    let dryRun = try program.json("restore", "P1", "--before", "6", "--dry-run")
    #expect(dryRun["dryRun"] as? Bool == true)
    #expect(try program.run("show", "P1").exitCode == 66)
    let done = try program.run("restore", "P1", "--before", "6")
    #expect(done.exitCode == 0, "\(done.errors)")
    #expect(try program.run("show", "P1", "--points", "--json").output == before)
    #expect(try program.run("list", "paths").output.contains("Changed"))
    try program.run("undo")
    #expect(try program.run("show", "P1").exitCode == 66)
    #expect(try program.run("restore", "P1", "--to", "6").exitCode == 0)
    let remaining = try program.json("show", "P1")["items"] as? [[String: Any]] ?? []
    let segments = remaining.first?["segments"] as? [[String: Any]] ?? []
    #expect(segments.compactMap { $0["points"] as? Int }.reduce(0, +) == 20)
    #expect(try program.failure("restore", "P1", "--before", "1").code == 66)
    #expect(try program.failure("restore", "P1", "--before", "77").code == 66)
    #expect(try program.failure("restore", "P1").code == 64)
  }

  /// Returns the store's items, the points of a path and the history.
  private func contents(_ program: CLIProgram) throws -> [String] {
    try [["list"], ["show", "P1", "--points"], ["itinerary", "Trip"], ["log"]].map {
      try program.run($0 + ["--json"]).output
    }
  }

  @Test(arguments: [
    ["edit", "P1", "--rename", "{n}: {name}"], ["add", "place", "A", "1", "2"],
    ["points", "delete", "P1", "1-5"], ["join", "P1", "P2"], ["reverse", "P1"], ["delete", "P1"],
    ["group", "create", "New"], ["convert", "P1", "--to", "route"], ["duplicate", "P1", "L1"],
    ["restore", "P1", "--before", "1"], ["dedupe", "--within", "2km", "--merge"],
    ["convert", "L1", "L2", "--to", "route"], ["convert", "P1", "--to", "place"],
    ["group", "remove", "Trip", "P1"],
  ])
  func `a dry run prints the result and changes nothing`(words: [String]) throws {
    let program = try CLIProgram.withSampleTrip()
    let before = try contents(program)
    let dry = try program.run(words + ["--dry-run"])
    let dryJSON = try program.run(words + ["--dry-run", "--json"])
    #expect(try contents(program) == before)
    if words.first == "restore" {
      #expect(dry.exitCode == 66, "change 1 created the path, so there is no earlier state")
      return
    }
    #expect(dry.exitCode == 0, "\(words): \(dry.errors)")
    #expect(dry.errors.contains("Nothing was changed"), "\(words): \(dry.errors)")
    let document = try JSONSerialization.jsonObject(with: dryJSON.standardOutput) as? [String: Any]
    #expect(document?["dryRun"] as? Bool == true, "\(words)")
    #expect(try program.run(words).exitCode == 0, "\(words)")
  }

  @Test func `a dry run of renaming prints the new names`() throws {
    let program = try CLIProgram.withSampleTrip()
    let dryRun = try program.run("edit", "P1", "P2", "--rename", "{date} {n}", "--dry-run")
    #expect(dryRun.output.contains("→ 2026-07-10 1"))
    #expect(dryRun.output.contains("→ 2026-07-11 2"))
    try program.run("edit", "P1", "P2", "--rename", "{date} {n}", "--group", "Trip")
    #expect(try program.run("list", "paths").output.contains("2026-07-11 2"))
    #expect(try program.failure("edit", "P1", "--rename", "{nam}").code == 64)
  }

  @Test func `near and distance accept IDs and positions`() throws {
    let program = try CLIProgram.withSampleTrip()
    let near = try program.json("near", "L1", "-n", "3", "--kind", "place")
    let items = near["items"] as? [[String: Any]] ?? []
    #expect(items.count == 3)
    let first = try #require(items.first)
    let id = try #require(first["id"] as? String)
    let far = try program.json("distance", "L1", id)
    #expect(far["distanceMetres"] as? Double == first["distanceMetres"] as? Double)
    #expect(far["initialBearing"] as? Double == first["bearing"] as? Double)
    let north = try program.json("distance", "46 7", "47 7")
    #expect(abs((north["distanceMetres"] as? Double ?? 0) - 111_165) < 10)
    #expect(north["initialBearing"] as? Double == 0)
    #expect(try program.failure("near", "nowhere").code == 66)
    #expect(try program.run("near", "46.0", "7.0", "--within", "1m").output.isEmpty)
  }

  @Test func `stats prints splits, slopes, days and a part of a path`() throws {
    let program = try CLIProgram.withSampleTrip()
    let whole = try program.json(
      "stats", "P1", "--splits", "1km", "--slopes", "--days", "--threshold", "0m")
    let path = try #require((whole["paths"] as? [[String: Any]])?.first)
    let length = try #require(path["lengthMetres"] as? Double)
    #expect(path["threshold"] as? Double == 0)
    for part in ["splits", "days"] {
      let pieces = path[part] as? [[String: Any]] ?? []
      let sum = pieces.compactMap { $0["lengthMetres"] as? Double }.reduce(0, +)
      #expect(abs(sum - length) < 1, "\(part)")
    }
    let slopes = path["slopes"] as? [[String: Any]] ?? []
    let share = slopes.compactMap { $0["metres"] as? Double }.reduce(0, +)
    #expect(abs(share + (path["slopeUnknownMetres"] as? Double ?? 0) - length) < 1)
    let part = try program.json("stats", "P1", "--points", "11..20")
    #expect((part["total"] as? [String: Any])?["points"] as? Int == 10)
    let text = try program.run("stats", "P1", "--splits", "5km", "--slopes")
    #expect(text.output.contains("20 % or more"))
    #expect(try program.failure("stats", "--points", "1..2").code == 64)
    #expect(try program.failure("stats", "P1", "--points", "1..99999").code == 64)
    #expect(try program.failure("stats", "P1", "--splits", "0km").code == 64)
  }
}
