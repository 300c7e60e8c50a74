import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// One form for several items, and large changes in general.
@Suite struct BulkEditTests {
  let editor = EditorDriver()

  private var writes: [Write] {
    editor.effects.compactMap { if case .write(let write, _, _) = $0 { write } else { nil } }
  }

  /// Gives the first path a colour, and marks it and the next two.
  private func markDifferent() {
    editor.press("C")
    editor.type("red")
    editor.press("enter space space space C")
  }

  @Test func `different values are written over only after they were shown`() {
    markDifferent()
    #expect(editor.text.contains("now 2 none, 1 red"))
    editor.type("blue")
    editor.press("enter")
    #expect(writes.count == 1)
    #expect(editor.text.contains("Colour: set to “blue” for 3 paths."))
    #expect(editor.text.contains("Now: 2 none, 1 red."))
    editor.press("esc")
    #expect(editor.state.modeName == "FORM")
    #expect(editor.text.contains("blue"))
    editor.press("enter y")
    #expect(writes.count == 2)
    #expect(editor.state.overlay == nil)
  }

  @Test func `values that are all the same are written over at once`() {
    editor.press("space space C")
    editor.type("blue")
    editor.press("enter")
    #expect(writes.count == 1)
    editor.press("1 C ctrl-u")
    editor.type("red")
    editor.press("enter")
    #expect(editor.state.overlay == nil)
  }

  @Test func `what was typed comes back where the answer is refused`() {
    markDifferent()
    editor.type("blue")
    editor.library.refusal = "The disk is full."
    editor.press("enter y")
    #expect(editor.state.modeName == "FORM")
    #expect(editor.text.contains("blue"))
    #expect(editor.text.contains("The disk is full."))
  }

  @Test func `several elevations are no sums`() {
    editor.press("j enter v l l e")
    editor.type("+10")
    editor.press("enter")
    #expect(writes.isEmpty)
    #expect(editor.text.contains("t e shifts heights"))
  }

  @Test func `g n names what is marked`() {
    editor.press("space space g n")
    editor.type("Day {n}")
    editor.press("enter y")
    #expect(editor.rowNames.contains("Day 2"))
  }
}

/// Deleting very many points.
@Suite struct ManyPointsTests {
  @Test func `deleting over ten thousand points asks once`() throws {
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
