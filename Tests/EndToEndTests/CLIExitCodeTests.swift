import Foundation
import TestSupport
import Testing

@Suite struct CLIExitCodeTests {
  @Test(arguments: [
    ["list", "--bogus"], ["lst"], ["group"], ["group", "lst"], ["import"], ["show"],
    ["edit", "L1"], ["map", "--size", "40"], ["map", "--format", "bmp"],
    ["map", "--html", "--format", "svg"], ["simplify", "P1"], ["patch"], ["run"],
    ["trash", "purge"], ["undo", "0"], ["log", "--limit", "-1"], ["completions", "tcsh"],
    ["store", "info", "--store", ":memory:"], ["add", "place", "Here", "91", "6"],
    ["edit", "L1", "--colour", "rouge"], ["edit", "L1", "--name", ""], ["profile", "L1"],
    ["join", "P1"], ["stats", "L1"], ["split", "P1", "--at", "0"], [],
    ["points", "delete", "P1", "99999"], ["points", "move", "P1", "99999", "46", "7"],
    ["split", "P1", "--at", "99999"], ["crop", "P1", "--points", "5-99999"],
    ["stats", "P1", "--points", "5..99999"],
  ])
  func `wrong usage exits with 64 and reports an error as text and as JSON`(words: [String]) throws
  {
    let program = try CLIProgram.withSampleTrip()
    let plain = try program.run(words)
    #expect(plain.exitCode == 64)
    #expect(plain.output.isEmpty)
    #expect(plain.errors.hasPrefix("cartographer: "))
    let result = try program.run(words + ["--json"])
    #expect(result.exitCode == 64)
    let value = try JSONSerialization.jsonObject(with: result.standardError) as? [String: Any]
    let error = value?["error"] as? [String: Any]
    #expect((error?["code"] as? String)?.isEmpty == false)
    #expect((error?["message"] as? String)?.isEmpty == false)
  }

  @Test func `a mistyped command gets a suggestion`() throws {
    let program = try CLIProgram()
    #expect(try program.run("improt").errors.contains("Did you mean import?"))
    #expect(try program.run("trash", "pruge").errors.contains("Did you mean purge?"))
    #expect(try !program.run("xyzzy").errors.contains("Did you mean"))
  }

