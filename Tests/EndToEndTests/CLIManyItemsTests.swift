import Foundation
import TestSupport
import Testing

/// Tests of command lines with many IDs, and of names in large stores.
@Suite struct CLIManyItemsTests {
  /// Returns a program with many places, which a single import has created.
  private func program(places: Int) throws -> CLIProgram {
    let program = try CLIProgram()
    let waypoints = (1...places).map {
      "<wpt lat=\"46.\($0 + 1000)\" lon=\"7\"><name>Hut \($0)</name></wpt>"
    }
    let file = program.folder.file("huts.gpx")
    let gpx =
      "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
      + waypoints.joined() + "</gpx>"
    try Data(gpx.utf8).write(to: file)
    #expect(try program.run("import", file.path).exitCode == 0)
    return program
  }

  @Test func `commands accept hundreds of IDs`() throws {
    let program = try program(places: 300)
    let ids = (1...300).map { "L\($0)" }
    let shown = try program.run(["show"] + ids)
    #expect(shown.output.components(separatedBy: "kind ").count == 301)
    #expect(try program.run(["edit", "--notes", "x"] + ids).exitCode == 0)
    #expect(try program.run(["group", "create", "Alps"] + ids).exitCode == 0)
    let groups = try program.json("list", "groups")["groups"] as? [[String: Any]]
    #expect(groups?.first?["locations"] as? Int == 300)
    #expect(try program.run(["group", "remove", "G1"] + ids).exitCode == 0)
    let emptied = try program.json("list", "groups")["groups"] as? [[String: Any]]
    #expect(emptied?.first?["locations"] as? Int == 0)
    #expect(try program.run(["delete"] + ids).exitCode == 0)
    #expect(try program.run(["trash", "restore"] + ids).exitCode == 0)
    let listed = try program.json("list", "places")["locations"] as? [[String: Any]]
    #expect(listed?.count == 300)
    let missing = try program.run(["show"] + ids + ["L301"])
    #expect(missing.exitCode == 66)
    #expect(missing.errors.contains("'L301'"))
  }

  @Test func `a unique name among many items is found in any Unicode normalization form`() throws {
    let program = try program(places: 100)
    try program.run("edit", "L7", "--name", "Zürich")
    #expect(try program.run("show", "Zu\u{308}rich").output.hasPrefix("L7  Zürich\n"))
    #expect(try program.run("show", "Hut 8").output.hasPrefix("L8  Hut 8\n"))
  }
}
