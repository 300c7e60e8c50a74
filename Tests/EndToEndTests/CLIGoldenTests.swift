import Foundation
import TestSupport
import Testing

@Suite struct CLIGoldenTests {
  static let helpPages: [[String]] = [
    [], ["import"], ["imports"], ["export"], ["list"], ["show"], ["stats"], ["map"], ["profile"],
    ["near"], ["distance"],
    ["group"], ["group", "list"], ["group", "create"], ["group", "rename"], ["group", "delete"],
    ["group", "add"], ["group", "remove"], ["itinerary"], ["itinerary", "list"],
    ["itinerary", "add"], ["itinerary", "remove"], ["itinerary", "move"], ["itinerary", "set"],
    ["add"], ["add", "place"], ["add", "path"], ["edit"],
    ["points"], ["points", "move"], ["points", "insert"], ["points", "append"],
    ["points", "delete"], ["split"], ["join"], ["reverse"], ["convert"], ["duplicate"], ["dedupe"],
    ["delete"], ["trash"],
    ["trash", "list"], ["trash", "restore"], ["trash", "purge"], ["undo"], ["redo"], ["log"],
    ["diff"], ["restore"], ["run"],
    ["store"], ["store", "info"], ["store", "migrate"], ["store", "backup"], ["store", "restore"],
    ["store", "check"], ["open"], ["completions"], ["manual"], ["about"],
  ]

  @Test func `the help of each command begins with examples`() throws {
    let program = try CLIProgram()
    var pages = ""
    for words in Self.helpPages {
      let result = try program.run(words + ["--help"])
      #expect(result.exitCode == 0, "\(words)")
      #expect(result.output.hasPrefix("EXAMPLES:\n"), "\(words)")
      #expect(result.errors.isEmpty, "\(words)")
      pages += "$ cartographer \((words + ["--help"]).joined(separator: " "))\n\(result.output)\n"
    }
    try Golden.compare(pages, with: "cli/help.txt")
  }

  @Test func `help by command and by option print the same page`() throws {
    let program = try CLIProgram()
    #expect(
      try program.run("help", "group", "add").output
        == program.run("group", "add", "-h").output)
  }

  static let runs: [(name: String, words: [String])] = [
    ("list", ["list"]), ("list", ["list", "places", "refuge", "--json"]),
    ("list", ["list", "paths", "--json"]), ("list", ["list", "groups", "--json"]),
    ("show", ["show", "P4", "Lac Miroir", "P1"]), ("show", ["show", "P1", "L15", "G1", "--json"]),
    ("stats", ["stats"]), ("stats", ["stats", "P1", "P4", "--json"]),
    ("map", ["map", "--size", "80x24"]),
    ("map", ["map", "P1", "--size", "40x12", "--glyphs", "ascii"]),
    ("map", ["map", "P1", "--size", "30x6", "--format", "ansi"]),
    ("profile", ["profile", "P2", "--size", "80x10"]),
    ("imports", ["imports", "--json"]), ("log", ["log"]), ("log", ["log", "--json"]),
  ]

  @Test func `the output for the sample trip matches the golden files, as text and as JSON`() throws
  {
    let program = try CLIProgram.withSampleTrip()
    var outputs: [String: String] = [:]
    for (name, words) in Self.runs {
      let result = try program.run(words)
      #expect(result.exitCode == 0, "\(words)")
      #expect(result.errors.isEmpty, "\(words)")
      outputs[name, default: ""] +=
        "$ cartographer \(words.joined(separator: " "))\n\(try program.normalized(result.output))\n"
    }
    for (name, text) in outputs { try Golden.compare(text, with: "cli/\(name).txt") }
  }

  @Test func `the JSON report of an import matches the golden file`() throws {
    let program = try CLIProgram()
    let dry = try program.run(["import", "--dry-run", "--json"] + CLIProgram.sampleFiles)
    #expect(dry.exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: program.store.path))
    let real = try program.run(["import", "--json"] + CLIProgram.sampleFiles)
    #expect(real.exitCode == 0)
    let again = try program.run("import", "--json", "SampleData/plan.gpx")
    #expect(again.exitCode == 0)
    try Golden.compare(
      program.normalized(dry.output + real.output + again.output), with: "cli/import.json")
  }

  @Test func `the man page is up to date`() throws {
    let page = try CLIProgram().run("manual", "--roff")
    #expect(page.exitCode == 0)
    try Golden.compare(
      page.output, with: PackageFiles.root.appending(path: "docs/manual/cartographer.1"))
  }
}
