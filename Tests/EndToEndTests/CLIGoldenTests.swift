import Foundation
import TestSupport
import Testing

@Suite struct CLIGoldenTests {
  static let helpPages: [[String]] = [
    [], ["import"], ["imports"], ["export"], ["formats"], ["list"], ["show"], ["stats"], ["map"],
    ["profile"],
    ["near"], ["distance"],
    ["group"], ["group", "list"], ["group", "create"], ["group", "rename"], ["group", "delete"],
    ["group", "add"], ["group", "remove"], ["itinerary"], ["itinerary", "list"],
    ["itinerary", "add"], ["itinerary", "remove"], ["itinerary", "move"], ["itinerary", "set"],
    ["add"], ["add", "place"], ["add", "path"], ["edit"], ["rename"],
    ["points"], ["points", "move"], ["points", "insert"], ["points", "append"],
    ["points", "delete"], ["split"], ["join"], ["reverse"], ["convert"], ["duplicate"], ["dedupe"],
    ["delete"], ["trash"],
    ["trash", "list"], ["trash", "restore"], ["trash", "purge"], ["undo"], ["redo"], ["log"],
    ["diff"], ["restore"], ["run"],
    ["store"], ["store", "info"], ["store", "migrate"], ["store", "backup"], ["store", "restore"],
    ["store", "check"], ["open"], ["completions"], ["manual"], ["about"],
  ]

  @Test func `the help of each command has an overview, then the usage, then examples`() throws {
    let program = try CLIProgram()
    var pages = ""
    for words in Self.helpPages {
      let result = try program.run(words + ["--help"])
      #expect(result.exitCode == 0, "\(words)")
      let sections = result.output.split(separator: "\n").filter {
        $0.contains(/^(OVERVIEW|USAGE|EXAMPLES|ARGUMENTS|OPTIONS):/)
      }.map { String($0.prefix { $0 != ":" }) }
      #expect(sections.prefix(3) == ["OVERVIEW", "USAGE", "EXAMPLES"], "\(words)")
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
    ("imports", ["imports"]), ("imports", ["imports", "--json"]), ("log", ["log"]),
    ("log", ["log", "--json"]),
  ]

  @Test func `the output for the sample trip matches the golden files, as text and as JSON`() throws
  {
    let program = try CLIProgram.withSampleTrip()
    var outputs: [String: String] = [:]
    for (name, words) in Self.runs {
      let result = try program.run(words)
      #expect(result.exitCode == 0, "\(words)")
      let notes = result.errors.isEmpty ? "" : "# on standard error: \(result.errors)"
      outputs[name, default: ""] +=
        "$ cartographer \(words.joined(separator: " "))\n"
        + "\(try program.normalized(result.output))\(notes)\n"
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

  @Test func `the help lists the aliases of commands`() throws {
    let help = try CLIProgram().run("--help").output
    for line in ["list, ls, find ", "rename, mv ", "delete, rm "] {
      #expect(help.contains("\n  \(line)"), "\(line)")
    }
  }

  @Test func `the three commands that restore are explained in the help of each of them`() throws {
    let program = try CLIProgram()
    for words in [["restore"], ["trash", "restore"], ["store", "restore"]] {
      let help = try program.run(words + ["--help"]).output
      #expect(help.contains("There are three restore commands:"), "\(words)")
    }
  }

  @Test func `the man page has the usual sections, and every command and alias`() throws {
    let page = try CLIProgram().run("manual", "--roff").output
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map {
      $0.dropFirst(4)
    }
    #expect(
      sections == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT",
        "FILES", "EXAMPLES", "SEE ALSO",
      ])
    for words in Self.helpPages where !words.isEmpty {
      #expect(page.contains("\n.SS \(words.joined(separator: " "))\n"), "\(words)")
    }
    #expect(page.contains("\\fBmv\\fR"))
    for term in [
      "\\fB\\-V\\fR, \\fB\\-\\-version\\fR", ".B PAGER", ".B COLORFGBG", "default.store.drafts",
      "default.store.reports",
    ] {
      #expect(page.contains(term), "\(term)")
    }
    // An option and its opposite have different descriptions.
    let lines = page.components(separatedBy: "\n")
    for name in ["name\\-by\\-towns", "base\\-map"] {
      let option = try #require(lines.firstIndex(of: "\\fB\\-\\-\(name)\\fR"))
      let opposite = try #require(lines.firstIndex(of: "\\fB\\-\\-no\\-\(name)\\fR"))
      #expect(lines[option + 1] != lines[opposite + 1], "\(name)")
    }
    #expect(!page.contains(".SS complete"), "the page must not list the hidden command")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func `groff formats the man page without warnings`() throws {
    let page = try CLIProgram().run("manual", "--roff").output
    let groff = try Subprocess.run(
      "groff", ["-man", "-Tutf8", "-ww", "-rLL=80n"], standardInput: Data(page.utf8))
    #expect(groff.exitCode == 0 && groff.errors.isEmpty, "\(groff.errors)")
    #expect(groff.output.contains("cartographer"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc")))
  func `mandoc finds nothing to improve in the man page`() throws {
    let page = try CLIProgram().run("manual", "--roff").output
    let lint = try Subprocess.run("mandoc", ["-T", "lint"], standardInput: Data(page.utf8))
    // The date is missing on purpose: the page of a commit is always the same.
    let findings = lint.output.split(separator: "\n").filter { !$0.contains("missing date") }
    #expect(findings.isEmpty, "\(findings.prefix(10))")
  }

  @Test func `the man page is up to date`() throws {
    let page = try CLIProgram().run("manual", "--roff")
    #expect(page.exitCode == 0)
    try Golden.compare(
      page.output, with: PackageFiles.root.appending(path: "docs/manual/cartographer.1"))
  }
}
