import Foundation
import TestSupport
import Testing

/// Tests of the completion scripts in their shells.
@Suite struct CLICompletionTests {
  /// Returns the answer of the hidden command `complete`: its first line, and the values.
  private func answer(
    _ program: CLIProgram, _ words: [String], shell: String = "fish"
  ) throws -> (kind: String, values: [String]) {
    let result = try program.run(["complete", "--shell", shell, "--"] + words)
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
    var lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let kind = lines.popFirst() ?? ""
    return (String(kind), lines.map { String($0.prefix { $0 != "\t" }) })
  }

  @Test(arguments: [
    (["im"], ["import", "imports"]), (["ren"], ["rename"]),
    (["group", "re"], ["rename", "remove"]),
    (["help", "it"], ["itinerary"]), (["help", "group", "a"], ["add"]),
    (["export", "--strip-t"], ["--strip-times"]), (["export", "--group", "T"], ["Trip"]),
    (["export", "--group=T"], ["--group=Trip"]), (["group", "add", "G"], ["G1"]),
    (["itinerary", "Tri"], ["Trip"]), (["undo", "--import", "I5"], ["I5"]),
    (["diff", "5"], ["5"]), (["restore", "P1", "--before", "4"], ["4"]),
    (["show", "Lac\\ "], ["Lac Miroir", "Lac du Sorcier"]), (["reverse", "Lac"], []),
    (["reverse", "P"], ["P1", "P2", "P3", "P4", "P5"]),
    (["split", "P1", "--near", "'Lac M"], ["Lac Miroir"]),
    (["convert", "P1", "--to", "tr"], ["track"]), (["completions", ""], ["bash", "zsh", "fish"]),
    (["manual", "ma"], ["map"]), (["l"], ["list", "ls", "log"]), (["m"], ["map", "mv", "manual"]),
    (["undo", "--change", "5"], ["5"]), (["undo", "--change=4..5"], ["--change=4..5"]),
    (["undo", "--expect", "3"], ["3"]), (["diff", "1..5"], ["1..5"]),
    (["diff", "4.."], ["4..5", "4..4"]),
    (["schema", "group-c"], ["group-create"]), (["list", "--coordinates", "mg"], ["mgrs"]),
    (["rename", "\"Day 2"], ["Day 2: Refuge du Névé – 雪見小屋"]),
    (["points", "delete", "P1", "P"], ["P1", "P2", "P3", "P4", "P5"]),
    (["list", "pl"], ["places"]), (["--quiet", "und"], ["undo"]), (["ls", "gr"], ["groups"]),
  ])
  func `commands, options and values are completed`(words: [String], expected: [String]) throws {
    let program = try CLIProgram.withSampleTrip()
    #expect(try answer(program, words).values == expected, "\(words)")
  }

  @Test func `files and folders are left to the shell`() throws {
    let program = try CLIProgram()
    let importable = try answer(program, ["import", ""]).kind
    #expect(importable.hasPrefix("files ") && importable.contains(" gpx "))
    #expect(importable.hasSuffix(" gz bz2 xz zst z zip tar tgz gpz"))
    #expect(try answer(program, ["run", ""]).kind == "files")
    #expect(try answer(program, ["--store", ""]).kind == "files")
    #expect(try answer(program, ["elevation", "P1", "--tiles", ""]).kind == "folders")
    #expect(try answer(program, ["day1"]).kind == "files")
    #expect(try answer(program, ["list", ""]).kind == "values")
  }

  @Test func `completion uses the store on the command line, and creates no store`() throws {
    let program = try CLIProgram.withSampleTrip()
    let missing = program.folder.file("missing.store").path
    #expect(try answer(program, ["--store", missing, "show", "P"]).values.isEmpty)
    #expect(try answer(program, ["show", "--store=\(missing)", "P"]).values.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: missing))
    let environment = ["CARTOGRAPHER_STORE": missing]
    let named = try program.run(
      "complete", "--shell", "fish", "--", "--store", program.store.path, "show", "P1",
      environment: environment)
    #expect(named.output.contains("P1\tDay 1"))
  }

