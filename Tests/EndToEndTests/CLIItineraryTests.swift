import Foundation
import TestSupport
import Testing

@Suite struct CLIItineraryTests {
  private func entries(_ program: CLIProgram) throws -> [[String: Any]] {
    let days = try program.json("itinerary", "Trip")["days"] as? [[String: Any]] ?? []
    return days.flatMap { $0["entries"] as? [[String: Any]] ?? [] }
  }

  private func titles(_ program: CLIProgram) throws -> [String] {
    let days = try program.json("itinerary", "Trip")["days"] as? [[String: Any]] ?? []
    return days.flatMap { day in
      (day["entries"] as? [[String: Any]] ?? []).map {
        "\(day["day"] as? Int ?? 0) \($0["title"] as? String ?? "")"
      }
    }
  }

  /// Returns a program with an itinerary of four stops: Start and P1 on day 1, a place and P2 on
  /// day 2.
  private func programWithItinerary() throws -> CLIProgram {
    let program = try CLIProgram.withSampleTrip()
    for words in [
      ["--title", "Start"], ["P1"], ["L1", "P2", "--day", "2", "--note", "book it"],
    ] {
      #expect(try program.run(["itinerary", "add", "Trip"] + words).exitCode == 0)
    }
    return program
  }

  @Test func `an itinerary is printed day by day, as text and as JSON`() throws {
    let program = try programWithItinerary()
    try program.run("itinerary", "set", "Trip", "1-2", "--done")
    try program.run("itinerary", "set", "Trip", "--start", "2026-07-11")
    var output = ""
    for words in [
      ["itinerary", "Trip"], ["itinerary", "list", "Trip", "--pace", "4km/h", "--json"],
      ["itinerary", "add", "Trip", "L2", "--dry-run"],
      ["itinerary", "add", "Trip", "L2", "--dry-run", "--json"],
      ["map", "Trip", "--colour-by", "day", "--format", "ansi", "--size", "60x12"],
    ] {
      let result = try program.run(words)
      #expect(result.exitCode == 0, "\(words) \(result.errors)")
      output +=
        "$ cartographer \(words.joined(separator: " "))\n\(try program.normalized(result.output))\n"
    }
    try Golden.compare(output, with: "cli/itinerary.txt")
  }

  @Test(arguments: ["1.0", "1.1"])
  func `an exported trip has the same itinerary in another store`(version: String) throws {
    let program = try programWithItinerary()
    try program.run("itinerary", "set", "Trip", "1-2", "--done")
    try program.run("itinerary", "set", "Trip", "--start", "2026-07-11")
    try program.run("edit", "Trip", "--notes", "Cash only", "--colour", "#1E90FF")
    let file = program.folder.file("trip.gpx").path
    let exported = try program.run(
      "export", "--group", "Trip", "--gpx-version", version, "-o", file)
    #expect(exported.exitCode == 0 && !exported.errors.contains("itinerary"), "\(exported.errors)")
    let other = try CLIProgram()
    #expect(try other.run("import", file).exitCode == 0)
    func descriptions(_ program: CLIProgram) throws -> [String] {
      try [["itinerary", "Trip"], ["itinerary", "Trip", "--json"], ["show", "Trip", "--json"]].map {
        try program.normalized(program.run($0).output).replacing(/\b[ELP][0-9]+ */, with: "")
      }
    }
    #expect(try descriptions(other) == descriptions(program))
    let entries = try other.json("log")["entries"] as? [Any]
    #expect(try other.run("import", file).output.contains("unchanged"))
    #expect(try (other.json("log")["entries"] as? [Any])?.count == entries?.count)
    #expect(try other.run("undo").exitCode == 0)
    #expect(try other.json("list", "groups")["groups"] as? [String] == [])
  }

  @Test func `stops are added, moved, edited and removed by number and by ID`() throws {
    let program = try programWithItinerary()
    let ids = try entries(program).map { $0["id"] as? String ?? "" }
    #expect(ids == ["E1", "E2", "E3", "E4"])
    let first = try titles(program)
    try program.run("itinerary", "move", "Trip", "4", "--before", "E2")
    #expect(try entries(program).map { $0["id"] as? String ?? "" } == ["E1", "E4", "E2", "E3"])
    try program.run("itinerary", "move", "Trip", "E4", "--day", "2")
    #expect(try titles(program) == first)
    try program.run("itinerary", "set", "Trip", "1", "--title", "Train", "--note", "at 7")
    #expect(try entries(program)[0]["note"] as? String == "at 7")
    #expect(try titles(program)[0] == "1 Train")
    let removed = try program.json("itinerary", "remove", "Trip", "2-3")
    #expect(removed["changed"] as? [String] == ["G1"])
    #expect(try entries(program).map { $0["id"] as? String ?? "" } == ["E1", "E4"])
    try program.run("undo")
    #expect(try entries(program).count == 4)
  }

