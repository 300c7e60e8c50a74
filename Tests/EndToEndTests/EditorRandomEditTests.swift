import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorRandomEditTests {
  /// The editor is killed while it saves a change, so the change may or may not be committed.
  @Test func `undoing 200 random edits after a kill restores the initial state`() throws {
    var random = SplitMix64.forTest()
    let world = try EditorWorld.withTrip()
    let start = try world.contents()
    let startLength = try historyLength(world)
    let window = try world.editTrip()

    var undoable = startLength
    var number = 0
    while number < 2_000 {
      number += 1
      if number.isMultiple(of: 40), try newestEntry(world) >= startLength + 200 { break }
      var edit = edits.randomElement(using: &random) ?? edits[0]
      // The initial imports must not be undone.
      if edit == "u", undoable < startLength + 10 { edit = edits[0] }
      try window.type(edit.replacing("#", with: "\(number)"))
      let rows = try rowsAfterEdit(window)
      let count = rows.first?.firstMatch(of: /undo:(\d+)/)?.1
      undoable = count.flatMap { Int($0) } ?? startLength
    }
    try window.type(":rename The last of them\r")
    try window.kill()

    let done = try historyLength(world) - startLength
    let newChanges = try newestEntry(world) - startLength
    print("\(newChanges) changes, \(done) of them not yet undone when the editor was killed")
    #expect(newChanges >= 200)
    #expect(try world.contents() != start)
    let history = try world.cartographer(["log", "--limit", "0"])
    try world.cartographer(["undo", "\(done)"])
    let difference = Golden.firstDifference(kept: start, actual: try world.contents())
    #expect(difference == nil, "\(difference ?? "") after\n\(history)")
    #expect(try world.cartographer(["store", "check", "--json"]).contains(#""ok": true"#))
  }

  /// The key sequences, each of which makes one edit of the selected item and returns to the list.
  private let edits = [
    ":rename Item #\r", ":new-group\rGroup #\r", "gp:colour\r\u{15}red\r", "glj:rename Hut #\r",
    "gpjd", "gpkR", "gpG:split\r", "gp\rlli:back\r", "gp\rjx:back\r", "gp\rlmlll\r:back\r",
    "gljMll\r", "ol\u{15}Place #\r", "gtar", "gp m\r", "u",
  ]

  /// Waits until the editor is back in the list and the change is saved, and returns the screen.
  ///
  /// Without waiting, the editor would drop keys, since it buffers only 256. An edit of points that
  /// an undo has just changed is refused together with the following keys, so Esc is pressed until
  /// the list is back.
  private func rowsAfterEdit(_ window: TerminalWindow) throws -> [String] {
    func isInList(_ rows: [String]) -> Bool {
      rows.contains { $0.hasPrefix(" NORMAL") && !$0.contains("saving") }
    }
    for _ in 1...10 {
      if let rows = try? window.wait(for: "list", seconds: 1, until: isInList) { return rows }
      try window.press("Escape")
    }
    return try window.wait(for: "list", until: isInList)
  }

  /// Returns the number of the newest change of the history, including undone changes.
  private func newestEntry(_ world: EditorWorld) throws -> Int {
    let ids = try world.cartographer(["log", "--limit", "0", "--json"]).matches(of: /"id": (\d+)/)
    return ids.compactMap { Int($0.1) }.max() ?? 0
  }

  /// Returns the number of changes that are not undone.
  private func historyLength(_ world: EditorWorld) throws -> Int {
    try world.cartographer(["log", "--limit", "0", "--json"])
      .matches(of: /"state": "done"/).count
  }
}
