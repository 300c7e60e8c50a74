import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorRandomEditTests {
  /// The editor is killed while a change is on its way, so that both outcomes of it are met.
  @Test func `200 random edits, a kill, and undo of them all give back the start`() throws {
    var random = SplitMix64.forTest()
    let world = try EditorWorld.withTrip()
    let start = try world.contents()
    let startLength = try historyLength(world)
    let window = try world.editTrip()

    var undoable = startLength
    for number in 1...200 {
      var edit = edits.randomElement(using: &random) ?? edits[0]
      // The imports, with which it began, are not taken back.
      if edit == "u", undoable < startLength + 10 { edit = edits[0] }
      try window.type(edit.replacing("#", with: "\(number)"))
      let rows = try window.wait(for: "end of an edit") { rows in
        rows.contains { $0.hasPrefix(" NORMAL") || $0.contains("no such point any more") }
      }
      // An edit of points that an undo has just changed is refused, and its keys go with it.
      if !rows.contains(where: { $0.hasPrefix(" NORMAL") }) {
        try window.type(":back\r")
        try window.wait(for: " NORMAL")
      }
      let count = rows.first?.firstMatch(of: /undo:(\d+)/)?.1
      undoable = count.flatMap { Int($0) } ?? startLength
    }
    try window.type(":rename The last of them\r")
    try window.signal(SIGKILL)
    try window.wait(for: "ended 137")

    let made = try historyLength(world) - startLength
    print("\(made) changes were in the history when the editor was killed")
    #expect(made > 100)
    #expect(try world.contents() != start)
    let history = try world.cartographer(["log", "--limit", "0"])
    try world.cartographer(["undo", "\(made)"])
    let difference = Golden.firstDifference(kept: start, actual: try world.contents())
    #expect(difference == nil, "\(difference ?? "") after\n\(history)")
    #expect(try world.cartographer(["store", "check", "--json"]).contains(#""ok": true"#))
  }

  /// Keys, each of which is one edit of what is selected, from the list and back to it.
  private let edits = [
    ":rename Item #\r", ":new-group\rGroup #\r", "gp:colour\r\u{15}red\r", "glj:rename Hut #\r",
    "gpjd", "gpkR", "gpG:split\r", "gp\rlli:back\r", "gp\rjx:back\r", "gp\rlmlll\r:back\r",
    "gljMll\r", "ol\u{15}Place #\r", "gtar", "gp m\r", "u",
  ]

  private func historyLength(_ world: EditorWorld) throws -> Int {
    try world.cartographer(["log", "--limit", "0", "--json"])
      .matches(of: /"state": "done"/).count
  }
}
