import Foundation
import TestSupport
import Testing

/// Tests of repeated imports, invalid inputs and incomplete exports.
@Suite struct CLIImportTests {
  private static let home = "<wpt lat=\"46\" lon=\"7\"><name>Home</name></wpt>"

  /// Returns a program whose store contains the items, and the imported file.
  private func program(_ items: String) throws -> (CLIProgram, file: String) {
    let program = try CLIProgram()
    let file = program.folder.file("a.gpx")
    try Data(GPXText.file(items).utf8).write(to: file)
    #expect(try program.run("import", file.path).exitCode == 0)
    return (program, file.path)
  }

  @Test func `a strict import refuses an already imported file with faults`() throws {
    let (program, file) = try program(Self.home + "<wpt lat=\"91\" lon=\"7\"/>")
    #expect(try program.run("import", file).output.contains("unchanged"))
    let strict = try program.run("import", "--strict", file)
    #expect(strict.exitCode == 65)
    #expect(strict.errors.contains("latitude 91"))
    #expect(try program.run("import", "--strict", "--dry-run", file).exitCode == 65)
    let (validProgram, other) = try self.program(Self.home)
    let again = try validProgram.run("import", "--strict", other)
    #expect(again.exitCode == 0 && again.output.contains("unchanged"))
  }

  @Test func `an unreadable file named like the store does not stop the import of the others`()
    throws
  {
    let (program, _) = try program(Self.home)
    let broken = URL(fileURLWithPath: program.store.path + ".gpx")
    // Reading this file begins with an input/output error.
    try FileManager.default.createSymbolicLink(
      atPath: broken.path, withDestinationPath: "/proc/self/mem")
    let file = program.folder.file("b.gpx")
    try Data(GPXText.file("<wpt lat=\"1\" lon=\"2\"><name>Hut</name></wpt>").utf8).write(to: file)
    let result = try program.run("import", broken.path, file.path)
    #expect(result.exitCode == 74 && !result.errors.contains("not tried"), "\(result.errors)")
    #expect(try program.run("list", "Hut").output.contains("Hut"))
  }

  @Test func `the advice to swap coordinates is listed first if there are many findings`() throws {
    let program = try CLIProgram()
    let file = program.folder.file("swapped.gpx")
    let points = (0..<20).map { "<trkpt lat=\"12\($0 % 10)\" lon=\"30\"/>" }.joined()
    try Data(GPXText.file("<trk><trkseg>\(points)</trkseg></trk>").utf8).write(to: file)
    let result = try program.run("import", file.path)
    #expect(result.exitCode == 65)
    #expect(result.errors.contains("\nImport the file with `--swap`."), "\(result.errors)")
    #expect(!result.errors.contains("To see the formats"))
    let findings = result.errors.split(separator: "\n").filter { $0.hasPrefix("\(file.path): ") }
    #expect(findings.first?.contains("import the file with `--swap`") == true, "\(findings)")
    #expect(findings.last?.contains("… and 1 more finding;") == true, "\(findings)")
    #expect(try program.run("import", "--swap", file.path).output.contains("20 points"))
  }

  @Test func `the text states the true number of left out points and of findings`() throws {
    let program = try CLIProgram()
    let file = program.folder.file("many.gpx")
    let points = (0..<2500).map { "<trkpt lat=\"91\" lon=\"\($0 % 90)\"/>" }.joined()
    let items =
      "\(Self.home)<wpt lat=\"95\" lon=\"200\"/><trk><trkseg>\(points)<trkpt lat=\"46\" lon=\"7\"/></trkseg></trk>"
    try Data(GPXText.file(items).utf8).write(to: file)
    let dry = try program.run("import", "--dry-run", file.path)
    #expect(dry.output.contains("1 point; left out 1 place, 2 500 points"), "\(dry.output)")
    let result = try program.run("import", file.path)
    #expect(result.output.contains("1 point (I1); left out 1 place, 2 500 points"))
    #expect(result.errors.contains("… and 2 481 more findings; `--json` lists 1 000 of all 2 501"))
  }

  @Test func `an elevation that cannot be read is not called repaired`() throws {
    let program = try CLIProgram()
    let file = program.folder.file("a.gpx")
    try Data(GPXText.file("<wpt lat=\"46\" lon=\"7\"><ele>1e999</ele></wpt>").utf8).write(to: file)
    let result = try program.run("import", file.path)
    #expect(result.errors.contains("value left out: line 1: "), "\(result.errors)")
  }

