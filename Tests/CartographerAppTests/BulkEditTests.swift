import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Forms that edit several items at once.
@Suite struct BulkEditTests {
  let editor = EditorDriver()

  /// Sets the colour of the first path and marks the first three paths.
  private func markPathsWithDifferentColours() {
    editor.press("C")
    editor.type("red")
    editor.press("enter space space space C")
  }

  @Test func `overwriting different values shows them and asks first`() {
    markPathsWithDifferentColours()
    #expect(editor.text.contains("now 2 none, 1 red"))
    editor.type("blue")
    editor.press("enter")
    #expect(editor.writes.count == 1)
    #expect(editor.text.contains("Colour: set to “blue” for 3 paths."))
    #expect(editor.text.contains("Now: 2 none, 1 red."))
    editor.press("esc")
    #expect(editor.state.modeName == "FORM")
    #expect(editor.text.contains("blue"))
    editor.press("enter y")
    #expect(editor.writes.count == 2)
    #expect(editor.state.overlay == nil)
  }

  @Test func `equal values are overwritten without a question`() {
    editor.press("space space C")
    editor.type("blue")
    editor.press("enter")
    #expect(editor.writes.count == 1)
    editor.press("1 C ctrl-u")
    editor.type("red")
    editor.press("enter")
    #expect(editor.state.overlay == nil)
    #expect(editor.writes.count == 2)
  }

  @Test func `a form reappears with the typed value after a failed write`() {
    markPathsWithDifferentColours()
    editor.type("blue")
    editor.library.refusal = "The disk is full."
    editor.press("enter y")
    #expect(editor.state.modeName == "FORM")
    #expect(editor.text.contains("blue"))
    #expect(editor.text.contains("The disk is full."))
  }

  @Test func `an elevation relative to the current one is refused for several points`() {
    editor.press("j enter v l l e")
    editor.type("+10")
    editor.press("enter")
    #expect(editor.writes.isEmpty)
    #expect(editor.text.contains("t e shifts heights"))
  }

  @Test func `g n renames the marked items`() {
    editor.press("space space g n")
    editor.type("Day {n}")
    editor.press("enter y")
    #expect(editor.rowNames.contains("Day 2"))
  }

  @Test func `g n accepts the fields of the command line, and their defaults`() throws {
    editor.press("space space g n")
    editor.type("{kind} {id} near {near} in {group|none} {n}")
    editor.press("enter y")
    let names = editor.rowNames.filter { $0.contains(" near ") }
    #expect(names.count == 2)
    let places = editor.state.index.snapshot.places.map(\.name)
    for name in names {
      let words = try #require(name.wholeMatch(of: /(route|track) P\d+ near (.+) in .+ [12]/))
      #expect(places.contains(String(words.2)), "\(name)")
    }
  }
}

/// Deleting a large number of points.
@Suite struct ManyPointsTests {
  @Test func `deleting more than ten thousand points asks once`() throws {
    var content = SampleLibrary.content()
    let id = content.snapshot.paths[0].id
    let point = try #require(content.points[id]?.first)
    content.points[id] = (0..<12_000).map { step in
      var moved = point
      moved.latitude += Double(step) * 1e-5
      return moved
    }
    content.elevations[id] = nil
    content.times[id] = nil
    content.snapshot.paths[0].pointCount = 12_000
    let editor = EditorDriver(content)
    editor.press("enter v G k x")
    #expect(editor.text.contains("Delete 11 990 points?"))
    editor.press("x esc")
    #expect(editor.library.done.isEmpty)
    editor.press("x y")
    #expect(editor.library.done.count == 1)
    #expect(editor.library.content.points[id]?.count == 10)
  }
}