  @Test func `a change reports the new stops, and several settings are one change`() throws {
    let program = try programWithItinerary()
    let added = try program.json("itinerary", "add", "Trip", "L1", "L1", "--after", "1")
    #expect(added["created"] as? [String] == ["E5", "E6"])
    #expect(added["changed"] as? [String] == ["G1"])
    #expect(added["undo"] as? Int != nil)
    let before = try program.run("itinerary", "Trip", "--json").output
    try program.run("itinerary", "set", "Trip", "1", "2", "--day", "3", "--note", "N", "--done")
    #expect(try program.run("itinerary", "Trip", "--json").output != before)
    try program.run("undo")
    #expect(try program.run("itinerary", "Trip", "--json").output == before)
  }

  @Test func `a dry run changes nothing and fails like the real run`() throws {
    let program = try programWithItinerary()
    let before = try program.run("itinerary", "Trip", "--json").output
    let dry = try program.json("itinerary", "remove", "Trip", "1", "--dry-run")
    #expect(dry["dryRun"] as? Bool == true)
    #expect(dry["changed"] as? [String] == ["G1"])
    #expect(dry["undo"] == nil)
    let text = try program.run("itinerary", "set", "Trip", "1", "--done", "--dry-run")
    #expect(text.output == "Mark Start as done in the itinerary of Trip\n")
    #expect(text.errors == "Nothing was changed.\n")
    #expect(
      try program.run("itinerary", "set", "Trip", "1", "--day", "0", "--dry-run").exitCode != 0)
    #expect(try entries(program).count == 4)
    #expect(try program.run("itinerary", "Trip", "--json").output == before)
  }

  @Test(arguments: [
    ["itinerary", "add", "Trip", "--title", "x"], ["itinerary", "set", "Trip", "--start", ""],
    ["itinerary", "remove", "Trip", "1"], ["edit", "P1", "--name", "x"],
  ])
  func `a dry run creates no store`(words: [String]) throws {
    let program = try CLIProgram()
    #expect(try program.run(words + ["--dry-run"]).exitCode == 66)
    #expect(!FileManager.default.fileExists(atPath: program.store.path))
    #expect(!FileManager.default.fileExists(atPath: program.store.path + ".lock"))
  }

  @Test func `the option --help after a group's name prints the help of itinerary`() throws {
    let help = try CLIProgram().run("itinerary", "Alps", "--help")
    #expect(help.exitCode == 0 && help.output.contains("cartographer itinerary"), "\(help.errors)")
    #expect(try CLIProgram().run("group", "Alps", "--help").exitCode == 64)
  }

  private static let refusals: [(words: String, code: Int32)] = [
    ("itinerary add Trip", 64),
    ("itinerary add Nowhere L1", 66),
    ("itinerary remove Trip 9", 66),
    ("itinerary remove Trip E99", 66),
    ("itinerary move Trip 1", 64),
    ("itinerary move Trip 1 --day 1 --before 2", 64),
    ("itinerary set Trip 1", 64),
    ("itinerary set Trip --day 2", 64),
    ("itinerary set Trip 1 --done --planned", 64),
    ("itinerary set Trip --start soon", 64),
    ("itinerary Trip --pace slowly", 64),
    ("itinerary Trip --pace 0km/h", 64),
    ("itinerary", 64),
  ]

  @Test(arguments: refusals.indices)
  func `invalid itinerary commands fail with an exit code and a message`(
    _ number: Int
  ) throws {
    let (words, code) = Self.refusals[number]
    let program = try programWithItinerary()
    let result = try program.run(words.split(separator: " ").map(String.init))
    #expect(result.exitCode == code, "\(words): \(result.errors)")
    #expect(!result.errors.isEmpty)
  }

  @Test func `an estimate without the climb is marked as a minimum`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("add", "path", "Flat", "45.7 6.7", "45.8 6.8")
    try program.run("itinerary", "add", "Trip", "Flat", "P1")
    let table = try program.run("itinerary", "Trip")
    let lines = table.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("Flat") && $0.contains("≥") })
    #expect(lines.contains { $0.contains("P1") && $0.contains("≈") })
    #expect(
      (table.output + table.errors).contains("`≥` marks ascents, descents and times that"))
  }

  @Test func `a day without a path has neither a length nor an estimated time`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("itinerary", "add", "Trip", "--title", "Rest")
    try program.run("itinerary", "add", "Trip", "P1", "--day", "2")
    let lines = try program.run("itinerary", "Trip").output.split(separator: "\n")
    let rest = try #require(lines.first { $0.contains("Day 1 ") || $0.hasSuffix("Day 1") })
    #expect(rest.trimmingCharacters(in: .whitespaces) == "Day 1")
    #expect(lines.contains { $0.contains("Day 2 ") && $0.contains("14.0 km") && $0.contains("≈") })
    let days = try program.json("itinerary", "Trip")["days"] as? [[String: Any]]
    let total = try #require(days?.first?["total"] as? [String: Any])
    #expect(total["lengthMetres"] as? Double == 0 && total["estimatedSeconds"] as? Double == 0)
  }

  @Test func `dates in another year than the first day show the year`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("itinerary", "add", "Trip", "P1")
    try program.run("itinerary", "add", "Trip", "P2", "--day", "9997")
    try program.run("itinerary", "set", "Trip", "--start", "2026-12-31")
    let lines = try program.run("itinerary", "Trip").output.split(separator: "\n")
    #expect(lines.contains { $0.contains("Day 1, Thu 31 Dec  ") })
    #expect(lines.contains { $0.contains("Day 9997, Thu 14 May 2054 ") })
  }

  @Test func `dates of options can be relative to today`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("itinerary", "add", "Trip", "P1")
    func firstDay() throws -> String? {
      try program.json("itinerary", "Trip")["firstDay"] as? String
    }
    try program.run("itinerary", "set", "Trip", "--start", "+1d")
    let first = try firstDay()
    try program.run("itinerary", "set", "Trip", "--start", "tomorrow")
    #expect(try first != nil && first == firstDay())
    #expect(try program.run("itinerary", "set", "Trip", "--start", "someday").exitCode != 0)
    #expect(try program.run("log", "--since=-1d").output.contains("first day of Trip"))
    #expect(try !program.run("log", "--since", "tomorrow").output.contains("first day of Trip"))
    let wrong = try program.run("log", "--since", "noon")
    #expect(wrong.exitCode != 0 && wrong.errors.contains("-2w or monday"), "\(wrong.errors)")
  }

  @Test func `a climb is marked as a minimum if only some points have an elevation`() throws {
    let program = try CLIProgram.withSampleTrip()
    let gpx = """
      <gpx><rte><name>Half</name><rtept lat='46.49' lon='12.03'><ele>2752</ele></rtept>
      <rtept lat='46.55' lon='12.02'/></rte></gpx>
      """
    #expect(try program.run("import", "-", standardInput: gpx).exitCode == 0)
    let shown = try program.run("show", "Half")
    #expect(shown.output.contains("↑ ≥0 m  ↓ ≥0 m"), "\(shown.output)\(shown.errors)")
    try program.run("itinerary", "add", "Trip", "Half")
    let table = try program.run("itinerary", "Trip").output.split(separator: "\n")
    let line = try #require(table.first { $0.contains("Half") })
    #expect(line.contains(/≥0 m +≥0 m +≥[0-9]/), "\(line)")
    for options in [[], ["--by", "year"], ["--splits", "3km"]] {
      let statistics = try program.run(["stats", "Half"] + options)
      #expect(statistics.output.contains(/≥0 m +≥0 m/), "\(options): \(statistics.output)")
    }
    let preview = try program.run("elevation", "Half", "--shift", "10m", "--dry-run")
    #expect(preview.output.contains(/↑≥0 m +↓≥0 m/), "\(preview.output)")
  }

  @Test(arguments: [["--group", "Trip"], ["Trip"]])
  func `the statistics by day of a group list its planned days`(group: [String]) throws {
    let program = try programWithItinerary()
    try program.run("itinerary", "set", "Trip", "--start", "2026-07-11")
    func document(_ words: [String]) throws -> JSONTree {
      try JSONTree(program.run(words + ["--json"]).standardOutput)
    }
    guard case .array(let days) = try document(["stats"] + group + ["--days"])["plannedDays"],
      case .array(let itinerary) = try document(["itinerary", "Trip"])["days"]
    else {
      Issue.record("the document has no planned days")
      return
    }
    #expect(days.count == 2 && itinerary.count == 2)
    for (planned, day) in zip(days, itinerary) {
      #expect(planned["group"]?["name"] == .string("Trip"))
      for name in ["day", "date", "total"] {
        #expect(planned[name] != nil && planned[name] == day[name], "\(name)")
      }
    }
    let result = try program.run(["stats"] + group + ["--days"])
    #expect(
      result.output.contains(
        /\n  planned day +length .*\n  Day 1, .*km.*≈.*\n  Day 2, .*km.*\n  Total .*km/))
    #expect(result.errors.contains("Times are estimates (naismith)"))
    for words in [["stats"] + group, ["stats", "P1", "--days"], ["stats", "--days"]] {
      #expect(try !program.run(words).output.contains("planned day"), "\(words)")
    }
  }
}
