import Foundation
import TestSupport
import Testing

/// Tests of the program in pipelines and scripts: filters, IDs on standard input, JSON and
/// messages.
@Suite struct CLIPipelineTests {
  private let program: CLIProgram

  init() throws {
    program = try CLIProgram.withSampleTrip()
    try program.run("group", "create", "Two", "P1", "L1")
  }

  @Test func `with items, --group leaves out the items that are not in the group`() throws {
    for words in [["delete"], ["trash", "restore"]] {
      let result = try program.run(words + ["P1", "P2", "L2", "--group", "Two", "--json"])
      let document = try JSONSerialization.jsonObject(with: result.standardOutput)
      let change = document as? [String: Any]
      let ids = ["deleted", "changed"].flatMap { change?[$0] as? [String] ?? [] }
      #expect(words[0] == "trash" || ids == ["P1"], "\(words): \(result.output)")
      if words[0] == "delete" { try program.run("delete", "P2", "L2") }
    }
    let left = try program.json("trash", "list")["items"] as? [[String: Any]] ?? []
    #expect(Set(left.compactMap { $0["id"] as? String }) == ["P2", "L2"])
    let none = try program.run("delete", "P3", "--group", "Two")
    #expect(none.exitCode == 0 && none.errors.contains("not in Two (G2): P3"), "\(none.errors)")
    let stats = try program.json("stats", "P1", "P3", "--group", "Two")["paths"] as? [[String: Any]]
    #expect(stats?.map { $0["id"] as? String } == ["P1"])
    let output = program.folder.file("o.gpx").path
    let export = try program.json("export", "P1", "L1", "P3", "--group", "Two", "-o", output)
    #expect(export["places"] as? Int == 1)
    #expect(try program.run("export", "P3", "--group", "Two").exitCode == 66)
    let edit = try program.run("edit", "P3", "--group", "Two")
    #expect(edit.errors.contains("--add-to"), "\(edit.errors)")
    let missing = try program.run("list", "--group", "nope")
    #expect(missing.exitCode == 66)
    #expect(missing.errors.contains("There is no group 'nope'.\nSee: cartographer group list"))
  }

  @Test(arguments: [
    ("edit - --notes x <&-", Int32(74)), ("run - </tmp", 74), ("add path New - <&-", 74),
    ("list >&-", 73), ("export P1 >&-", 73),
  ])
  func `a closed standard descriptor is an error and never one of the program's files`(
    words: String, code: Int32
  ) throws {
    for _ in 0..<5 {
      let result = try Subprocess.run(
        "/bin/sh", ["-c", "'\(program.executable.path)' \(words)"],
        environment: program.environment, workingDirectory: PackageFiles.root)
      #expect(result.exitCode == code, "\(result.errors)")
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: program.folder.url.path)
    for file in files where file.hasSuffix(".lock") {
      let lock = try String(contentsOf: program.folder.file(file), encoding: .utf8)
      #expect(!lock.contains("<gpx"))
    }
  }

  @Test func `IDs are piped from list to other commands, separated by line ends or NUL`() throws {
    let lines = try program.run("list", "--group", "Two", "--ids").output
    #expect(lines == "L1\nP1\n" || lines == "P1\nL1\n", "\(lines)")
    let ids = try program.run("list", "--group", "Two", "--ids", "-0").output
    #expect(ids == lines.replacing("\n", with: "\0"))
    for input in [lines, ids] {
      let result = try program.run("edit", "-", "--notes", "x", standardInput: input)
      #expect(result.exitCode == 0, "\(result.errors)")
      try program.run("undo")
    }
    #expect(try program.run("list", "-0").exitCode == 64)
    try program.run("add", "place", "Null", "-0", "10")
    #expect(try program.run("show", "Null").output.contains("10.0000"))
    let wrong = try program.run("delete", "-", standardInput: "P1\n\nnope\nP2\nL999\n")
    #expect(wrong.exitCode == 66)
    #expect(wrong.errors.contains("'nope' (line 3 of standard input), 'L999' (line 5"))
    #expect(try program.run("delete", "P1", "X", "Y").errors.contains("do not exist: 'X', 'Y'."))
  }

