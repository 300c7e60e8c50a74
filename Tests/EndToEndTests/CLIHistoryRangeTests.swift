import Foundation
import TestSupport
import Testing

/// Tests of differences over several changes and between stores, and of restores to a time.
@Suite struct CLIHistoryRangeTests {
  @Test func `diff shows what a range of changes made together`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("edit", "P1", "--name", "A")
    try program.run("edit", "P1", "--name", "B", "--notes", "x")
    try program.run("edit", "L1", "--notes", "y")
    let diff = try program.json("diff", "6..8")
    #expect(diff["changes"] as? [Int] == [6, 7, 8])
    let items = diff["items"] as? [[String: Any]] ?? []
    #expect(items.map { $0["id"] as? String } == ["P1", "L1"])
    let fields = items.first?["fields"] as? [[String: Any]] ?? []
    #expect(fields.map { $0["after"] as? String } == ["B", "x"])
    let text = try program.run("diff", "6..")
    #expect(text.output.hasPrefix("6..8  3 changes\n"), "\(text.output)")
    #expect(!text.output.contains("+ name      A"))
    #expect(try program.json("diff", "8..8")["changes"] == nil)
    for (words, code) in [("8..6", 64), ("x", 64), ("..", 64), ("6..99", 66), ("6..7..8", 64)] {
      #expect(try program.run("diff", words).exitCode == Int32(code), "\(words)")
    }
  }

  @Test func `diff compares the store with a backup, which stays unchanged`() throws {
    let program = try CLIProgram.withSampleTrip()
    let backup = program.folder.file("b.store").path
    try program.run("store", "backup", "-o", backup)
    let bytes = try Data(contentsOf: URL(filePath: backup))
    let same = try program.run("diff", "--against", backup)
    #expect(same.exitCode == 0 && same.output.contains("no differences"), "\(same.errors)")
    try program.run("edit", "P1", "--name", "A", "--colour", "#112233")
    try program.run("points", "delete", "P2", "1")
    try program.run("add", "place", "New", "46", "7", "--group", "Trip")
    let diff = try program.json("diff", "--against", backup)
    #expect(diff["since"] as? String == backup)
    let items = diff["items"] as? [[String: Any]] ?? []
    #expect(items.map { $0["id"] as? String } == ["L27", "P1", "P2"])
    #expect(items.map { $0["action"] as? String } == ["created", "changed", "changed"])
    #expect((items[2]["points"] as? [String: Any])?["removed"] as? Int == 1)
    #expect(try Data(contentsOf: URL(filePath: backup)) == bytes)
    let other = try CLIProgram.withSampleTrip()
    try other.run("add", "place", "A", "1", "2")
    #expect(try program.run("diff", "--against", "nowhere.store").exitCode == 66)
    #expect(try program.run("diff", "5", "--against", backup).exitCode == 64)
    let stranger = try CLIProgram()
    try stranger.run("add", "place", "A", "1", "2")
    let refused = try program.run("diff", "--against", stranger.store.path)
    #expect(refused.exitCode == 64 && refused.errors.contains("not copies"), "\(refused.errors)")
  }

  @Test func `restore accepts a time or a day`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("edit", "P1", "--name", "A")
    Thread.sleep(forTimeInterval: 1.1)
    let between = Date.now.formatted(.iso8601)
    Thread.sleep(forTimeInterval: 1.1)
    try program.run("edit", "P1", "--name", "B")
    for option in ["--before", "--to"] {
      let restored = try program.run("restore", "P1", option, between)
      #expect(restored.exitCode == 0, "\(restored.errors)")
      #expect(try program.run("list", "paths").output.contains("P1  track  A "), "\(option)")
      try program.run("undo")
    }
    #expect(try program.run("restore", "P1", "--to", "2999-01-01").exitCode == 0)
    let early = try program.run("restore", "P1", "--before", "1999-01-01")
    #expect(early.exitCode == 66, "\(early.errors)")
    #expect(try program.run("restore", "P1", "--before", "soon").exitCode == 64)
  }
}
