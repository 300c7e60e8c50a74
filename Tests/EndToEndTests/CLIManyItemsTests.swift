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
    try Data(GPXText.file(waypoints.joined()).utf8).write(to: file)
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

  // MARK: Several paths

  private func pointCounts(_ program: CLIProgram) throws -> [Int] {
    let paths = try program.json("list", "paths")["paths"] as? [[String: Any]] ?? []
    return paths.compactMap { $0["points"] as? Int }
  }

  @Test(arguments: [
    (["P1", "P2", "--near", "L15:2km"], ""), (["-", "--near", "L15:2km"], "P1\nP2\n"),
    (["--near", "L15:2km", "--group", "Two"], ""), (["--near", "L15:2km", "P1", "-"], "P2\n"),
    (["P1", "P2", "P3", "--near", "L15:2km", "--group", "Two"], ""),
    (["P1", "P2", "--distance", "2km-"], ""), (["P1", "P2", "--distance", "-2km"], ""),
  ])
  func `points delete takes several paths as one change`(words: [String], input: String) throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("group", "create", "Two", "P1", "P2", "L1")
    let before = try pointCounts(program)
    let result = try program.run(["points", "delete"] + words, standardInput: input)
    #expect(result.exitCode == 0, "\(result.errors)")
    let after = try pointCounts(program)
    #expect(after[0] < before[0] && after[1] < before[1], "\(result.output)\(result.errors)")
    #expect(after[2...] == before[2...])
    try program.run("undo")
    #expect(try pointCounts(program) == before)
  }

  @Test func `numbers of points belong to one path`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("group", "create", "Two", "P1", "P2")
    try program.run("group", "create", "One", "P1")
    let second = try program.run("points", "delete", "P1", "P2", "12")
    #expect(second.exitCode == 64 && second.errors.contains("'P2' is a second path"))
    let several = try program.run("points", "delete", "P1", "P2", "12", "--distance", "2km-")
    #expect(several.exitCode == 64 && several.errors.contains("2 paths are specified"))
    #expect(try program.run("points", "delete", "--group", "Two", "12").exitCode == 64)
    #expect(try program.run("points", "delete", "P1", "none").errors.contains("range of points"))
    #expect(try program.run("points", "delete", "12").exitCode != 0)
    #expect(try program.run("points", "delete").exitCode == 64)
    let before = try pointCounts(program)
    #expect(try program.run("points", "delete", "--group", "One", "12", "14-").exitCode == 0)
    let after = try pointCounts(program)
    #expect(after[0] == 12 && after[1...] == before[1...])
  }

  @Test func `rename takes several items before the name`() throws {
    let program = try CLIProgram.withSampleTrip()
    func names() throws -> [String] {
      let paths = try program.json("list", "paths")["paths"] as? [[String: Any]] ?? []
      return paths.prefix(3).compactMap { $0["name"] as? String }
    }
    try program.run("group", "create", "Two", "P1", "P2")
    #expect(try program.run("rename", "P1", "P2", "P3", "Day {n}").exitCode == 0)
    #expect(try names() == ["Day 1", "Day 2", "Day 3"])
    #expect(try program.run("mv", "-", "P3", "Leg {n}", standardInput: "P1\nP2\n").exitCode == 0)
    #expect(try names() == ["Leg 1", "Leg 2", "Leg 3"])
    #expect(try program.run("rename", "--group", "Two", "Walk {n}").exitCode == 0)
    #expect(try names() == ["Walk 1", "Walk 2", "Leg 3"])
    let filtered = try program.run("rename", "P2", "P3", "P9", "--group", "Two")
    #expect(filtered.exitCode == 0 && filtered.errors.contains("P3"))
    #expect(try names() == ["Walk 1", "P9", "Leg 3"])
    #expect(try program.run("rename", "P1").exitCode == 64)
    #expect(try program.run("rename", "--group", "Two").exitCode == 64)
  }

  @Test func `rename accepts hundreds of IDs, and a name that looks like an ID`() throws {
    let program = try program(places: 100)
    let ids = (1...100).map { "L\($0)" }
    #expect(try program.run(["rename"] + ids + ["P7"]).exitCode == 0)
    #expect(try program.run("show", "L100").output.hasPrefix("L100  P7\n"))
  }

  // MARK: Groups

  @Test func `every command that takes several items has the option --group`() throws {
    let program = try CLIProgram()
    let dump = try program.run("--experimental-dump-help")
    let root = try #require(
      JSONSerialization.jsonObject(with: dump.standardOutput) as? [String: Any])
    var checked: [String] = []
    func check(_ command: [String: Any], _ prefix: [String]) {
      let words = prefix + [command["commandName"] as? String ?? ""]
      let arguments = command["arguments"] as? [[String: Any]] ?? []
      let takesItems = arguments.contains {
        ($0["valueName"] as? String)?.hasPrefix("item") == true
          && $0["isRepeating"] as? Bool == true
      }
      let hasGroup = arguments.contains {
        ($0["names"] as? [[String: Any]] ?? []).contains { $0["name"] as? String == "group" }
      }
      let name = words.dropFirst().joined(separator: " ")
      // `distance` measures between exactly two positions.
      if takesItems, name != "distance" {
        checked.append(name)
        #expect(hasGroup, "\(name)")
      }
      for inner in command["subcommands"] as? [[String: Any]] ?? [] { check(inner, words) }
    }
    check(try #require(root["command"] as? [String: Any]), [])
    #expect(checked.count > 25 && Set(["rename", "log", "points delete"]).isSubset(of: checked))
  }

  @Test func `log and group create take the members of a group`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("group", "create", "Two", "P1", "P2")
    try program.run("edit", "P1", "--notes", "x")
    try program.run("edit", "P3", "--notes", "x")
    let ofGroup = try program.json("log", "--group", "Two")["entries"] as? [[String: Any]] ?? []
    let ids = ofGroup.compactMap { $0["ids"] as? [String] }
    #expect(ids.first == ["P1"] && !ids.contains(["P3"]))
    let ofItems = try program.run("log", "P1", "P3", "--group", "Two")
    #expect(ofItems.errors.contains("Left out") && ofItems.errors.contains("P3"))
    #expect(try program.run("group", "create", "Copy", "--group", "Two").exitCode == 0)
    #expect(try program.run("group", "create", "Part", "P1", "P3", "--group", "Two").exitCode == 0)
    let groups = try program.json("list", "groups")["groups"] as? [[String: Any]] ?? []
    #expect(groups.suffix(2).compactMap { $0["paths"] as? Int } == [2, 1])
  }
}
