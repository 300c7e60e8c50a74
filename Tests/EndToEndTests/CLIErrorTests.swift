import Foundation
import TestSupport
import Testing

/// Tests of the errors that scripts rely on: their codes, advice and members.
@Suite struct CLIErrorTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram.withSampleTrip() }

  @Test func `an edit that conflicts with a later change exits with 3`() throws {
    try program.run("edit", "P1", "--notes", "first")
    let log = try program.json("log", "-n", "1")["entries"] as? [[String: Any]]
    let number = try #require(log?.first?["id"] as? Int)
    try program.run("edit", "P1", "--notes", "second")
    for words in [["undo", "--change", "\(number)"], ["undo", "--expect", "\(number)"]] {
      let (code, error) = try program.failure(words)
      #expect(code == 3, "\(words)")
      #expect(error["code"] as? String == "changedMeanwhile")
    }
  }

  @Test(arguments: [
    ["list", "--bogus"], ["show", "P999"], ["import", "nowhere.gpx"],
    ["import", "Tests/Fixtures/gpx/bad/html.gpx"], ["points", "delete", "P1", "99999"],
    ["map", "P1", "--json"], ["undo", "--change", "99"], ["export"], ["edit", "P1", "--name", ""],
    ["itinerary", "move", "Trip", "9", "--day", "2"], ["trash", "restore", "P99"], ["near", "-"],
  ])
  func `every error in JSON has a remedy`(words: [String]) throws {
    let (code, error) = try program.failure(words)
    #expect(code != 0)
    #expect((error["remedy"] as? String)?.isEmpty == false, "\(error)")
  }

  @Test func `the error of a refused file names the file and the reason`() throws {
    let html = "Tests/Fixtures/gpx/bad/html.gpx"
    let (code, error) = try program.failure("import", html)
    #expect(code == 65)
    #expect(error["file"] as? String == html)
    #expect(error["diagnostic"] as? String == "root.unexpected", "\(error)")
    #expect((error["remedy"] as? String)?.contains("cartographer formats") == true)
    let missing = try program.failure("import", "nowhere.gpx").error
    #expect(missing["file"] as? String == "nowhere.gpx")
    #expect(missing["remedy"] as? String == "Check the path of the file.")
  }

  @Test func `an error about missing items lists their IDs`() throws {
    for (words, ids) in [
      (["show", "P999"], ["P999"]), (["delete", "P998", "P1", "L999"], ["P998", "L999"]),
      (["group", "add", "G9", "P1"], ["G9"]), (["trash", "restore", "P99"], ["P99"]),
    ] {
      #expect(try program.failure(words).error["ids"] as? [String] == ids, "\(words)")
    }
    #expect(try program.failure("show", "Nowhere").error["ids"] == nil)
  }

  @Test(arguments: [
    (["show", "Nowhere"], "cartographer list"),
    (["export", "--import", "I99", "-o", "x.gpx"], "cartographer imports"),
    (["undo", "--change", "99"], "cartographer log"),
  ])
  func `the remedy for a missing item names the command that lists such items`(
    words: [String], command: String
  ) throws {
    let remedy = try #require(try program.failure(words).error["remedy"] as? String)
    #expect(remedy.contains(command), "\(remedy)")
    #expect(
      try program.run(command.split(separator: " ").dropFirst().map(String.init)).exitCode == 0)
  }

  @Test func `undo of one change lists the change`() throws {
    try program.run("edit", "P1", "--notes", "a")
    try program.run("edit", "P2", "--notes", "b")
    let log = try program.json("log", "-n", "2")["entries"] as? [[String: Any]] ?? []
    let number = try #require(log.last?["id"] as? Int)
    for options in [["--dry-run"], []] {
      let result = try program.run(["undo", "--change", "\(number)", "--json"] + options)
      let value = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
      let changes = value?["changes"] as? [[String: Any]]
      #expect(changes?.compactMap { $0["id"] as? Int } == [number], "\(result.output)")
    }
  }

  @Test func `numbers in JSON have at most 4 decimals, and coordinates at most 9`() throws {
    try program.run("add", "place", "Edge", "47.249999999999996", "6.1")
    for words in [
      ["map", "--describe"], ["near", "P1"], ["distance", "L15", "L20"], ["stats"], ["list"],
    ] {
      let text = try program.run(words + ["--json"]).output
      for line in text.split(separator: "\n") {
        guard let number = line.firstMatch(of: /"([A-Za-z]+)": -?[0-9]+\.([0-9]+)/) else {
          continue
        }
        let isCoordinate = ["latitude", "longitude", "south", "west", "north", "east"]
          .contains(String(number.1))
        #expect(number.2.count <= (isCoordinate ? 9 : 4), "\(words): \(line)")
      }
    }
    let items = try program.json("show", "Edge")["items"] as? [[String: Any]]
    #expect(items?.first?["latitude"] as? Double == 47.25)
  }
}