  @Test func `undoing an import keeps the items edited since and reports them`() throws {
    let (program, _) = try program(Self.home)
    _ = try program.run("edit", "L1", "--comment", "mine")
    let result = try program.run("undo", "--import", "I1")
    #expect(result.exitCode == 0)
    #expect((result.output + result.errors).contains("kept L1 because of later edits"))
    let json = try program.json("undo", "--import", "I1")
    #expect(json["kept"] as? [String] == ["L1"] && json["deleted"] as? [String] == [])
    #expect(try program.run("list", "places").output.contains("Home"))
  }

  @Test func `an import with --json prints one document, even after a failure`() throws {
    let (program, file) = try program(Self.home)
    let result = try program.run("import", "--json", "nowhere.gpx", file)
    #expect(result.exitCode == 66)
    let problem = try JSONSerialization.jsonObject(with: result.standardError)
    let error = (problem as? [String: Any])?["error"] as? [String: Any]
    #expect(error?["code"] as? String == "notFound")
    let document = try JSONSerialization.jsonObject(with: result.standardOutput)
    let files = (document as? [String: Any])?["files"] as? [[String: Any]]
    #expect(files?.map { $0["status"] as? String } == ["refused", "unchanged"])
  }

  @Test func `the radius of a privacy zone may have a unit`() throws {
    let (program, _) = try program(
      Self.home + "<wpt lat=\"46.05\" lon=\"7\"><name>Near</name></wpt>"
        + "<wpt lat=\"46.2\" lon=\"7\"><name>Far</name></wpt>")
    let result = try program.run("export", "--privacy-zone", "Home:10km")
    #expect(result.output.contains("Far") && !result.output.contains("Near"))
  }

  @Test func `an omission in many points is reported once, with its count and first point`() throws
  {
    let (program, _) = try program(
      "<trk><name>Date line</name><trkseg><trkpt lat=\"1\" lon=\"179\"/>"
        + "<trkpt lat=\"2\" lon=\"180\"/><trkpt lat=\"3\" lon=\"180\"/></trkseg></trk>")
    let out = program.folder.file("out.gpx").path
    let result = try program.run("export", "--valid", "-o", out)
    #expect(result.errors.components(separatedBy: "the longitude 180").count == 2)
    #expect(result.errors.contains("(2 times, first in “Date line”, point 2)"))
  }

