import Foundation
import TestSupport
import Testing

/// Tests of the documents and options that connect commands in scripts: lists of IDs, written
/// files, pieces of paths, ranges of changes, values of places and schemas.
@Suite struct CLIListingTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram.withSampleTrip() }

  @Test(arguments: [
    (["list", "paths", "-n", "2"], ["P1", "P2"]), (["group", "list"], ["G1"]),
    (["imports", "-n", "2"], ["I4", "I5"]), (["trash", "list"], ["L3"]),
    (["near", "P1", "-n", "1"], ["P5"]),
  ])
  func `--ids prints only the IDs, as text and as JSON`(words: [String], ids: [String]) throws {
    try program.run("delete", "L3")
    let lines = try program.run(words + ["--ids"])
    #expect(lines.output == ids.map { $0 + "\n" }.joined(), "\(lines.output)\(lines.errors)")
    let result = try program.run(words + ["--ids", "--json"])
    let value = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
    #expect(value?["ids"] as? [String] == ids)
    let ended = try program.run(words + ["--ids", "--null"])
    #expect(ended.output == ids.map { $0 + "\0" }.joined())
    #expect(try program.run(words + ["--null"]).exitCode == 64)
  }

  @Test func `a query finds the items that contain each word, in any order`() throws {
    let one = try program.run("list", "paths", "neve", "--ids").output
    #expect(try program.run("list", "paths", "refuge", "neve", "day", "--ids").output == one)
    #expect(try program.run("list", "paths", "neve", "nowhere", "--ids").output.isEmpty)
  }

  /// Imports tracks of two years and a route without times.
  private static func programWithYears() throws -> CLIProgram {
    let program = try CLIProgram()
    let file = program.folder.file("years.gpx")
    let tracks = ["2019-12-31T10", "2019-03-01T10", "2020-07-01T10"].enumerated().map {
      index, hour in
      """
      <trk><name>T\(index)</name><trkseg><trkpt lat="46" lon="7"><ele>100</ele><time>\(hour):00:00Z</time></trkpt>
      <trkpt lat="46.01" lon="7"><ele>150</ele><time>\(hour):30:00Z</time></trkpt></trkseg></trk>
      """
    }
    try """
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="46" lon="7"><time>2019-05-01T00:00:00Z</time><name>W</name></wpt>
    <rte><name>R</name><rtept lat="46" lon="7"/><rtept lat="46.1" lon="7"/></rte>\(tracks.joined())</gpx>
    """.write(to: file, atomically: true, encoding: .utf8)
    try program.run("import", file.path)
    return program
  }

  @Test func `list and stats take a time span, also as years and months`() throws {
    let program = try Self.programWithYears()
    func count(_ from: String, _ to: String) throws -> Int? {
      (try program.json("stats", "--from", from, "--to", to)["paths"] as? [Any])?.count
    }
    #expect(try count("2019", "2019") == 2)
    #expect(try count("2019-12", "2020-06") == 1)
    #expect(try count("2020-07-01", "2020-07-01") == 1)
    let listed = try program.run("list", "--from", "2019", "--to", "2019")
    #expect(listed.output.contains("W") && !listed.output.contains("T2"))
    #expect(listed.errors.contains("Left out 1 item without a time."))
    #expect(try program.failure("stats", "--from", "2020", "--to", "2019").code == 64)
    #expect(try program.failure("list", "--from", "2020-13").code == 64)
  }

  @Test func `stats prints the totals of each year, and paths without times last`() throws {
    let program = try Self.programWithYears()
    let lines = try program.run("stats", "--by", "year").output.split(separator: "\n")
    #expect(
      lines.dropFirst().map { $0.prefix { $0 != " " } } == ["2019", "2020", "undated", "total"])
    let years = try program.json("stats", "--by", "year")["years"] as? [[String: Any]] ?? []
    #expect(years.map { $0["year"] as? Int } == [2019, 2020, nil])
    #expect(years.map { $0["paths"] as? Int } == [2, 1, 1])
    #expect(years.first?["ascentMetres"] as? Double == 100)
    #expect(years.first?["durationSeconds"] as? Double == 3_600)
  }

  @Test func `a script with --json can list IDs`() throws {
    let result = try program.run("run", "-", "--json", standardInput: "list paths --ids -n 1\n")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains(#""ids": ["P1"]"#), "\(result.output)")
  }

  @Test func `group list sorts by name`() throws {
    for name in ["Zoo", "Alps"] { try program.run("group", "create", name) }
    #expect(try program.run("group", "list", "--sort", "name", "--ids").output == "G3\nG1\nG2\n")
  }

  @Test func `map and profile report the written file as JSON`() throws {
    for command in ["map", "profile"] {
      let file = program.folder.file("\(command).svg").path
      let document = try program.json(command, "P1", "-o", file)
      #expect(document["file"] as? String == file && document["format"] as? String == "svg")
    }
    let profile = try program.json("profile", "P1")
    let rows = profile["profile"] as? [[String: Double]] ?? []
    #expect(profile["points"] as? Int == rows.count)
    #expect(rows.first?["distanceMetres"] == 0 && rows.first?["elevation"] != nil)
    #expect(try program.failure("profile", "P1", "--format", "svg").code == 64)
  }

  @Test func `export and split tell which item is where`() throws {
    let folder = program.folder.url.path
    let document = try program.json("export", "P1", "P4", "-o", "\(folder)/{id}.gpx")
    let contents = document["contents"] as? [[String: Any]] ?? []
    #expect(contents.map { $0["file"] as? String } == ["\(folder)/P1.gpx", "\(folder)/P4.gpx"])
    #expect(contents.map { $0["ids"] as? [String] } == [["P1"], ["P4"]])
    let split = try program.json("split", "P1", "P2", "--every", "8km")
    let pieces = split["pieces"] as? [[String: Any]] ?? []
    #expect(pieces.map { $0["id"] as? String } == ["P1", "P2"])
    #expect(pieces.first?["pieces"] as? [String] == ["P1", "P6"])
    #expect((pieces.last?["pieces"] as? [String])?.prefix(2) == ["P2", "P7"])
  }

  @Test func `undo --change takes a range, and undoes it as one change`() throws {
    try program.run("edit", "P1", "--notes", "a")
    try program.run("edit", "P1", "--notes", "b")
    try program.run("edit", "P2", "--notes", "c")
    try program.run("edit", "P3", "--notes", "d")
    let document = try program.json("undo", "--change", "6..8")
    let changes = document["changes"] as? [[String: Any]] ?? []
    #expect(changes.compactMap { $0["id"] as? Int } == [8, 7, 6])
    #expect(Set(document["changed"] as? [String] ?? []) == ["P1", "P2"])
    let items = try program.json("show", "P1", "P2", "P3")["items"] as? [[String: Any]]
    #expect(items?.map { $0["notes"] as? String } == [nil, nil, "d"])
    try program.run("undo")
    let notes = try program.json("show", "P1")["items"] as? [[String: Any]]
    #expect(notes?.first?["notes"] as? String == "b")
    for (words, code) in [("8..6", 64), ("x", 64), ("6..99", 66)] {
      #expect(try program.run("undo", "--change", words).exitCode == Int32(code), "\(words)")
    }
  }

  @Test func `edit sets and removes the elevation and the time of places`() throws {
    let edited = try program.run(
      "edit", "L1", "L2", "--elevation", "1234.5m", "--time", "2026-07-11T06:02Z")
    #expect(edited.exitCode == 0, "\(edited.errors)")
    var items = try program.json("show", "L1", "L2")["items"] as? [[String: Any]]
    #expect(items?.map { $0["elevation"] as? Double } == [1234.5, 1234.5])
    #expect(items?.first?["time"] as? String == "2026-07-11T06:02:00Z")
    try program.run("edit", "L1", "--elevation", "", "--time", "")
    items = try program.json("show", "L1")["items"] as? [[String: Any]]
    #expect(items?.first?["elevation"] == nil && items?.first?["time"] == nil)
    let path = try program.run("edit", "P1", "--time", "2026-07-11")
    #expect(path.exitCode == 64 && path.errors.contains("P1 is not a place"))
    let dryRun = try program.run("edit", "L2", "--elevation", "2m", "--dry-run")
    #expect(dryRun.output.contains("elevation"), "\(dryRun.output)")
  }

  @Test func `schema prints the schema of each command`() throws {
    let names = try program.run("schema").output.split(separator: "\n").map(String.init)
    #expect(Set(names.map { "\($0).json" }) == Set(CommandSchemas.all.map(\.fileName)))
    let text = try String(
      contentsOf: PackageFiles.root.appending(path: "docs/manual/schemas/group-list.json"),
      encoding: .utf8)
    #expect(try program.run("schema", "group", "list").output == text)
    #expect(try program.run("schema", "group-list").output == text)
    let (code, error) = try program.failure("schema", "nothing")
    #expect(code == 66)
    #expect(error["remedy"] as? String == "To list the schemas: cartographer schema")
  }

  @Test func `make install installs the schemas`() throws {
    let makefile = PackageFiles.root.appending(path: "Makefile")
    let text = try String(contentsOf: makefile, encoding: .utf8)
    #expect(text.contains("install -m 644 docs/manual/schemas/*.json"))
  }

  @Test func `a query with a date finds the items that were recorded then`() throws {
    let program = try CLIProgram.withSampleTrip()
    let all = try program.run("list", "paths", "--ids").output
    #expect(try program.run("list", "paths", "2026-07-1", "--ids").output.contains("P1\n"))
    #expect(try program.run("list", "paths", "1999", "--ids").output.isEmpty)
    #expect(!all.isEmpty)
  }
}
