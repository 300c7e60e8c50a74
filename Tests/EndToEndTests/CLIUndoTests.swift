import Foundation
import TestSupport
import Testing

/// Tests of undoing named changes, and of the history's queries by time and item.
@Suite struct CLIUndoTests {
  private let program: CLIProgram

  init() throws {
    program = try CLIProgram.withSampleTrip()
    try program.run("edit", "P1", "--name", "A")
    try program.run("edit", "L1", "--notes", "x")
    try program.run("edit", "P1", "--notes", "y")
  }

  private func name(of id: String) throws -> String? {
    let items = try program.json("show", id)["items"] as? [[String: Any]]
    return items?.first?["name"] as? String
  }

  @Test func `undo --change undoes one change, and refuses if later changes affect its items`()
    throws
  {
    let refused = try program.run("undo", "--change", "6")
    #expect(
      refused.exitCode == 3 && refused.errors.contains("8 (Change notes of A)"), "\(refused.errors)"
    )
    #expect(try name(of: "P1") == "A")
    let trial = try program.run("undo", "--change", "7", "--dry-run")
    #expect(trial.exitCode == 0 && trial.output.contains("change 7"), "\(trial.errors)")
    let done = try program.run("undo", "--change", "7")
    #expect(done.exitCode == 0 && done.output.hasPrefix("Undid change 7: "), "\(done.errors)")
    #expect(try name(of: "P1") == "A")
    #expect(try !program.run("show", "L1").output.contains("notes"))
    try program.run("undo")
    #expect(try program.run("show", "L1").output.contains("notes"))
    let latest = try program.run("undo", "--change", "8")
    #expect(latest.output.hasPrefix("Undid: "), "the latest change can be redone")
    #expect(try program.run("undo", "--change", "8").exitCode == 64)
    #expect(try program.run("undo", "--change", "99").exitCode == 66)
    #expect(try program.run("undo", "2", "--change", "7").exitCode == 64)
  }

  @Test func `an import is undone alone, and the file can be imported again`() throws {
    let gpx =
      "<gpx version=\"1.1\" creator=\"t\"><wpt lat=\"1\" lon=\"2\"><name>Hut</name></wpt><trk>"
      + "<name>Walk</name><trkseg><trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"2\" lon=\"3\"/></trkseg>"
      + "</trk></gpx>"
    let file = try program.folder.write(gpx, to: "walk.gpx").path
    try program.run("import", file, "--add-to", "New")
    try program.run("edit", "L1", "--notes", "z")
    let undone = try program.run("undo", "--change", "9")
    #expect(undone.exitCode == 0, "\(undone.errors)")
    #expect(try program.run("list", "Walk").errors.contains("No item matches"))
    #expect(try program.run("store", "check").exitCode == 0)
    let again = try program.run("import", file)
    #expect(again.output.contains("imported 1 place, no routes, 1 track"), "\(again.output)")
    #expect(try program.run("list", "Walk").output.contains("Walk"))
    #expect(try program.run("store", "check").exitCode == 0)
    #expect(try program.run("undo").exitCode == 0)
    #expect(try program.run("undo").exitCode == 0)
    #expect(try program.run("list", "Walk").output.contains("Walk"))
  }

  @Test func `undo --expect undoes nothing unless the latest change is the expected one`() throws {
    let refused = try program.run("undo", "--expect", "6")
    #expect(refused.exitCode == 3, "\(refused.errors)")
    #expect(refused.errors.contains("The latest change is 8 (Change notes of A), not 6"))
    #expect(try program.run("undo", "--expect", "8").exitCode == 0)
    #expect(try program.run("undo", "--expect", "8").exitCode == 3)
  }

  @Test func `undoing several changes tells how many and which`() throws {
    let trial = try program.json("undo", "3", "--dry-run")
    let changes = trial["changes"] as? [[String: Any]] ?? []
    #expect(changes.map { $0["id"] as? Int } == [8, 7, 6])
    #expect(changes.first?["title"] as? String == "Change notes of A")
    let done = try program.run("undo", "3")
    #expect(
      done.errors.contains("Undid 3 changes, from 8 (Change notes of A) to 6 ("), "\(done.errors)")
    #expect(try program.run("redo", "2").errors.contains("Redid 2 changes, from 6 ("))
  }

  @Test func `log and diff accept times and items`() throws {
    func numbers(_ words: String...) throws -> [Int] {
      let result = try program.run(["log", "--json"] + words)
      let document = try JSONSerialization.jsonObject(with: result.standardOutput)
      let entries = (document as? [String: Any])?["entries"] as? [[String: Any]] ?? []
      return entries.compactMap { $0["id"] as? Int }
    }
    #expect(try numbers("P1", "--since", "today") == [8, 6] + [numbers("P1").last ?? 0])
    #expect(try numbers("L1", "P1", "-n2") == [8, 7])
    #expect(try numbers("--until", "yesterday") == [])
    #expect(try numbers("--since", "2001-01-01", "--until", "today").count == 8)
    #expect(try program.run("log", "--since", "soon").exitCode == 64)
    #expect(try program.run("log", "P99", "Nowhere").exitCode == 66)
    for words in [["today.."], ["yesterday..today"], ["--since", "today"], ["..today"]] {
      let diff = try program.run(["diff", "--stat"] + words)
      #expect(diff.exitCode == 0 && diff.output.contains(" items, "), "\(words): \(diff.errors)")
    }
    #expect(try program.run("diff", "7", "--stat").output.hasSuffix("1 item, 1 changed\n"))
    #expect(
      try program.run("diff", "..yesterday").errors.contains("no change in the specified period"))
    #expect(try program.run("diff", "7", "--exit-code").exitCode == 2)
    let backup = program.folder.file("b.store").path
    try program.run("store", "backup", "-o", backup)
    #expect(try program.run("diff", "--against", backup, "--exit-code").exitCode == 0)
  }

  @Test func `the trash lists the newest item first`() throws {
    try program.run("delete", "L4")
    try program.run("delete", "L3")
    try program.run("delete", "L5")
    let items = try program.json("trash", "list", "-n2")["items"] as? [[String: Any]] ?? []
    #expect(items.map { $0["id"] as? String } == ["L5", "L3"])
  }
}
