import Foundation
import TestSupport
import Testing

/// Tests of scripts, which run all their commands as one change or none of them.
@Suite struct CLIScriptTests {
  private func script(_ text: String, in program: CLIProgram) throws -> String {
    let file = program.folder.file("tidy.txt")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private static let tidy = """
    # what a line makes, later ones can name
    group create "Best of" P1
    add place 'Rest "A"' 46 7 --group "Best of"
    cartographer edit 'Rest "A"' \\
      --symbol Lodge

    simplify P1 --to 50  # fewer
    import SampleData/plan.gpx SampleData/huts-gpx10.gpx --duplicate --group "Best of"
    """

  @Test func `a script is one change in the history, and one undo restores the store`() throws {
    let program = try CLIProgram.withSampleTrip()
    let before = try program.run("export", "-o", "-").output
    let groups = try program.run("list", "groups", "--json").output
    let file = try script(Self.tidy, in: program)
    let done = try program.run("run", file)
    #expect(done.exitCode == 0, "\(done.errors)")
    #expect(done.output.contains("Ran tidy.txt"))
    let entries = try program.json("log")["entries"] as? [[String: Any]] ?? []
    #expect(entries.first?["title"] as? String == "Run tidy.txt")
    #expect(try program.run("list", "groups", "--json").output != groups)
    #expect(try program.run("undo").output.contains("Run tidy.txt"))
    #expect(try program.run("export", "-o", "-").output == before)
    #expect(try program.run("list", "groups", "--json").output == groups)
  }

  @Test func `the JSON of a script contains the result of each line and the total`() throws {
    let program = try CLIProgram.withSampleTrip()
    let file = try script(Self.tidy, in: program)
    let dry = try program.json("run", file, "--dry-run")
    #expect(dry["dryRun"] as? Bool == true)
    #expect(dry["undo"] == nil)
    let before = try program.run("list", "--json").output
    let real = try program.json("run", file)
    #expect(try program.run("list", "--json").output != before)
    for document in [dry, real] {
      let lines = document["lines"] as? [[String: Any]] ?? []
      #expect(lines.compactMap { $0["line"] as? Int } == [2, 3, 4, 7, 8])
      let created = (lines.first?["result"] as? [String: Any])?["created"] as? [String]
      #expect(created?.count == 1)
      #expect(lines.last?["result"].map { "\($0)" }?.contains("plan.gpx") == true)
    }
    #expect(dry["created"] as? [String] == real["created"] as? [String])
  }

  @Test func `the JSON of a script contains the reason of a failed import`() throws {
    let program = try CLIProgram.withSampleTrip()
    let file = try script("import Tests/Fixtures/gpx/bad/html.gpx\n", in: program)
    let (code, error) = try program.failure("run", file)
    #expect(code == 65)
    #expect(error["code"] as? String == "badData")
    let message = try #require(error["message"] as? String)
    #expect(message.contains("tidy.txt:1: `import` failed"))
    #expect(message.contains("html.gpx was rejected: "))
  }

  @Test func `a line that changes nothing names no change, and neither does a dry run`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("edit", "P1", "--notes", "same")
    let file = try script("edit P1 --notes same\n", in: program)
    let text = try program.run("run", file)
    #expect(text.output.isEmpty && text.errors.contains("Nothing to change."), "\(text.output)")
    let same = try program.json("run", file)
    _ = try script("edit P1 --notes other\n", in: program)
    for document in [same, try program.json("run", file, "--dry-run")] {
      let lines = try #require(document["lines"] as? [[String: Any]])
      let result = try #require(lines.first?["result"] as? [String: Any])
      #expect(result["undo"] == nil && document["undo"] == nil, "\(document)")
    }
    let made = try program.json("run", file)
    let line = (made["lines"] as? [[String: Any]])?.first?["result"] as? [String: Any]
    #expect(line?["undo"] as? Int == made["undo"] as? Int && made["undo"] != nil)
  }

