import Foundation
import TestSupport
import Testing

/// Tests of dry runs and of outputs that cannot be written.
@Suite struct CLIDryRunTests {
  private let program: CLIProgram

  init() throws {
    program = try CLIProgram.withSampleTrip()
    try program.run("group", "create", "Two", "P1", "P2", "L1")
  }

  @Test func `a dry run shows the new names of items`() throws {
    let copies = try program.json("duplicate", "L1", "--dry-run")["items"] as? [[String: Any]]
    #expect((copies?.first?["name"] as? String)?.hasSuffix("(copy)") == true)
    #expect(try program.run("duplicate", "L1", "--dry-run").output.contains("(copy)"))
    let renamed = try program.json("edit", "P1", "--rename", "Day {n}", "--dry-run")
    let item = try #require((renamed["items"] as? [[String: Any]])?.first)
    #expect(item["name"] as? String == "Day 1")
    let field = try #require((item["fields"] as? [[String: Any]])?.first)
    #expect(field["name"] as? String == "name" && field["after"] as? String == "Day 1")
  }

  @Test func `an import tells what it did or would do in one member`() throws {
    let other = try CLIProgram()
    func outcome(_ words: String...) throws -> String? {
      let result = try other.run(["import", "--json"] + words)
      let document = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
      return (document?["files"] as? [[String: Any]])?.first?["outcome"] as? String
    }
    let file = "SampleData/plan.gpx"
    #expect(try outcome(file, "--dry-run") == "wouldImport")
    #expect(try outcome(file) == "imported")
    #expect(try outcome(file, "--dry-run") == "unchanged")
    #expect(try outcome(file) == "unchanged")
    let plan = try String(
      contentsOf: PackageFiles.root.appending(path: file), encoding: .utf8)
    let changed = try other.folder.write(
      plan.replacing("<name>Saint-Évrard<", with: "<name>Évrard<"), to: "plan.gpx"
    ).path
    #expect(try outcome(changed, "--dry-run") == "wouldUpdate")
    #expect(try outcome(changed) == "updated")
  }

  @Test func `the JSON report of an import counts the messages and fields that are left out`()
    throws
  {
    let file = PackageFiles.fixture("fit/activity.fit").path
    let result = try program.run("import", "--json", "--dry-run", file)
    let document = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
    let report = try #require((document?["files"] as? [[String: Any]])?.first)
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    let counts = diagnostics.filter { $0["code"] as? String == "content.unsupported" }
      .compactMap { $0["counts"] as? [[String: Any]] }.joined()
      .map { "\($0["name"] ?? "") \($0["count"] ?? "")" }
    #expect(counts == ["hrv 2", "sport sub_sport 1"])
  }

  @Test func `a dry run of an undo names the changes and fails as the undo would`() throws {
    try program.run("edit", "L1", "--name", "Here")
    let result = try program.run("undo", "2", "--dry-run")
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(result.output.contains("Would undo: ") && result.output.contains("Here"))
    #expect(result.errors.contains("Nothing was changed."))
    #expect(try program.run("list").output.contains("Here"))
    let redo = try program.run("redo", "--dry-run")
    #expect(redo.exitCode == 0 && redo.errors.contains("nothing to redo"))
    try program.run("undo")
    #expect(try program.run("redo", "--dry-run").output.hasPrefix("Would redo: "))
    #expect(try !program.run("list").output.contains("Here"))
  }

  @Test func `a dry run of an export or a restore fails as the actual command would`() throws {
    let file = try program.folder.write("mine", to: "all.gpx").path
    #expect(try program.run("export", "-o", file, "--dry-run").exitCode == 73)
    #expect(try program.run("export", "-o", file, "--force", "--dry-run").exitCode == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(try program.run("export", "--dry-run").exitCode == 64)
    #expect(try program.run("store", "restore", file, "--dry-run").exitCode == 65)
    #expect(try program.run("store", "restore", "missing", "--dry-run").exitCode == 66)
    #expect(try program.run("store", "backup", "-o", file, "--dry-run").exitCode == 73)
    let backup = program.folder.file("b.store").path
    #expect(try program.run("store", "backup", "-o", backup).exitCode == 0)
    let result = try program.run("store", "restore", backup, "--dry-run")
    #expect(result.exitCode == 0 && result.output.contains("26 places, 5 paths, 2 groups"))
  }

  @Test func `a dry run of a picture or a repair changes nothing and fails as the command would`()
    throws
  {
    let file = program.folder.file("new/map.svg").path
    for command in ["map", "profile"] {
      let result = try program.run(command, "P1", "-o", file, "--dry-run")
      #expect(result.output == "Would write \(file).\n", "\(result.errors)")
      #expect(result.errors.contains("Nothing was changed."))
      #expect(!FileManager.default.fileExists(atPath: program.folder.file("new").path))
      #expect(try program.run(command, "P1", "--dry-run").exitCode == 64)
    }
    let other = try program.folder.write("mine", to: "map.svg").path
    #expect(try program.run("map", "-o", other, "--dry-run").exitCode == 73)
    #expect(try program.run("map", "-o", other, "--force", "--dry-run").exitCode == 0)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    let before = try program.run("log").output
    let check = try program.run("store", "check", "--repair", "--dry-run")
    #expect(
      check.exitCode == 0 && check.output == "The repair would remove all damage from the store.\n")
    #expect(check.errors.contains("Would repair the levels of detail of no paths."))
    #expect(try program.run("log").output == before)
    #expect(try program.run("store", "check", "--dry-run").exitCode == 64)
  }

  @Test func `the dry run of a script says what would be done`() throws {
    let script = "simplify P1 --tolerance 50m\ndelete L1\nimport SampleData/plan.gpx --duplicate\n"
    let file = try program.folder.write(script, to: "tidy.txt").path
    let dry = try program.run("run", file, "--dry-run")
    #expect(dry.exitCode == 0, "\(dry.errors)")
    #expect(dry.output.contains("Simplify ") && dry.output.contains("Delete "), "\(dry.output)")
    #expect(dry.output.contains("would import"), "\(dry.output)")
    for done in ["Simplified", "Deleted", ": imported"] {
      #expect(!dry.output.contains(done), "\(dry.output)")
    }
    #expect(dry.errors.contains("Nothing was changed."))
    #expect(try program.run("run", file).output.contains("Simplified "))
  }

  // MARK: Output files

  @Test func `an output file that ends in a slash is refused with advice`() throws {
    let folder = program.folder.file("new").path + "/"
    for (words, example) in [
      (["export", "P1"], "trip.gpx"), (["export", "P1", "--dry-run"], "trip.gpx"),
      (["map", "P1"], "map.svg"), (["profile", "P1"], "map.svg"),
      (["store", "backup"], "trips.store"),
      (["store", "backup", "--dry-run"], "trips.store"),
    ] {
      let result = try program.run(words + ["-o", folder])
      #expect(result.exitCode == 73, "\(words): \(result.errors)")
      #expect(result.errors.contains("\(folder)\(example)"), "\(words): \(result.errors)")
    }
    let each = try program.run("export", "-o", "\(folder){group}/")
    #expect(each.exitCode == 73 && each.errors.contains("{group}/{name}.gpx"), "\(each.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  // MARK: Periods and separators
}