  @Test func `with --json, standard error is empty or JSON`() throws {
    for words in [
      ["list", "places", "nothing matches"], ["stats", "P1", "L1"], ["undo", "3", "--dry-run"],
      ["delete", "P3", "--group", "Two"], ["edit", "P3", "--group", "Two"],
    ] {
      let result = try program.run(words + ["--json"])
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
    }
    let notes = try program.json("stats", "P1", "L1")["notes"] as? [String]
    #expect(notes?.first?.hasPrefix("Only paths have statistics") == true)
    let failed = try program.run("import", "a.gpx", "SampleData/plan.gpx", "b.gpx", "--json")
    let document = try JSONSerialization.jsonObject(with: failed.standardError) as? [String: Any]
    #expect((document?["errors"] as? [[String: Any]])?.count == 2)
    #expect((document?["error"] as? [String: Any])?["message"] as? String != nil)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `if the output fails after a change, the message says that the change was made`() throws {
    for flags in ["", " --json"] {
      let result = try Subprocess.run(
        "bash",
        [
          "-c", "\"$0\" edit P1 --notes \"$1\"\(flags) > /dev/full", program.executable.path,
          "note\(flags)",
        ],
        environment: program.environment)
      #expect(result.exitCode == 73)
      #expect(result.errors.contains(" was saved."), "\(result.errors)")
    }
    #expect(try program.run("show", "P1").output.contains("note"))
  }