  @Test(arguments: [
    ("edit P1 --name One\nedit P99 --name Two\n", Int32(66), ":2: ", "P99"),
    ("edit P1 --name One\n\nsplit P1 --at 99999\n", 64, ":3: ", "there is no point"),
    ("edit P1 --name One\nimport SampleData/none.gpx\n", 66, ":2: ", "import"),
  ])
  func `a failing line rolls back the script and is reported`(
    text: String, code: Int32, line: String, word: String
  ) throws {
    let program = try CLIProgram.withSampleTrip()
    let before = try program.run("list", "--json").output
    let failed = try program.run("run", try script(text, in: program))
    #expect(failed.exitCode == code, "\(failed.errors)")
    #expect(failed.errors.contains("tidy.txt\(line)"))
    #expect(failed.errors.contains(word))
    #expect(failed.output.isEmpty, "rolled-back lines must not be reported as done")
    #expect(try program.run("list", "--json").output == before)
    #expect((try program.json("log")["entries"] as? [Any])?.count == 5)
  }

  @Test(arguments: [
    ("undo", "cannot be part"), ("store check", "cannot be part"), ("run x", "cannot be part"),
    ("export P1 -o a.gpx", "cannot be part"), ("open", "cannot be part"),
    ("simplfy P1", "Did you mean simplify"), ("edit P1 --json --name X", "whole script"),
    ("edit P1 --name \"X", "not closed"), ("edit --help", "Help"), ("edit P1 --nam X", "--nam"),
    ("delete P1 --dry-run", "whole script"), ("cartographer", "contains no command"),
  ])
  func `an invalid line is refused before the script starts`(line: String, word: String)
    throws
  {
    let program = try CLIProgram.withSampleTrip()
    let failed = try program.run("run", try script("delete P2\n\(line)\n", in: program))
    #expect(failed.exitCode == 64)
    #expect(failed.errors.contains("tidy.txt:2: "), "\(failed.errors)")
    #expect(failed.errors.contains(word), "\(failed.errors)")
    #expect(try program.run("list", "paths").output.contains("P2"))
  }

  @Test func `a script is read from standard input, and a missing file exits with 66`() throws {
    let program = try CLIProgram.withSampleTrip()
    let done = try program.run("run", "-", standardInput: "edit P1 --name \"Day one\"\n")
    #expect(done.exitCode == 0, "\(done.errors)")
    #expect(try program.run("show", "P1").output.contains("Day one"))
    #expect(try program.run("run", "none.txt").exitCode == 66)
    #expect(try program.run("run", "-", standardInput: "import -\n").exitCode == 64)
    let empty = try program.run("run", "-", standardInput: "# nothing\n")
    #expect(empty.exitCode == 0)
    #expect(empty.errors.contains("Nothing to change."))
  }

  @Test func `with --keep-going, failed lines change nothing and the others are one change`() throws
  {
    let program = try CLIProgram.withSampleTrip()
    let file = try script(
      "edit P1 --name Zzz\nedit P99 --name B\ndelete L3\nedit P1 --colour nonsense\n", in: program)
    #expect(try program.run("run", file).exitCode == 66)
    #expect(try program.run("list", "Zzz").output.isEmpty)
    let result = try program.run("run", file, "--keep-going")
    #expect(result.exitCode == 66, "the first failure sets the exit code")
    #expect(result.errors.contains("tidy.txt:2: ") && result.errors.contains("tidy.txt:4: "))
    #expect(!result.errors.contains("rolled back"))
    #expect(result.output.contains("Ran tidy.txt"))
    #expect(try program.run("list", "Zzz").output.hasPrefix("P1"))
    #expect(try program.run("trash", "list").output.hasPrefix("L3"))
    try program.run("undo")
    #expect(try program.run("list", "Zzz").output.isEmpty)
    #expect(try program.run("trash", "list").output.isEmpty)
  }

  @Test func `the JSON of a script with --keep-going contains the errors of its lines`() throws {
    let program = try CLIProgram.withSampleTrip()
    let file = try script("edit P99 --name B\ndelete L3\n", in: program)
    let result = try program.run("run", file, "--keep-going", "--json")
    let document = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
    let lines = document?["lines"] as? [[String: Any]] ?? []
    #expect(lines.count == 2 && lines[0]["result"] == nil && lines[1]["error"] == nil)
    #expect((lines[0]["error"] as? [String: Any])?["code"] as? String == "notFound")
    #expect((lines[1]["result"] as? [String: Any])?["deleted"] as? [String] == ["L3"])
    #expect(result.errors.contains("notFound"))
  }
}