  @Test func `completion offers deleted items only to the trash commands`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("delete", "P1")
    #expect(try !answer(program, ["show", "P"]).values.contains("P1"))
    #expect(try answer(program, ["trash", "restore", "P"]).values == ["P1"])
  }

  @Test func `names with control characters are not offered, and no name is run by the shell`()
    throws
  {
    let program = try CLIProgram()
    let name = "$(touch hacked) `touch hacked` \"a' b"
    for name in ["\u{1B}[31mRed", name] {
      #expect(try program.run("add", "place", name, "46", "7").exitCode == 0)
    }
    #expect(try answer(program, ["show", "\u{1B}"]).values.isEmpty)
    let replies = try bash(program, ["cartographer show \\$", "cartographer show \"\\$("])
    #expect(
      replies == [
        #"\$\(touch\ hacked\)\ \`touch\ hacked\`\ \"a\'\ b"#,
        #"\$(touch hacked) \`touch hacked\` \"a' b"#,
      ])
    #expect(!FileManager.default.fileExists(atPath: program.folder.file("hacked").path))
  }

  // MARK: Shells

  /// Runs a shell with the program in its search path, in the test's folder.
  private func shell(_ program: CLIProgram, _ name: String, _ script: String) throws -> Subprocess {
    let link = program.folder.file("cartographer")
    if !FileManager.default.fileExists(atPath: link.path) {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program.executable)
    }
    var environment = program.environment
    environment["PATH"] = "\(program.folder.url.path):/usr/local/bin:/usr/bin:/bin"
    environment["LC_ALL"] = "C.UTF-8"
    let arguments = name == "bash" ? ["--norc", "-c", script] : ["-c", script]
    return try Subprocess.run(
      name, arguments, environment: environment, workingDirectory: program.folder.url)
  }

  /// Returns the completions that bash offers at the end of each line.
  private func bash(_ program: CLIProgram, _ lines: [String]) throws -> [String] {
    // readline passes the text after the last word break, which is a blank, a colon, an equals sign
    // or an open quotation mark.
    let script = """
      source <(cartographer completions bash)
      while IFS= read -r COMP_LINE; do
        IFS= read -r word
        COMP_POINT=${#COMP_LINE} COMP_WORDS=(cartographer)
        _cartographer cartographer "$word" ''
        for reply in "${COMPREPLY[@]}"; do printf '%s\\n' "$reply"; done
      done <<'LINES'
      \(lines.map { "\($0)\n\(Self.fragment($0))" }.joined(separator: "\n"))
      LINES
      """
    let result = try shell(program, "bash", script)
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  private static func fragment(_ line: String) -> String {
    if let quote = line.firstIndex(of: "\"") { return String(line[quote...].dropFirst()) }
    var start = line.startIndex
    for index in line.indices where " :=".contains(line[index]) {
      let isEscaped = index > line.startIndex && line[line.index(before: index)] == "\\"
      if !isEscaped { start = line.index(after: index) }
    }
    return String(line[start...])
  }

  @Test func `bash completes commands, options, names in quotes and names with colons`() throws {
    let program = try CLIProgram.withSampleTrip()
    let replies = try bash(
      program,
      [
        "cartographer ren", "TZ=UTC cartographer export --strip-e", "cartographer show Lac\\ M",
        "cartographer show \"Lac M", "cartographer show Day\\ 1:\\ S",
        "cartographer export --group=T",
        "cartographer diff 5", "cartographer rename \"Day 2", "cartographer rename Day\\ 2",
        "cartographer rename P1 \"Day 2",
      ])
    #expect(
      replies == [
        "rename", "--strip-extensions", "Lac\\ Miroir", "Lac Miroir",
        "\\ Saint-Évrard\\ –\\ Refuge\\ du\\ Névé", "Trip", "5",
        "Day 2: Refuge du Névé – 雪見小屋", "Day\\ 2:\\ Refuge\\ du\\ Névé\\ –\\ 雪見小屋",
        "Day 2: Refuge du Névé – 雪見小屋",
      ])
  }

  @Test func `bash completes files with the right extensions, and folders`() throws {
    let program = try CLIProgram()
    for name in ["a.gpx", "b.txt"] { try Data().write(to: program.folder.file(name)) }
    try FileManager.default.createDirectory(
      at: program.folder.file("tiles"), withIntermediateDirectories: false)
    #expect(Set(try bash(program, ["cartographer import "])) == ["a.gpx", "tiles"])
    #expect(Set(try bash(program, ["cartographer elevation P1 --tiles "])) == ["tiles"])
  }

  private static func has(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
  }

  @Test(.enabled(if: has("fish"), "fish is not installed"))
  func `fish completes commands, options and names`() throws {
    let program = try CLIProgram.withSampleTrip()
    let lines = [
      "ren", "export --strip-e", "show Lac\\ M", "export --group=T", "help it", "import SampleD",
      "rename \"Day 2",
    ]
    try FileManager.default.createDirectory(
      at: program.folder.file("SampleData"), withIntermediateDirectories: false)
    let result = try shell(
      program, "fish",
      "cartographer completions fish | source\n"
        + lines.map { "complete -C 'cartographer \($0)'" }.joined(separator: "\n"))
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    let words = result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(
      words == [
        "rename", "--strip-extensions", "Lac Miroir", "--group=Trip", "itinerary", "SampleData/",
        "Day 2: Refuge du Névé – 雪見小屋",
      ])
  }

  @Test(.enabled(if: has("zsh"), "zsh is not installed"))
  func `zsh completes commands, options and names`() throws {
    let program = try CLIProgram.withSampleTrip()
    // The functions of zsh's completion system print their arguments here. The system itself
    // removes an opening quotation mark from PREFIX.
    let extensions = try answer(program, ["import", ""]).kind.dropFirst("files ".count)
      .replacing(" ", with: "|")
    let result = try shell(
      program, "zsh",
      #"""
      compdef() { :; }
      compadd() { print -rl -- "${(@)values}"; }
      _files() { print -r -- "files $*"; }
      eval "$(cartographer completions zsh)"
      complete_line() { words=(cartographer "$@"); CURRENT=$#words; PREFIX=${words[-1]}; _cartographer; }
      complete_line ren
      complete_line export --strip-e
      complete_line show 'Lac\ M'
      complete_line export --group=T
      complete_line rename 'Day 2'
      complete_line import ''
      complete_line elevation --tiles ''
      """#)
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      result.output.split(separator: "\n").map(String.init) == [
        "rename", "--strip-extensions", "Lac Miroir", "--group=Trip",
        "Day 2: Refuge du Névé – 雪見小屋",
        "files -g *.(\(extensions))(-.)", "files -/",
      ])
  }
}
