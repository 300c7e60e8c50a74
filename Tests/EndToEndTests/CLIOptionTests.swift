import Foundation
import TestSupport
import Testing

/// Tests of the options that mean the same for every command.
@Suite struct CLIOptionTests {
  private let program: CLIProgram

  init() throws {
    program = try CLIProgram.withSampleTrip()
    try program.run("group", "create", "Two", "P1", "P2", "L1")
  }

  private func ids(_ words: String..., in key: String) throws -> [String] {
    let result = try program.run(words + ["--json"])
    #expect(result.exitCode == 0, "\(words): \(result.errors)")
    let document = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
    if let ids = document?[key] as? [String] { return ids }
    return (document?[key] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  // MARK: Groups

  @Test func `the option --group selects the members of a group`() throws {
    #expect(try ids("list", "--group", "Two", in: "paths") == ["P1", "P2"])
    #expect(try ids("list", "--group", "Two", in: "locations") == ["L1"])
    #expect(try ids("show", "--group", "Two", in: "items") == ["L1", "P1", "P2"])
    #expect(try ids("stats", "--group", "Two", in: "paths") == ["P1", "P2"])
    #expect(
      try ids("near", "45.7 6.8", "--group", "Two", in: "items").sorted() == ["L1", "P1", "P2"])
    #expect(try ids("reverse", "--group", "Two", "--dry-run", in: "changed") == ["P1", "P2"])
    #expect(
      try ids("simplify", "--group", "Two", "--tolerance", "5m", "--dry-run", in: "paths")
        == ["P1", "P2"])
    #expect(try ids("delete", "L2", "P1", "--group", "Two", "--dry-run", in: "deleted") == ["P1"])
    #expect(try ids("group", "add", "Trip", "--group", "Two", "--dry-run", in: "changed") == [])
    #expect(
      try ids("edit", "--group", "Two", "--colour", "#123456", in: "changed").sorted()
        == ["L1", "P1", "P2"])
  }

  @Test func `the option --group also selects stops and items in the trash`() throws {
    let added = try program.json("itinerary", "add", "Trip", "--group", "Two", "--title", "Rest")
    #expect((added["created"] as? [String])?.count == 4)
    try program.run("delete", "--group", "Two")
    #expect(try ids("trash", "list", in: "items").count == 3)
    let restored = try ids("trash", "restore", "--group", "Two", in: "created")
    #expect(try ids("trash", "list", in: "items") == [], "\(restored)")
    try program.run("delete", "P1", "P3")
    try program.run("trash", "purge", "--group", "Two")
    #expect(try ids("trash", "list", in: "items") == ["P3"])
  }

  @Test func `the option --add-to adds to a group, as does its earlier name --group`() throws {
    try program.run("edit", "P3", "--add-to", "Two")
    #expect(try ids("list", "--group", "Two", in: "paths") == ["P1", "P2", "P3"])
    try program.run("edit", "P4", "--group", "Two")
    #expect(try ids("list", "--group", "Two", in: "paths") == ["P1", "P2", "P3", "P4"])
    try program.run("add", "place", "Hut", "45", "6", "--add-to", "Two")
    try program.run("add", "place", "Cave", "45", "6", "--group", "Two")
    #expect(try ids("list", "--group", "Two", in: "locations").count == 3)
    try program.run("import", "SampleData/plan.gpx", "--duplicate", "--add-to", "Plans")
    #expect(try ids("list", "--group", "Plans", in: "paths").count == 1)
  }

  @Test func `a group without members is nothing to do, not an error`() throws {
    try program.run("group", "create", "Empty")
    for words in [
      ["delete"], ["duplicate"], ["show"], ["reverse"], ["simplify", "--tolerance", "5m"],
      ["edit", "--colour", "#123456"], ["convert", "--to", "route"], ["list"], ["stats"], ["map"],
    ] {
      let result = try program.run(words + ["--group", "Empty"])
      #expect(result.exitCode == 0 && result.output.isEmpty, "\(words): \(result.errors)")
      #expect(!result.errors.isEmpty, "\(words)")
    }
    #expect(try program.run("delete").exitCode == 64)
  }

  // MARK: Limits

  @Test func `the option --sort name counts numbers in names by their value`() throws {
    let program = try CLIProgram()
    for name in ["Day 10", "Élan", "day 2", "Ende"] {
      try program.run("add", "place", name, "46", "7")
    }
    func names(_ words: String...) throws -> [String] {
      let output = try program.run(["list", "places", "--json"] + words).standardOutput
      let list = try JSONSerialization.jsonObject(with: output) as? [String: Any]
      let places = list?["locations"] as? [[String: Any]]
      return try #require(places).compactMap { $0["name"] as? String }
    }
    #expect(try names("--sort", "name") == ["day 2", "Day 10", "Élan", "Ende"])
    #expect(try names("--sort", "name", "-n1") == ["day 2"])
    #expect(try names("--sort=added") == ["Day 10", "Élan", "day 2", "Ende"])
    #expect(try program.run("list", "--sort", "size").exitCode == 64)
  }

  @Test func `the option -n limits every list, and 0 means all`() throws {
    #expect(try ids("list", "paths", "-n2", in: "paths") == ["P1", "P2"])
    #expect(try ids("list", "paths", "-n", "0", in: "paths").count == 5)
    #expect(try ids("near", "45.7 6.8", "-n3", in: "items").count == 3)
    #expect(try ids("near", "45.7 6.8", "--limit", "0", in: "items").count == 31)
    #expect(try ids("imports", "-n1", in: "imports") == ["I5"])
    try program.run("delete", "L2")
    try program.run("delete", "L3")
    #expect(try ids("trash", "list", "-n1", in: "items") == ["L3"])
    #expect(try ids("group", "list", "-n1", in: "groups") == ["G1"])
    #expect(try program.run("log", "-n1").output.split(separator: "\n").count == 1)
    for words in [["list"], ["near", "L1"], ["imports"], ["log"], ["trash", "list"]] {
      #expect(try program.run(words + ["--limit=-1"]).exitCode == 64, "\(words)")
    }
  }

  // MARK: Parts of a path

  private func length(_ words: String...) throws -> Double {
    let result = try program.run(words + ["--dry-run", "--json"])
    let document = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
    let path = (document?["paths"] as? [[String: Any]])?.first?["after"] as? [String: Any]
    return try #require(path?["lengthMetres"] as? Double, "\(words): \(result.errors)")
  }

  @Test func `a range of distances or points may be open at one end`() throws {
    let whole = try length("crop", "P1", "--distance", "0-")
    #expect(abs(try length("crop", "P1", "--distance", "2km-") - (whole - 2_000)) < 5)
    #expect(abs(try length("crop", "P1", "--distance", "-2km") - 2_000) < 5)
    #expect(abs(try length("crop", "P1", "--distance", "..2km") - 2_000) < 5)
    #expect(
      try length("crop", "P1", "--points", "100-") + length("crop", "P1", "--points", "-100")
        - whole < 5)
    #expect(try ids("points", "delete", "P1", "100-", in: "changed") == ["P1"])
    let points = try program.json("stats", "P1")["total"] as? [String: Any]
    #expect(points?["points"] as? Int == 99)
    #expect(try program.run("stats", "P1", "--points", "90..").exitCode == 0)
    #expect(try program.run("stats", "P1", "--points", "100..").exitCode == 64)
    #expect(try program.run("crop", "P1", "--points", "-").exitCode == 64)
    #expect(try program.run("crop", "P1", "--distance", "-").exitCode == 64)
  }

  @Test func `the option --near selects the part of a path around a place or a position`() throws {
    let inside = try length("crop", "P1", "--near", "L1:500m")
    #expect(inside > 900 && inside < 1_500)
    let whole = try length("crop", "P1", "--distance", "0-")
    #expect(abs(try length("crop", "P1", "--near", "L1:500m", "--out") + inside - whole) < 5)
    #expect(
      abs(try length("crop", "P1", "--near", "45.71825", "6.75926:500m") - inside) < 5)
    #expect(try program.run("crop", "P1", "--near", "Nowhere:1km").exitCode == 66)
    #expect(try program.run("crop", "P1", "--near", "L1:0").errors.contains("value of `--near`"))
    let split = try program.json("split", "P1", "--near", "L1:500m", "--dry-run")["pieces"]
    #expect((split as? [Any])?.count == 2)
    let before = try #require(
      (program.json("stats", "P1")["total"] as? [String: Any])?["points"] as? Int)
    let deletion = try program.run("points", "delete", "P1", "--near", "L1:500m")
    #expect(deletion.output.contains("points"), "\(deletion.errors)")
    let after = try #require(
      (program.json("stats", "P1")["total"] as? [String: Any])?["points"] as? Int)
    #expect(after < before - 50)
    let none = try program.run("points", "delete", "P1", "--near", "45 6:1m")
    #expect(none.exitCode == 0 && none.output.isEmpty && none.errors.contains("contains no points"))
  }

  @Test func `split and points delete take times and distances`() throws {
    func pieces(_ words: String...) throws -> Int {
      let result = try program.run(["split", "P1"] + words + ["--dry-run", "--json"])
      let document = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
      return (document?["pieces"] as? [Any])?.count ?? 0
    }
    #expect(try pieces("--distance", "2km-4km") == 3)
    #expect(try pieces("--distance", "2km-") == 2)
    #expect(try pieces("--from", "2026-07-10T07:00Z", "--to", "2026-07-10T08:00Z") == 3)
    #expect(try pieces("--from", "2026-07-10T07:00Z") == 2)
    let deletion = try program.run("points", "delete", "P1", "--to", "2026-07-10T07:00Z")
    #expect(deletion.exitCode == 0, "\(deletion.errors)")
    let first = try program.json("stats", "P1")["total"] as? [String: Any]
    #expect(try #require(first?["timeFirst"] as? String) > "2026-07-10T07:00:00Z")
    #expect(try program.run("points", "delete", "P1").exitCode == 64)
  }

  // MARK: Positions

  @Test func `a position is one word or two words`() throws {
    for words in [["45.5 6.5"], ["45.5", "6.5"], ["45.5,6.5"]] {
      #expect(try program.run(["near"] + words).exitCode == 0, "\(words)")
      #expect(try program.run(["distance", "L1"] + words).exitCode == 0, "\(words)")
      #expect(try program.run(["add", "place", "Here"] + words).exitCode == 0, "\(words)")
      #expect(try program.run(["points", "move", "P1", "2"] + words).exitCode == 0, "\(words)")
      let moved = try program.run(["edit", "--move"] + words + ["L1"])
      #expect(moved.exitCode == 0, "\(words): \(moved.errors)")
      let path = try program.run(["add", "path", "Way"] + words + ["46 7", "46.5", "-7.5"])
      #expect(path.output.contains("46.50000°N 7.50000°W"), "\(path.output) \(path.errors)")
    }
    #expect(try program.run("distance", "45.5", "6.5", "46", "7").exitCode == 0)
    #expect(try program.run("distance", "L1").exitCode == 64)
    #expect(try program.run("distance", "L1", "L2", "L3").exitCode == 64)
  }

  // MARK: Global options

  @Test func `the short options -q, -V and -n5 work`() throws {
    #expect(try program.run("-V").output == program.run("--version").output)
    let quiet = try program.run("edit", "L1", "--name", "Here", "-q")
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
    #expect(try program.run("-q", "list", "-n5").output.split(separator: "\n").count == 5)
    let file = program.folder.file("all.gpx").path
    #expect(try program.run("export", "-o\(file)").exitCode == 0)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func `the option --color decides about colours before NO_COLOR and the terminal`() throws {
    func isColoured(_ words: String..., noColor: String = "") throws -> Bool {
      let result = try program.run(
        ["map", "P1", "--size", "20x5"] + words, environment: ["NO_COLOR": noColor])
      #expect(result.exitCode == 0, "\(result.errors)")
      return result.output.contains("\u{1B}[")
    }
    #expect(try isColoured("--color=always"))
    #expect(try isColoured("--color", "always", noColor: "1"))
    #expect(try !isColoured("--color=auto"))
    #expect(try !isColoured())
    #expect(try !isColoured("--format", "ansi", "--color=never"))
    #expect(try !isColoured("--format", "ansi", "--no-color"))
    #expect(try program.run("list", "--color=blue").exitCode == 64)
  }

  // MARK: Dry runs

  @Test func `log and diff take --from like the other commands`() throws {
    #expect(try program.run("log", "--from", "today").output == program.run("log").output)
    #expect(try program.run("log", "--to", "yesterday").output.isEmpty)
    #expect(
      try program.run("diff", "--from", "today", "--stat").output
        == program.run("diff", "--since", "today", "--stat").output)
  }

  @Test func `the option -0 of near separates IDs by NUL, and is a coordinate without --ids`()
    throws
  {
    let ids = try program.run("near", "L1", "-n2", "--ids", "-0").output
    #expect(ids.split(separator: "\0").count == 2 && ids.hasSuffix("\0"))
    #expect(try program.run("near", "L1", "-0", "--ids", "-n", "2").output == ids)
    #expect(try program.json("near", "51.5", "-0")["longitude"] as? Double == 0)
    #expect(try program.run("near", "51.5", "-0", "--ids", "-n1").output.hasSuffix("\n"))
  }

  // MARK: Diff

  @Test func `the JSON of a diff has no empty lists of fields`() throws {
    try program.run("points", "delete", "P1", "2")
    let items = try #require(program.json("diff")["items"] as? [[String: Any]])
    #expect(items.first?["points"] != nil && items.first?["fields"] == nil)
  }
}