  @Test func `a store in place of a command is refused, and the message names the option`() throws {
    let program = try CLIProgram.withSampleTrip()
    for store in [program.store.path, "new.store"] {
      let result = try program.run(store)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains("cartographer --store \(store)"), "\(result.errors)")
    }
  }

  @Test func `an ambiguous name exits with 64 and lists the IDs, and an ID wins over a name`()
    throws
  {
    let program = try CLIProgram()
    try program.run("add", "place", "Twin", "45", "6")
    try program.run("add", "place", "Twin", "46", "7")
    try program.run("add", "place", "L1", "47", "8")
    let (code, error) = try program.failure("show", "Twin")
    #expect(code == 64)
    #expect(error["code"] as? String == "ambiguous")
    #expect(error["ids"] as? [String] == ["L1", "L2"])
    let items = try program.json("show", "L1")["items"] as? [[String: Any]]
    #expect(items?.first?["name"] as? String == "Twin")
  }

  @Test func `a missing item, file, group or store exits with 66`() throws {
    let program = try CLIProgram.withSampleTrip()
    for words in [
      ["show", "Nowhere"], ["import", "nowhere.gpx"], ["stats", "--group", "Nowhere"],
      ["trash", "restore", "P99"], ["restore", "P99", "--before", "3"],
      ["store", "info", "--store", program.folder.file("none").path],
    ] {
      #expect(try program.run(words).exitCode == 66, "\(words)")
    }
  }

  @Test func `stats names the items without statistics that it leaves out`() throws {
    let program = try CLIProgram.withSampleTrip()
    let result = try program.run("stats", "P1", "L1", "L2")
    #expect(result.exitCode == 0 && result.output.contains("P1"))
    #expect(result.errors.contains("ignored: L1, L2."), "\(result.errors)")
    #expect(try !program.run("stats", "Trip").errors.contains("ignored"))
  }

  @Test func `bad data exits with 65, and a file that is not a store stays unchanged`() throws {
    let program = try CLIProgram()
    let html = "Tests/Fixtures/gpx/bad/html.gpx"
    #expect(try program.run("import", html).exitCode == 65)
    #expect(try program.run("import", "--dry-run", html).exitCode == 65)
    let foreignFile = try program.folder.write("no store\n", to: "stranger")
    for words in [
      ["list"], ["store", "info"], ["store", "check"], ["add", "place", "x", "1", "2"],
    ] {
      #expect(try program.run(words + ["--store", foreignFile.path]).exitCode == 65, "\(words)")
    }
    #expect(try String(contentsOf: foreignFile, encoding: .utf8) == "no store\n")
  }

  @Test func `an import continues after a bad file and exits with the most serious code`() throws {
    let program = try CLIProgram()
    let result = try program.run(
      "import", "Tests/Fixtures/gpx/bad/html.gpx", "nowhere.gpx", "SampleData/plan.gpx", "--json")
    #expect(result.exitCode == 66)
    let value = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
    let files = value?["files"] as? [[String: Any]]
    #expect(files?.compactMap { $0["status"] as? String } == ["refused", "refused", "imported"])
    #expect((try program.json("list", "places")["locations"] as? [Any])?.count == 19)
  }

  @Test func `with --json, the most serious failure of an import is also on standard error`() throws
  {
    let program = try CLIProgram()
    for words in [["import", "nowhere.gpx"], ["import", "nowhere.gpx", "SampleData/plan.gpx"]] {
      let (code, error) = try program.failure(words)
      #expect(code == 66)
      #expect(error["code"] as? String == "notFound")
      #expect((error["message"] as? String)?.contains("nowhere.gpx") == true)
    }
    #expect(try program.run("import", "SampleData/plan.gpx", "--json").errors.isEmpty)
  }

  @Test func `an unwritable output exits with 73, and an existing file is kept`() throws {
    let program = try CLIProgram.withSampleTrip()
    let file = try program.folder.write("mine", to: "out.gpx")
    #expect(try program.run("export", "-o", file.path).exitCode == 73)
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    #expect(try program.run("export", "-o", file.path, "--force").exitCode == 0)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("<?xml"))
    let full = try Subprocess.run(
      "sh", ["-c", "exec \"$0\" list > /dev/full", program.executable.path],
      environment: program.environment)
    #expect(full.exitCode == 73)
  }

  @Test func `the program exits with 0 if the reader of its output closes the pipe`() throws {
    let program = try CLIProgram.withSampleTrip()
    for verb in ["show P1 --points --json", "export"] {
      let script = """
        "$0" \(verb) 2>err | head -c 20 >/dev/null; echo "${PIPESTATUS[0]}"; cat err
        """
      let result = try Subprocess.run(
        "bash", ["-c", script, program.executable.path], environment: program.environment,
        workingDirectory: program.folder.url)
      #expect(result.output == "0\n")
    }
  }

  @Test func `an interrupted import exits with 130 and imports nothing`() throws {
    let program = try CLIProgram()
    // The program handles interrupts before it creates the store, and then waits for the rest of
    // the file.
    let script = """
      set -m
      mkfifo pipe
      "$0" import - < pipe & job=$!
      exec 3> pipe
      printf '<gpx version="1.1" creator="t"><wpt lat="1" lon="2"/>' >&3
      until [ -e t.store ]; do :; done
      kill -INT $job
      wait $job; echo $?
      """
    let result = try Subprocess.run(
      "bash", ["-c", script, program.executable.path], environment: program.environment,
      workingDirectory: program.folder.url)
    #expect(result.output.hasSuffix("130\n"))
    #expect((try program.json("list")["locations"] as? [Any])?.isEmpty == true)
  }

  @Test func `a start without arguments and without a terminal exits with 64`() throws {
    let result = try CLIProgram().run()
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("terminal"))
  }

  @Test func `global options are accepted before and after the command`() throws {
    let program = try CLIProgram.withSampleTrip()
    let other = program.folder.file("other.store").path
    try program.run("add", "place", "Hut", "45", "6", "--store", other)
    let before = try program.run("--json", "--store", other, "list", "groups")
    let after = try program.run("list", "groups", "--store=\(other)", "--json")
    #expect(before.output == after.output)
    #expect(before.output.contains("\"groups\": []"))
    #expect(try program.run("group", "--json", "list").output.contains("\"name\": \"Trip\""))
  }

  @Test func `the default store is in the home folder or in XDG_DATA_HOME`() throws {
    let program = try CLIProgram()
    let noStore = ["CARTOGRAPHER_STORE": ""]
    try program.run("add", "place", "Here", "45", "6", environment: noStore)
    #expect(
      FileManager.default.fileExists(
        atPath: program.folder.file(".local/share/cartographer/default.store").path))
    let data = program.folder.file("data").path
    try program.run(
      ["add", "place", "Here", "45", "6"],
      environment: noStore.merging(["XDG_DATA_HOME": data]) { $1 }
    )
    #expect(FileManager.default.fileExists(atPath: "\(data)/cartographer/default.store"))
  }

  @Test func `a read-only command creates no store`() throws {
    let program = try CLIProgram()
    #expect(try program.run("list").exitCode == 0)
    #expect(try program.run("stats", "--json").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: program.store.path))
  }
}
