import Foundation
import TestSupport
import Testing

/// Tests of ambiguous arguments, which are refused or interpreted as intended.
@Suite struct CLIWordingTests {
  private func length(_ program: CLIProgram) throws -> Double {
    let paths = try program.json("stats", "P1")["paths"] as? [[String: Any]] ?? []
    return try #require(paths.first?["lengthMetres"] as? Double)
  }

  @Test(arguments: ["1-3km", "1 - 3km", "1km-3km", "1000-3000"])
  func `the first number of a range takes the unit of the second`(part: String) throws {
    let program = try CLIProgram.withSampleTrip()
    let result = try program.run("crop", "P1", "--distance", part)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(abs(try length(program) - 2_000) < 5)
  }

  @Test func `a range with a unit only at its start is refused`() throws {
    let program = try CLIProgram.withSampleTrip()
    let result = try program.run("crop", "P1", "--distance", "1km-3")
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("2km-9km"), "\(result.errors)")
  }

  @Test(arguments: [
    (["tracks"], "cartographer list paths"), (["routes", "ridge"], "cartographer list paths"),
    (["places", "paths"], "cartographer list places"), (["paths", "groups"], "cartographer list"),
  ])
  func `list refuses an unknown kind instead of searching for the word`(
    words: [String], suggestion: String
  ) throws {
    let program = try CLIProgram.withSampleTrip()
    let result = try program.run(["list"] + words)
    #expect(result.exitCode == 64 && result.output.isEmpty)
    #expect(result.errors.contains(suggestion), "\(result.errors)")
  }

  @Test func `the JSON of the log names every item of a change`() throws {
    let program = try CLIProgram.withSampleTrip()
    let listed = try program.json("list")
    let ids = ["locations", "paths"].flatMap { kind in
      (listed[kind] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }
    try #require(ids.count > 12)
    try program.run(["edit"] + ids + ["--colour", "#123456"])
    let entries = try program.json("log", "--limit", "1")["entries"] as? [[String: Any]]
    #expect(Set(entries?.first?["ids"] as? [String] ?? []) == Set(ids))
    let shown = try program.run("log", "--limit", "1").output
    #expect(shown.contains("\(ids.count) in all"), "\(shown)")
  }

  // MARK: Groups

  private func groups(_ program: CLIProgram) throws -> [String] {
    let groups = try program.json("list", "groups")["groups"] as? [[String: Any]] ?? []
    return groups.compactMap { $0["name"] as? String }
  }

  @Test func `a second group with the same name needs --duplicate`() throws {
    let program = try CLIProgram.withSampleTrip()
    let failure = try program.failure("group", "create", "Trip")
    #expect(failure.code == 64 && failure.error["code"] as? String == "exists")
    #expect(failure.error["ids"] as? [String] == ["G1"])
    #expect(try groups(program) == ["Trip"])
    #expect(try program.run("group", "create", "Trip", "--duplicate").exitCode == 0)
    #expect(try groups(program) == ["Trip", "Trip"])
    #expect(try program.run("group", "create", "Trip").errors.contains("G1, G2"))
  }

  @Test func `the option --if-missing creates a group once and adds members to it`() throws {
    let program = try CLIProgram.withSampleTrip()
    let created = try program.json("group", "create", "Alps", "P1", "--if-missing")
    #expect(created["created"] as? [String] == ["G2"] && created["existing"] == nil)
    let again = try program.json("group", "create", "Alps", "P1", "--if-missing")
    #expect(again["existing"] as? [String] == ["G2"])
    #expect((again["created"] as? [String])?.isEmpty == true && again["undo"] == nil)
    let more = try program.json("group", "create", "Alps", "P2", "--if-missing")
    #expect(more["existing"] as? [String] == ["G2"])
    #expect((more["changed"] as? [String])?.contains("P2") == true)
    let text = try program.run("group", "create", "Alps", "--if-missing")
    #expect(text.exitCode == 0 && text.output.contains("G2"))
    #expect(try groups(program).sorted() == ["Alps", "Trip"])
    let both = try program.run("group", "create", "Alps", "--if-missing", "--duplicate")
    #expect(both.exitCode == 64)
  }
}
