import Foundation
import TestSupport
import Testing

@Suite struct CLIEditTests {
  @Test func `a change of an item in the trash is noted`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("delete", "P1")
    for words in [
      ["edit", "P1", "--name", "Gone"], ["edit", "P1", "--name", "Far", "--dry-run"],
      ["reverse", "P1"],
    ] {
      let result = try program.run(words)
      #expect(result.exitCode == 0 && result.errors.contains("In the trash: P1."), "\(words)")
    }
    let notes = try program.json("rename", "P1", "Again")["notes"] as? [String]
    #expect(notes?.first?.contains("cartographer trash restore") == true)
    #expect(try !program.run("rename", "P2", "Here").errors.contains("trash"))
    #expect(try !program.run("trash", "restore", "P1").errors.contains("In the trash"))
  }

  @Test func `a colour can be given by its name, and a generated name as lists print it`() throws {
    let program = try CLIProgram()
    let file = program.folder.file("walk.gpx")
    try """
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    <trkpt lat="46" lon="7"/><trkpt lat="46.01" lon="7"/></trkseg></trk></gpx>
    """.write(to: file, atomically: true, encoding: .utf8)
    try program.run("import", file.path)
    #expect(try program.run("list").output.contains("(Track 1 of walk.gpx)"))
    #expect(try program.run("edit", "(Track 1 of walk.gpx)", "--colour", "Red").exitCode == 0)
    #expect(try item(program, "P1")["colour"] as? String == "#D7263D")
    let failure = try program.failure("edit", "P1", "--colour", "reddish")
    #expect((failure.error["message"] as? String)?.contains("such as red") == true)
  }

  private func item(_ program: CLIProgram, _ id: String) throws -> [String: Any] {
    let items = try program.json("show", id, "--points")["items"] as? [[String: Any]]
    return try #require(items?.first)
  }

  @Test func `add place accepts each coordinate notation, an elevation and a group`() throws {
    let program = try CLIProgram()
    try program.run("group", "create", "Alps")
    let added = try program.json(
      "add", "place", "Hut", "45°30'0\"N", "6°15'0\"E", "--elevation", "-3", "--group", "Alps")
    #expect(added["created"] as? [String] == ["L1"])
    #expect(added["undo"] as? Int == 2)
    let hut = try item(program, "Hut")
    #expect(hut["latitude"] as? Double == 45.5)
    #expect(hut["longitude"] as? Double == 6.25)
    #expect(hut["elevation"] as? Double == -3)
    try program.run("add", "place", "South", "-33.9", "18.4")
    #expect(try item(program, "South")["latitude"] as? Double == -33.9)
    let groups = try program.json("list", "groups")["groups"] as? [[String: Any]]
    #expect(groups?.first?["locations"] as? Int == 1)
  }

  @Test func `commands print the positions that they parsed, in decimal degrees`() throws {
    let program = try CLIProgram()
    let hut = try program.run("add", "place", "Hut", "N45 59 12", "W6 53 31")
    #expect(hut.output == "Added place Hut (L1) at 45.98667°N 6.89194°W\n")
    let json = try program.json("add", "place", "Camp", "45°30'0\"N", "6°15'0\"E", "--dry-run")
    #expect(json["positions"] as? [[String: Double]] == [["latitude": 45.5, "longitude": 6.25]])
    let path = try program.run("add", "path", "Ridge", "45 6", "-46,5 / 7,25")
    #expect(
      path.output == "Added route Ridge (P1)\n  45.00000°N 6.00000°E\n  46.50000°S 7.25000°E\n")
    #expect(
      try program.run("edit", "Hut", "--move", "46 7").output.contains("46.00000°N 7.00000°E"))
    #expect(try program.run("points", "append", "P1", "47 8").output.contains("47.00000°N"))
    #expect(try program.run("--quiet", "add", "place", "Quiet", "1", "2").output.isEmpty)
    #expect(try program.json("edit", "Hut", "--notes", "x")["positions"] == nil)
  }

  @Test func `a text value may begin with a minus sign, and a number keeps its sign`() throws {
    let program = try CLIProgram()
    try program.run("add", "place", "South", "-33.9 18.4", "--elevation", "-3")
    for text in ["-5 Grad", "-5", "-1.5 m below", "-.5"] {
      #expect(try program.run("edit", "L1", "--name", text, "--notes", text).exitCode == 0)
      let place = try item(program, "L1")
      #expect(place["name"] as? String == text)
      #expect(place["notes"] as? String == text)
    }
    try program.run("edit", "L1", "--move", "-34.5 -18.25")
    let place = try item(program, "L1")
    #expect(place["latitude"] as? Double == -34.5)
    #expect(place["longitude"] as? Double == -18.25)
    #expect(place["elevation"] as? Double == -3)
    let missing = try program.run("import", "./-5.gpx")
    #expect(missing.errors.contains("/-5.gpx: "), "\(missing.errors)")
  }

  @Test func `merging without duplicates reports no change`() throws {
    let program = try CLIProgram()
    try program.run("add", "place", "A", "46", "8")
    try program.run("add", "place", "B", "47", "8")
    let merged = try program.json("dedupe", "--merge")
    #expect(merged["changed"] as? [String] == [])
    #expect(merged["clusters"] == nil && merged["dryRun"] == nil)
    #expect(try program.json("dedupe")["dryRun"] as? Bool == true)
    try program.run("add", "place", "A", "46", "8")
    try program.run("delete", "L1")
    for words in [
      ["dedupe", "L1", "L3", "--merge"], ["dedupe", "L1", "L3", "--merge", "--dry-run"],
    ] {
      let refused = try program.run(words)
      #expect(refused.exitCode == 64 && refused.errors.contains("is in the trash"), "\(words)")
    }
  }

  @Test func `an edit of several fields is one change in the history`() throws {
    let program = try CLIProgram.withSampleTrip()
    let before = try program.run("show", "P1", "--json").output
    let changed = try program.json(
      "edit", "P1", "--name", "First day", "--colour", "#C03030", "--notes", "two\nlines")
    #expect(changed["changed"] as? [String] == ["P1"])
    let path = try item(program, "First day")
    #expect(path["colour"] as? String == "#C03030")
    #expect(path["notes"] as? String == "two\nlines")
    let undone = try program.json("undo")
    #expect(undone["changed"] as? [String] == ["P1"])
    #expect(try program.run("show", "P1", "--json").output == before)
    try program.run("redo")
    #expect(try item(program, "P1")["name"] as? String == "First day")
  }

  @Test func `a path is split, reversed, joined and restored by undo`() throws {
    let program = try CLIProgram()
    try program.run("add", "path", "Ridge", "45 6", "45 6.1", "45 6.2", "45 6.3", "--kind", "track")
    let split = try program.json("split", "Ridge", "--at", "3")
    #expect(split["created"] as? [String] == ["P2"])
    func longitudes(_ id: String) throws -> [[Double]] {
      let segments = try item(program, id)["segments"] as? [[String: Any]] ?? []
      return segments.map { segment in
        (segment["waypoints"] as? [[String: Any]] ?? []).compactMap { $0["longitude"] as? Double }
      }
    }
    #expect(try longitudes("P1") == [[6, 6.1, 6.2]])
    #expect(try longitudes("P2") == [[6.2, 6.3]])
    try program.run("reverse", "P2")
    #expect(try longitudes("P2") == [[6.3, 6.2]])
    try program.run("join", "P1", "P2")
    #expect(try longitudes("P1") == [[6, 6.1, 6.2], [6.3, 6.2]])
    try program.run("undo", "3")
    #expect(try longitudes("P1") == [[6, 6.1, 6.2, 6.3]])
  }

  @Test func `points are moved, inserted, appended and deleted by their numbers`() throws {
    let program = try CLIProgram()
    try program.run("add", "path", "Ridge", "45 6", "45 6.1", "45 6.2")
    try program.run("points", "move", "P1", "2", "45.5 6.15")
    try program.run("points", "insert", "P1", "1", "44 5")
    try program.run("points", "append", "P1", "46", "7")
    try program.run("points", "delete", "P1", "2", "4")
    let segments = try item(program, "P1")["segments"] as? [[String: Any]]
    let points = segments?.first?["waypoints"] as? [[String: Any]] ?? []
    #expect(points.compactMap { $0["latitude"] as? Double } == [44, 45.5, 46])
    #expect(points.compactMap { $0["index"] as? Int } == [0, 1, 2])
    #expect(
      points.compactMap { $0["number"] as? Int } == [1, 2, 3],
      "the numbers that commands accept start at 1")
    let text = try program.run("show", "P1", "--points").output
    #expect(text.contains("       1  44.00000"))
  }

  @Test func `deleting a group keeps its members, and the trash restores the group`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("group", "delete", "Trip")
    let paths = try program.json("list", "paths")["paths"] as? [[String: Any]]
    #expect(paths?.count == 5)
    #expect((paths?.first?["groups"] as? [Any])?.isEmpty == true)
    try program.run("trash", "restore", "Trip")
    let groups = try program.json("list", "groups")["groups"] as? [[String: Any]]
    #expect(groups?.first?["paths"] as? Int == 5)
    let purged = try program.run("trash", "purge", "--all")
    #expect(purged.exitCode == 0)
  }

  @Test func `members are added to and removed from a group`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("group", "create", "Other", "P1", "Lac Miroir")
    try program.run("group", "remove", "Other", "P1")
    try program.run("group", "add", "Other", "P2", "P3")
    try program.run("group", "rename", "Other", "Günter")
    let groups = try program.json("list", "groups", "gunter")["groups"] as? [[String: Any]]
    #expect(groups?.count == 1)
    #expect(groups?.first?["locations"] as? Int == 1)
    #expect(groups?.first?["paths"] as? Int == 2)
    let total = try program.json("stats", "--group", "Günter")["paths"] as? [[String: Any]]
    #expect(total?.compactMap { $0["id"] as? String } == ["P2", "P3"])
  }

  @Test func `an import is undone as one change`() throws {
    let program = try CLIProgram()
    try program.run("import", "SampleData/plan.gpx")
    let undone = try program.json("undo")
    #expect((undone["deleted"] as? [String])?.contains("P1") == true)
    #expect((try program.json("list")["locations"] as? [Any])?.isEmpty == true)
    let nothing = try program.run("undo")
    #expect(nothing.exitCode == 0 && nothing.errors.contains("nothing to undo"))
    try program.run("redo")
    #expect((try program.json("list")["locations"] as? [Any])?.count == 19)
  }

  @Test func `exported paths have the same lengths after an import`() throws {
    let program = try CLIProgram.withSampleTrip()
    let file = program.folder.file("all.gpx").path
    #expect(try program.run("export", "-o", file).exitCode == 0)
    let other = program.folder.file("other.store").path
    try program.run("import", file, "--store", other)
    func lengths(_ store: String) throws -> [String: Double] {
      let paths = try program.json("list", "paths", "--store", store)["paths"] as? [[String: Any]]
      return Dictionary(
        (paths ?? []).map { ($0["name"] as? String ?? "", $0["lengthMetres"] as? Double ?? 0) },
        uniquingKeysWith: { $1 })
    }
    #expect(try lengths(other) == lengths(program.store.path))
  }

  @Test func `standard input is read as a GPX file and as a list of points`() throws {
    let program = try CLIProgram()
    let gpx = try String(
      contentsOf: PackageFiles.sample("huts-gpx10.gpx"), encoding: .utf8)
    #expect(try program.run("import", "-", standardInput: gpx).exitCode == 0)
    let added = try program.run(
      "add", "path", "Piped", "-", standardInput: "45 6\n\n45.1 6.1\n")
    #expect(added.exitCode == 0)
    #expect(
      (try item(program, "Piped")["segments"] as? [[String: Any]])?.first?["points"] as? Int == 2)
  }
}
