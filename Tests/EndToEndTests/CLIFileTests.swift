import Foundation
import TestSupport
import Testing

/// Tests of the import and export of GPX files on the command line.
@Suite struct CLIFileTests {
  private static let watch = """
    <gpx version="1.1" creator="Watch &lt;9&gt;" xmlns="http://www.topografix.com/GPX/1/1"
     xmlns:t="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" xmlns:x="urn:example">
    <!-- by hand -->
    <wpt lat="46.50" lon="7.1"><name>Home</name><link href="https://example.org/h"/><sat>7</sat></wpt>
    <trk><name>Run/../1</name><trkseg>
    <trkpt lat="46.500" lon="7.100"><time>2026-07-11T06:00:00.250Z</time><extensions>
    <t:TrackPointExtension><t:hr>140</t:hr></t:TrackPointExtension></extensions></trkpt>
    <trkpt lat="46.6" lon="7.1"><time>2026-07-11T07:00:00Z</time><extensions>
    <t:TrackPointExtension><t:hr>150</t:hr><t:cad>80</t:cad></t:TrackPointExtension>
    <x:mood>good</x:mood></extensions></trkpt>
    <trkpt lat="46.7" lon="7.1001"><time>2026-07-12T07:00:00Z</time></trkpt>
    <trkpt lat="46.8" lon="7.1"><time>2026-07-12T08:00:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  private func program() throws -> (CLIProgram, file: URL) {
    let program = try CLIProgram()
    let file = program.folder.file("watch.gpx")
    try Data(Self.watch.utf8).write(to: file)
    #expect(try program.run("import", file.path).exitCode == 0)
    return (program, file)
  }

  @Test func `the editor opens neither a database nor a pipe as a file to import`() throws {
    let (program, _) = try program()
    let database = try program.run("open", program.store.path)
    #expect(database.exitCode == 64)
    #expect(database.errors.contains("is a database, not a file to import"))
    let pipe = program.folder.file("pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let result = try Subprocess.run(
      "timeout", ["60", program.executable.path, "open", pipe], environment: program.environment)
    #expect(result.exitCode == 64 && result.errors.contains("needs a terminal"))
  }

  @Test func `an exported import keeps the original form of its file`() throws {
    let (program, _) = try program()
    let written = try program.run("export", "--import", "I1").output
    for piece in [
      "Watch &lt;9&gt;", "<!-- by hand -->", "lat=\"46.50\"", "06:00:00.250Z",
      "<x:mood>good</x:mood>",
      "<sat>7</sat>",
    ] {
      #expect(written.contains(piece), "\(piece)")
    }
    #expect(try program.run("export", "--import", "I7").exitCode == 66)
    #expect(try program.run("export", "--import", "P1").exitCode == 64)
    #expect(try program.run("export", "--gpx-version", "source").exitCode == 64)
    let old = try program.run("export", "--import", "I1", "--gpx-version", "1.0")
    #expect(
      old.output.contains("version=\"1.0\"") && old.output.contains("<url>https://example.org/h"))
    #expect(old.exitCode == 0)
  }

  @Test func `private data is left out of an export`() throws {
    let (program, _) = try program()
    let shared = try program.run(
      "export", "--privacy-zone", "Home:500", "--strip-times", "--strip-extensions"
    ).output
    #expect(!shared.contains("46.5") && !shared.contains("Home") && !shared.contains("<time>"))
    #expect(!shared.contains("mood") && !shared.contains("extensions"))
    #expect(shared.contains("46.6") && shared.contains("46.8"))
  }

  @Test func `an export limits the number of points and the range of times`()
    throws
  {
    let (program, _) = try program()
    func points(_ arguments: String...) throws -> Int {
      try program.run(["export"] + arguments).output.matches(of: /<trkpt/).count
    }
    #expect(try points("P1") == 4)
    #expect(try points("P1", "--simplify", "3") == 3)
    #expect(try points("P1", "--from", "2026-07-12") == 2)
    #expect(try points("P1", "--to", "2026-07-11") == 2)
    #expect(try points("P1", "--from", "2026-07-11T06:30", "--to", "2026-07-12T07:30Z") == 2)
    #expect(try points("--query", "home") == 0)
    #expect(try program.run("export", "--query", "nowhere").exitCode == 66)
    #expect(try program.run("export", "--from", "July").exitCode == 64)
    #expect(try program.run("export", "--simplify", "1").exitCode == 64)
  }

  @Test func `each item is exported to a file with a safe name`() throws {
    let (program, _) = try program()
    let template = program.folder.url.path + "/out/{date}-{name}.gpx"
    let result = try program.json("export", "-o", template)
    let files = (result["files"] as? [String] ?? []).map { $0.split(separator: "/").last ?? "" }
    #expect(files == ["undated-Home.gpx", "2026-07-11-Run_.._1.gpx"])
    for file in files {
      let text = try String(contentsOf: program.folder.file("out/\(file)"), encoding: .utf8)
      #expect(text.contains("</gpx>"))
    }
    #expect(try program.run("export", "-o", template).exitCode == 73)
    #expect(try program.run("export", "-o", template, "--force").exitCode == 0)
    #expect(try program.run("export", "-o", "{name}{colour}.gpx").exitCode == 64)
  }

  @Test func `sensor values are shown and averaged`() throws {
    let (program, _) = try program()
    let points = try program.run("show", "P1", "--points").output
    #expect(points.contains("hr 140 bpm") && points.contains("cad 80 rpm"))
    let item = try #require(
      (try program.json("show", "P1", "--points")["items"] as? [[String: Any]])?.first)
    let segments = try #require(item["segments"] as? [[String: Any]])
    let first = try #require((segments.first?["waypoints"] as? [[String: Any]])?.first)
    #expect(first["heartRate"] as? Double == 140)
    #expect(first["cadence"] == nil)
    let place = try program.run("show", "Home").output
    #expect(place.contains("satellites") && place.contains("https://example.org/h"))
    let total = try #require((try program.json("stats")["paths"] as? [[String: Any]])?.first)
    #expect(total["heartRateMean"] as? Double == 145)
    #expect(total["heartRateMax"] as? Double == 150)
    #expect(try program.run("stats").output.contains("145 bpm"))
  }

  @Test func `a changed file updates its items, and an import can be undone later`() throws {
    let (program, file) = try program()
    try Data(Self.watch.replacing("<sat>7</sat>", with: "<sat>9</sat>").utf8).write(to: file)
    let again = try #require(
      (try program.json("import", file.path)["files"] as? [[String: Any]])?.first)
    #expect(again["status"] as? String == "updated")
    #expect(again["updated"] as? [String] == ["L1"])
    #expect(again["import"] as? String == "I2")
    // The second import only updated items, so undoing it by its ID is refused.
    #expect(try program.run("undo", "--import", "I2").exitCode == 64)
    #expect(try program.run("undo").exitCode == 0)
    let result = try program.json("undo", "--import", "I1")
    #expect(result["deleted"] as? [String] == ["L1", "P1"])
    #expect(try program.run("undo", "--import", "I1").exitCode == 66)
    #expect(try program.run("undo").exitCode == 0)
    #expect((try program.json("list")["paths"] as? [Any])?.count == 1)
  }

  @Test func `the dry run of a changed file reports the changes of the real run`() throws {
    let (program, file) = try program()
    try Data(Self.watch.replacing("<sat>7</sat>", with: "<sat>9</sat>").utf8).write(to: file)
    func report(_ result: [String: Any]) throws -> [String: Any] {
      try #require((result["files"] as? [[String: Any]])?.first)
    }
    let dry = try report(try program.json("import", "--dry-run", file.path))
    #expect(dry["status"] as? String == "checked" && dry["would"] as? String == "updated")
    #expect(dry["import"] == nil && dry["updated"] as? [String] == ["L1"])
    let text = try program.run("import", "--dry-run", file.path)
    #expect(text.output.contains("would update") && text.output.contains("1 changed, 1 unchanged"))
    let real = try report(try program.json("import", file.path))
    #expect(real["would"] == nil && real["status"] as? String == "updated")
    #expect(
      real["changes"] as? [String: Int] == dry["changes"] as? [String: Int]
        && real["changes"] as? [String: Int]
          == ["added": 0, "updated": 1, "kept": 0, "same": 1, "gone": 0]
    )
    #expect(
      try program.run("import", file.path).output.contains("unchanged, already imported (I2)"))
    let old = try program.run("export", "--import", "I1")
    #expect(old.exitCode == 66 && old.errors.contains("I2") && old.output.isEmpty)
  }

  @Test func `the option --update imports another file as a new version of an import`() throws {
    let (program, _) = try program()
    let file = program.folder.file("other.gpx")
    try Data(
      Self.watch.replacing("Home", with: "House").replacing("<sat>7</sat>", with: "").utf8
    ).write(to: file)
    #expect(try program.run("import", "--update", "I9", file.path).exitCode == 66)
    #expect(try program.run("import", "--update", "P1", file.path).exitCode == 64)
    #expect(try program.run("import", "--update", "I1", "--duplicate", file.path).exitCode == 64)
    #expect(try program.run("import", "--update", "I1", file.path, file.path).exitCode == 64)
    let result = try program.run("import", "--update", "I1", file.path)
    #expect(result.output.contains("updated") && result.exitCode == 0)
    #expect((try program.json("list")["locations"] as? [Any])?.count == 1)
  }

  @Test func `undoing more changes than available fails and undoes nothing`() throws {
    let (program, _) = try program()
    _ = try program.run("edit", "L1", "--notes", "a")
    let tooMany = try program.run("undo", "99")
    #expect(tooMany.exitCode == 64 && tooMany.errors.contains("2 changes to undo, not 99"))
    for words in [
      ["undo", "I1"], ["undo", "-1"], ["redo", "x"], ["undo", "1", "--import", "I1"],
    ] {
      #expect(try program.run(words).exitCode == 64, "\(words)")
    }
    #expect(try program.run("undo", "I1").errors.contains("undo --import I1"))
    #expect(try program.run("undo", "2").exitCode == 0)
    #expect(try program.run("redo", "3").exitCode == 64)
    #expect(try program.run("redo", "2").exitCode == 0)
    #expect(try program.run("undo", "--import", "I7").errors.contains("no import I7"))
  }

  @Test func `each import from a pipe reads its new contents`() throws {
    let program = try CLIProgram()
    for name in ["/dev/stdin", "/dev/stdin", "-"] {
      let day = Self.watch.replacing("2026-07", with: "20\(10 + name.count)-07")
      let first = try program.run("import", name, standardInput: day)
      #expect(first.exitCode == 0, "\(first.errors)")
      let other = day.replacing("lat=\"46", with: "lat=\"5").replacing("-07-1", with: "-08-1")
      let second = try program.run("import", name, standardInput: other)
      #expect(second.exitCode == 0, "\(second.errors)")
      let again = try program.run("import", name, standardInput: other)
      #expect(again.output.contains("unchanged"))
    }
  }
}