  @Test func `a failed script tells its line and the lines that were rolled back`() throws {
    let script = "edit P1 --name B\nedit P2 --name C\n\nedit P99 --name D\n"
    let failed = try program.run("run", "-", standardInput: script)
    #expect(failed.errors.contains("standard input:4: "), "\(failed.errors)")
    #expect(
      failed.errors.contains(
        "Nothing was changed: the changes made by lines 1–2 were rolled back."))
    let json = try program.run("run", "-", "--json", standardInput: script)
    let document = try JSONSerialization.jsonObject(with: json.standardError) as? [String: Any]
    #expect((document?["error"] as? [String: Any])?["line"] as? Int == 4)
    let rest = try program.run("run", "-", "--keep-going", standardInput: script)
    #expect(rest.errors.contains("2 of 3 lines succeeded."), "\(rest.errors)")
  }

  @Test func `group add and group create tell how many items were added`() throws {
    let added = try program.run("group", "add", "Two", "P1", "P2", "P3")
    #expect(added.output == "Added 2 paths to Two; 1 was already a member\n", "\(added.output)")
    let json = try program.json("group", "add", "Two", "P1", "P4")
    #expect(json["kept"] as? [String] == ["P1"])
    let created = try program.run("group", "create", "New", "P1", "P2")
    #expect(created.output.hasPrefix("Created group New with 2 paths"), "\(created.output)")
  }

  @Test func `an import of a folder tells about subfolders and unrecognised files`() throws {
    let folder = program.folder.file("mix")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "sub"), withIntermediateDirectories: true)
    try Data("x".utf8).write(to: folder.appending(path: "photo.jpg"))
    let plan = PackageFiles.root.appending(path: "SampleData/plan.gpx")
    let text = try String(contentsOf: plan, encoding: .utf8)
    try Data(text.replacing("Refuge", with: "Hut").utf8)
      .write(to: folder.appending(path: "a.gpx"))
    let result = try program.run("import", folder.path, "--dry-run")
    #expect(result.errors.contains("Skipped 1 subfolder; to import them, add --recursive"))
    #expect(result.errors.contains("1 file in an unknown format: "), "\(result.errors)")
    let json = try program.json("import", folder.path)
    #expect((json["unrecognised"] as? [String])?.count == 1)
    #expect((json["skippedFolders"] as? [String])?.count == 1)
    #expect((json["undoNumbers"] as? [Int])?.count == 1)
  }

  @Test func `a full disk in the middle of an import tells which files were imported`() throws {
    guard SmallDisk.canMount else { return }
    try SmallDisk.with(6_000_000) { folder in
      let store = folder.appending(path: "t.store")
      let filler = folder.appending(path: "filler")
      let words = ["import"] + CLIProgram.sampleFiles + ["--store", store.path, "--duplicate"]
      try program.run("import", CLIProgram.sampleFiles[4], "--store", store.path)
      // The space that an import needs is not known exactly, so the free space grows from too
      // little.
      for space in stride(from: 300_000, to: 3_000_000, by: 200_000) {
        try? FileManager.default.removeItem(at: filler)
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
        let free = (attributes[.systemFreeSize] as? NSNumber)?.intValue ?? 0
        try Data(count: max(free - space, 0)).write(to: filler)
        let result = try program.run(words)
        #expect(result.exitCode == 74, "\(result.errors)")
        guard result.errors.contains(".gpx was not imported: ") else { continue }
        #expect(!result.errors.contains("nothing was written"), "\(result.errors)")
        #expect(result.errors.contains(" not attempted."), "\(result.errors)")
        return
      }
      Issue.record("No import failed after it had begun.")
    }
  }

  @Test func `a path is split at pauses, and a path without pauses tells the longest`() throws {
    var points = ""
    for minute in 0..<60 {
      let step = minute < 20 ? minute : minute < 40 ? 20 : minute - 20
      points +=
        "<trkpt lat=\"46.\(1000 + step * 10)\" lon=\"7\"><time>2026-07-11T08:"
        + "\(minute < 10 ? "0" : "")\(minute):00Z</time></trkpt>"
    }
    let gpx = GPXText.file("<trk><name>Walk</name><trkseg>\(points)</trkseg></trk>")
    let file = try program.folder.write(gpx, to: "walk.gpx")
    try program.run("import", file.path)
    let none = try program.run("split", "Walk", "--pause", "30min")
    #expect(none.exitCode == 0)
    #expect(none.errors.contains("no pause of 30 min or longer between its ends; the longest is"))
    let gap = try program.run("split", "Walk", "--gap", "10min")
    #expect(gap.errors.contains("no gap over 10 min; the longest is 1 min"))
    let done = try program.run("split", "Walk", "--pause", "15min")
    #expect(done.exitCode == 0, "\(done.errors)")
    let paths = try program.json("list", "paths", "Walk")["paths"] as? [[String: Any]] ?? []
    #expect(paths.count == 2)
    #expect(paths.compactMap { $0["points"] as? Int }.reduce(0, +) == 61)
    let many = try program.run("split", "P1", "P2", "P3", "--gap", "100h")
    #expect(many.errors.contains("3 of 3 paths cannot be split."), "\(many.errors)")
    #expect(many.errors.split(separator: "\n").count { $0.contains("no gap over 100 h") } == 3)
    #expect(try program.run("split", "P1", "--days", "--radius", "5m").exitCode == 64)
  }

  @Test func `without items to show, commands name the given items and the group`() throws {
    let map = try program.run("map", "P3", "--group", "Two")
    #expect(
      map.errors == """
        Left out, because it is not in Two (G2): P3.
        There are no places and paths of G2 among the specified items.

        """)
    let stats = try program.run("stats", "P3", "P2", "--group", "Two")
    #expect(stats.errors.hasPrefix("Left out, because they are not in Two (G2): P3, P2.\n"))
    #expect(stats.errors.contains("There are no paths of G2 among the specified items."))
    try program.run("group", "create", "Empty")
    for words in [["map", "Empty"], ["stats", "Empty"]] {
      let result = try program.run(words)
      #expect(result.exitCode == 0 && result.errors.hasSuffix(" among the specified items.\n"))
    }
    let dedupe = try program.run("dedupe", "L1", "P1", "L2", "--group", "Two").errors
    #expect(dedupe.contains("Only places are compared; ignored: P1."), "\(dedupe)")
    #expect(dedupe.contains("There are no duplicates among 1 place."), "\(dedupe)")
  }

  @Test func `with --json, the notes of a failed command are in the document of the error`() throws
  {
    let result = try program.run("stats", "P3", "--group", "Two", "--points", "1..2", "--json")
    let document = try JSONSerialization.jsonObject(with: Data(result.errors.utf8))
    let members = try #require(document as? [String: Any], "\(result.errors)")
    #expect(members["error"] is [String: Any])
    #expect((members["notes"] as? [String])?.first?.hasPrefix("Left out, because it is") == true)
  }

  @Test func `colours mark IDs, differences and headings`() throws {
    let list = try program.run("list", "paths", "--color=always").output
    #expect(list.contains("\u{1B}[") && !list.hasPrefix("P1"))
    try program.run("edit", "P1", "--notes", "x")
    let diff = try program.run("diff", "--color=always").output
    #expect(diff.contains("m  + notes     x\u{1B}[0m"), "\(diff)")
    #expect(try program.run("list", "--help", "--color=always").output.contains("\u{1B}[0;1mUSAGE"))
    #expect(try !program.run("list", "paths").output.contains("\u{1B}"))
  }

  @Test func `messages name the cause and suggest only similar options`() throws {
    let option = try program.run("log", "--before", "1")
    #expect(option.exitCode == 64 && !option.errors.contains("--store'"), "\(option.errors)")
    #expect(try program.run("log", "--limt", "1").errors.contains("--limit"))
    let plain = try program.folder.write("x", to: "plain").path
    let export = try program.run("export", "P1", "-o", "\(plain)/{year}/x.gpx")
    #expect(export.exitCode == 73 && export.errors.contains("is not a folder"), "\(export.errors)")
    let output = program.folder.file("all.gpx").path
    let all = try program.run("export", "-o", output)
    let metadata = all.errors.split(separator: "\n").filter { $0.contains("metadata of") }
    #expect(
      metadata.count == 1
        && metadata[0].hasSuffix(
          "which are exported only if a single whole file is exported in its original format")
    )
  }
}