  @Test func `a dry run lists the groups of the imported items`() throws {
    let (program, _) = try program(Self.home)
    try program.run("group", "create", "Huts")
    let file = program.folder.file("b.gpx")
    let items = "<wpt lat=\"1\" lon=\"2\"/><wpt lat=\"3\" lon=\"4\"/>"
    try Data(GPXText.file(items).utf8).write(to: file)
    let words = ["import", file.path, "--group", "Alps", "--group", "Huts"]
    let dry = try program.run(words + ["--dry-run"])
    #expect(
      dry.output.contains("; would add 2 items to G1 (Huts), 2 to Alps (a new group)\n"))
    let json = try program.run(words + ["--dry-run", "--json"])
    func groups(_ data: Data) throws -> [[String: Any]]? {
      let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      return (document?["files"] as? [[String: Any]])?.first?["groups"] as? [[String: Any]]
    }
    let dryGroups = try #require(try groups(json.standardOutput))
    #expect(dryGroups.map { $0["name"] as? String } == ["Huts", "Alps"])
    #expect(dryGroups.map { $0["id"] as? String } == ["G1", nil])
    #expect(dryGroups.map { $0["items"] as? Int } == [2, 2])
    #expect(try program.json("list", "groups")["groups"] as? [[String: Any]] != nil)
    #expect(!(try program.run("list", "groups").output.contains("Alps")))
    let real = try program.run(words + ["--json"])
    #expect(try groups(real.standardOutput)?.map { $0["id"] as? String } == ["G1", "G2"])
    let again = try program.run("import", file.path, "--group", "Lakes", "--dry-run")
    #expect(again.output.contains("unchanged"))
    #expect(again.output.contains("would add 2 items to Lakes (a new group)"))
  }

  @Test func `an exported store is recognised, and its edited items are counted`() throws {
    let (program, _) = try program(Self.home + "<wpt lat=\"1\" lon=\"2\"><name>Far</name></wpt>")
    let file = program.folder.file("all.kml").path
    try program.run("export", "-o", file)
    let again = try program.run("import", file)
    #expect(again.output == "\(file): unchanged, exported from this store: 2 unchanged\n")
    try program.run("edit", "Far", "--details", "An island")
    let edited = try program.run("import", "--dry-run", file)
    #expect(
      edited.output
        == "\(file): unchanged, exported from this store: 1 edited and kept, 1 unchanged\n")
  }

  @Test func `a path that is truncated in the file is not called edited`() throws {
    let points = (0..<20).map { "<trkpt lat=\"46.0\($0 + 10)\" lon=\"7\"/>" }
    let start = "<trk><name>Ridge</name><trkseg>"
    let (program, file) = try program(start + points.joined() + "</trkseg></trk>")
    let cut = GPXText.file(start + points.prefix(15).joined())
    try Data(cut.replacing("</gpx>", with: "").utf8).write(to: URL(filePath: file))
    let result = try program.run("import", file)
    #expect(result.output.contains(": 1 truncated in the file and kept"), "\(result.output)")
    #expect(!result.output.contains("edited"))
  }

  @Test func `a dry run names the groups that the file describes, also empty ones`() throws {
    let (program, _) = try program(Self.home)
    let file = program.folder.file("trip.kml")
    let hut = "<Placemark><name>A</name><Point><coordinates>2,1</coordinates></Point></Placemark>"
    try Data(
      "<kml><Document id=\"cartographer\"><Folder><name>Huts</name>\(hut)</Folder><Folder><name>Plans</name></Folder></Document></kml>"
        .utf8
    ).write(to: file)
    let dry = try program.run("import", "--dry-run", file.path)
    #expect(
      dry.output.hasSuffix("; would add 1 item to Huts (a new group); would create Plans\n"))
  }

  @Test func `generated names are marked in the output`() throws {
    let (program, file) = try program(Self.home + "<wpt lat=\"1\" lon=\"2\"/>")
    let name = "Place 2 of \(file.split(separator: "/").last ?? "")"
    #expect(try program.run("list").output.contains("(\(name))"))
    #expect(try program.run("show", "L2").output.hasPrefix("L2  (\(name))\n"))
    let listed = try program.json("list", "places")["locations"] as? [[String: Any]]
    #expect(listed?.map { $0["nameIsMadeUp"] as? Bool } == [nil, true])
    #expect(listed?.map { $0["name"] as? String } == ["Home", name])
    func shown() throws -> [String: Any]? {
      (try program.json("show", name)["items"] as? [[String: Any]])?.first
    }
    #expect(try shown()?["nameIsMadeUp"] as? Bool == true)
    try program.run("delete", "L2")
    #expect(try program.run("trash", "list").output.contains("(\(name))"))
    try program.run("trash", "restore", name)
    try program.run("edit", "L2", "--name", "Spring")
    let spring = (try program.json("show", "L2")["items"] as? [[String: Any]])?.first
    #expect(spring?["name"] as? String == "Spring" && spring?["nameIsMadeUp"] == nil)
  }

  @Test(arguments: [
    ("nowhere.gpx", "Check the path"), ("*.nothing", "No file matches this pattern"),
  ])
  func `a missing file creates no store, and a pattern is named as such`(
    name: String, remedy: String
  ) throws {
    let program = try CLIProgram()
    let store = program.folder.file("new.store").path
    let path = program.folder.file(name).path
    let result = try program.run("import", path, "--store", store)
    #expect(result.exitCode == 66 && result.errors.contains(remedy), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test func `an import of rejected files creates no store, but an existing store stays`() throws {
    let program = try CLIProgram()
    let bad = "Tests/Fixtures/gpx/bad/html.gpx"
    #expect(try program.run("import", bad, bad).exitCode == 65)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path)
    #expect(!names.contains { $0.hasPrefix("t.store") }, "\(names)")
    #expect(try program.run("import", bad, "SampleData/plan.gpx").exitCode == 65)
    #expect(try program.run("undo").exitCode == 0)
    #expect(try program.run("import", bad).exitCode == 65)
    #expect(try program.run("log").output.contains("plan.gpx"))
  }
}
